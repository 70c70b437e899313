"""Checks the requests that reach the service through deploy/nginx.conf."""

import asyncio
import contextlib
import json
import re
import ssl
import subprocess
import time

from service.http import BODY, Answer, described, get, post, receive, replies
from service.proxy import EXAMPLE, Proxy
from service.server import Server
from service.trial import Trial

CONTRACT = EXAMPLE.parents[1] / "Sources/Presentation/Server/openapi.json"
# The paths for operators. nginx hides them from the Internet.
HIDDEN = {"/metrics", "/ready"}
# Spellings of paths that are hard to recognise. ProtocolSpec has those that the service itself must not accept.
SPELLINGS = [
    "{}", "{}/", "//{}", "/.{}", "/x/..{}", "/udids/../..{}", "{}?x", "{};x", "{}.", "{}%20", "{}%00", "{}%0a", "{}%2f",
    "{}/%2e", "{}/x/..", "{}\\", "\\{}", "/x\\..{}", "/%2e{}", "/x/%2e%2e{}", "/x%2f..{}", "%2f{}", "{}\t", "{}%ff",
    "{}?/udids", "/udids;{}", "/udids?{}", "/udids%3f/..{}", "/udids/%2e%2e{}", "http://127.0.0.1{}",
    "https://udids.example.org{}", "http://x@127.0.0.1{}", "HTTP://LOCALHOST{}",
]


def spellings(path: str) -> list[str]:
    """Spellings of a path that is not public. The last ones have overlong encodings, and letters with a similar shape."""
    code, rest = ord(path[1]), path[2:]
    names = [path, path.upper(), path.title(), f"/%{code:02x}{rest}", f"{path[:-1]}%{ord(path[-1]):02x}"]
    return [spelling.replace("{}", name) for spelling in SPELLINGS for name in names] + [
        f"/%25{code:02x}{rest}", f"/%c1%{code + 0x40:02x}{rest}", f"/%u{code:04x}{rest}", f"/{chr(code + 0xfee0)}{rest}"]


async def proxy(trial: Trial) -> None:
    async with trial.serving() as server, Proxy(trial.make_folder(), server) as front:
        for check in (passes, hides, serves, slows_hashes):
            await asyncio.to_thread(check, trial, front)
        keeps = await asyncio.to_thread(idle_timeout, server)
        trial.check("nginx gives up idle connections first", front.patience, f"< {keeps}", front.patience < keeps)
    async with trial.server(None, "--rate-limit", "5/s", "--trusted-proxies", "127.0.0.1").running() as server:
        async with Proxy(trial.make_folder(), server) as front:
            await asyncio.to_thread(forwards, trial, front)
            await server.kill()
            answer = await asyncio.to_thread(ask, front, "POST", "/udids")
            trial.equal("nginx without a server", (answer.status, answer.fault()), (503, None))


def encode(path: str, *fields: str, method: str = "GET") -> bytes:
    return get(path, "Connection: close", *fields, method=method, host="udids.example.org")


def ask(front: Proxy, method: str, path: str, source: str = "127.0.0.2") -> Answer:
    """Returns the reply to a request, with an empty object if the method may have a body."""
    body = b"" if method in ("GET", "DELETE") else b"{}"
    return replies(front.ask(encode(path, *(described(body) if body else ()), method=method) + body, source))[0]


def passes(trial: Trial, front: Proxy) -> None:
    """The service answers each operation of its contract, except those for operators, and nginx logs its request id."""
    paths = json.loads(CONTRACT.read_text())["paths"]
    operations = [(method.upper(), path) for path, item in paths.items() for method in item]
    wrong, answers = [], []
    for method, path in operations:
        reply = ask(front, method, re.sub(r"\{.*?\}", "0198c1a2-7d1e-7000-8000-0123456789ab", path))
        identifier = reply.field("x-request-id")
        if (identifier is None) != (path in HIDDEN) or (path in HIDDEN and reply.status != 404):
            wrong.append(f"{method} {path}: {reply.status} by {'the service' if identifier else 'nginx'}")
        answers.append((reply.status, identifier or ""))
    trial.all_right("operations of the contract that nginx passes on or hides", len(operations), wrong)
    # nginx logs a request after it has answered.
    deadline = time.monotonic() + trial.patience(2)
    while front.log.read_bytes().count(b"\n") < len(operations) and time.monotonic() < deadline:
        time.sleep(0.05)
    lines = map(json.loads, front.log.read_text().splitlines())
    logged = {(line["status"], line["request_id"]) for line in lines}
    trial.equal("answers that nginx's log does not have with their request id", set(answers) - logged, set())
    message = ask(front, "GET", "/nothing").members["message"]
    named = set(re.findall(r"/[\w{}/.-]*\w[}\w]*", message))
    trial.equal("paths that only the contract, or only nginx's 404 names", named ^ set(paths) - HIDDEN, set())


def hides(trial: Trial, front: Proxy) -> None:
    requests = [encode(path) for path in (*spellings("/metrics"), *spellings("/ready")[::7])[::trial.size(1, 4)]]
    requests += [encode("/metrics", method=method) for method in ("HEAD", "POST", "OPTIONS", "get", "PUT")]
    requests += [
        encode("/openapi.json", f"{name}: /metrics")
        for name in ("X-Original-URL", "X-Rewrite-URL", "X-Forwarded-Prefix", "X-Accel-Redirect")]
    lengths = ("Content-Length: 4", "Transfer-Encoding: chunked")
    requests += [
        get("/udids", *fields, method="POST") + body + encode("/metrics")
        for fields, body in [(lengths, b"0\r\n\r\n"), (lengths[::-1], b"0\r\n\r\n"), (("Content-Length: 0",), b"")]]
    leaked, forms = [], []
    for request in requests:
        found = front.ask(request, seconds=1)
        if b"# TYPE" in found or b'"ready"' in found and b'"openapi"' not in found:
            leaked.append(f"{request!r} reaches what is not for the Internet")
        with contextlib.suppress(ValueError, IndexError):
            if fault := replies(found)[0].fault():
                forms.append(f"{request!r}: {fault}")
    trial.all_right("spellings of /metrics and /ready that nginx keeps from the Internet", len(requests), leaked)
    trial.all_right("refusals by nginx in the form of the contract", len(requests), forms)


def serves(trial: Trial, front: Proxy) -> None:
    """Public paths are passed on, and nothing else is revealed."""
    wrong = []
    cases = {
        "POST /udids": (post(), {201}), "GET /udids": (get("/udids"), {405}), "a body of 17 KB": (post(b" " * 17_000), {413}),
        "a body of 1 MB": (post(b" " * 1_000_000), {413}), "a path of 9 KB": (get("/" + "a" * 9000), {400, 404}),
        "a head of 40 KB": (get("/openapi.json", *[f"X-{number}: {'y' * 4000}" for number in range(10)]), {400}),
        "no HTTP": (b"\xff\xfe\r\n\r\n", {400}), "no Host": (b"GET /openapi.json HTTP/1.1\r\n\r\n", {400}),
    }
    for name, (data, statuses) in cases.items():
        reply = replies(front.ask(data, seconds=1))[0]
        fault = reply.fault() or reply.status not in statuses and f"{reply.status}, and not {statuses}"
        if fault or re.search(r"\d", reply.field("server") or ""):
            wrong.append(f"{name}: {fault or reply.field('server')}")
    trial.all_right("answers through nginx as in the contract, without its version", len(cases), wrong)
    old = []
    for version in (ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1):
        with contextlib.suppress(OSError, ValueError):
            front.reach(version=version).close()
            old.append(f"{version.name} is spoken")
    trial.all_right("versions of TLS before 1.2 that nginx refuses", 2, old)
    if not trial.is_short:
        with front.reach() as slow:
            slow.sendall(b"GET /openapi.json HTTP/1.1\r\n")
            begin = time.monotonic()
            trial.equal("half a head to nginx is closed", receive(slow, 25)[1], True)
            trial.at_most("half a head to nginx is closed after", time.monotonic() - begin, 20, "s")


def slows_hashes(trial: Trial, front: Proxy) -> None:
    """nginx stops a flood of requests that hash, and passes all other requests of that client."""
    begin, count = time.monotonic(), 60
    passed = sum(ask(front, "POST", "/sessions", "127.0.0.4").field("x-request-id") is not None for _ in range(count))
    # The burst, one more request that is served immediately, and two a second.
    trial.at_most(f"of {count} logins of one address, those passed on", passed, 22 + int((time.monotonic() - begin) * 2))
    others = [("GET", "/sessions", "127.0.0.4"), ("POST", "/udids", "127.0.0.4"), ("POST", "/sessions", "127.0.0.5")]
    refused = [f"{each}" for each in others if ask(front, *each).field("x-request-id") is None]
    trial.all_right("other requests during that flood that nginx passes on", len(others), refused)


def idle_timeout(server: Server) -> float:
    """Returns how long the service keeps an idle connection by default, in seconds."""
    settings = subprocess.run(
        [server.program, "serve", "--check", "--database", server.database.address], check=True, capture_output=True,
        text=True).stdout
    return float(re.search(r"^idle-timeout (\S+)$", settings, re.MULTILINE)[1])


def forwards(trial: Trial, front: Proxy) -> None:
    """Each client has its own rate limit, and cannot pretend to be another client."""

    def status(request: bytes, source: str) -> int:
        return replies(front.ask(request, source, seconds=0.2))[0].status

    claims = ["X-Forwarded-For: {}", "Forwarded: for={}", "X-Real-IP: {}", "X-Client-IP: {}"]
    close = "Connection: close"
    own = [status(post(BODY, close), "127.0.0.2") for _ in range(15)]
    other = status(post(BODY, close), "127.0.0.3")
    forged = [
        status(post(BODY, close, *(claim.format(f"198.51.100.{number}") for claim in claims)), "127.0.0.2")
        for number in range(15)]
    for figure, statuses in (("15 requests through nginx at 5/s", own), ("15 that claim other addresses", forged)):
        limited = statuses.count(429)
        trial.check(f"429 of {figure}", limited, ">= 5", limited >= 5, is_timed=True)
    trial.equal("another client's request through nginx then", other, 201)
