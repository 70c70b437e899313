"""Checks the requests that reach the service through deploy/nginx.conf."""

import asyncio
import contextlib
import json
import re
import ssl
import subprocess
import time
from pathlib import Path

from service.hostile.arena import Arena
from service.hostile.nginx import Proxy, nginx
from service.http import BODY, Answer, described, get, post, receive, replies
from service.server import Server

CONTRACT = Path(__file__).resolve().parents[4] / "Sources/Presentation/Server/openapi.json"
# The paths for operators. nginx hides them from the Internet.
HIDDEN = {"/metrics", "/ready"}
# Spellings of paths that are hard to recognise.
SPELLINGS = [
    "{}", "{}/", "{}//", "/{}", "//{}", "/.{}", "/./{}", "/x/..{}", "/udids/..{}", "/udids/../..{}",
    "/openapi.json/..{}", "{}?x", "{}?", "{}#x", "{}#", "{};x", "{};", "{}.", "{}/.", "{}/..{}", "{}%20", "{}%00",
    "{}%0a", "{}%2f", "{}%3f", "{}%23", "{}/%2e", "{}/x/..", "{}\\", "\\{}", "/\\{}", "/x\\..{}", "/%2e{}",
    "/x/%2e%2e{}", "/x%2f..{}", "%2f{}", "/%2f{}", "{}\t", "{}%09", "{}%ff", "{}+", "{}~", "{}.json", "{}/x",
    "{}?/udids", "/udids;{}", "/udids?{}", "/udids%3f/..{}", "/udids/%2e%2e{}", "http://127.0.0.1{}",
    "http://localhost{}", "https://udids.example.org{}", "http://127.0.0.1//{}", "http://x@127.0.0.1{}",
    "http://127.0.0.1:8000{}", "HTTP://LOCALHOST{}",
]


async def proxy(arena: Arena) -> None:
    nginx()
    async with arena.target() as target:
        async with Proxy(arena.make_folder(), target) as front:
            await asyncio.to_thread(passes, arena, front)
            await asyncio.to_thread(hashes, arena, front)
            keeps = await asyncio.to_thread(idle_timeout, target)
            arena.row(
                "nginx gives up an idle connection to the service before the service does", f"{front.patience} s",
                f"< {keeps:.0f} s", front.patience < keeps)
            await asyncio.to_thread(leaks, arena, front)
            await asyncio.to_thread(serves, arena, front)
        wrong = []
        chosen = [each for each in spellings("/metrics") if "#" not in each][::arena.size(1, 4)] + ["/metrics/", "//metrics"]
        # The path itself, with any query, and in absolute form with any host.
        own = re.compile(r"^(?i:https?://[^/]*)?/metrics([?].*)?$")
        for spelling in chosen:
            found = await asyncio.to_thread(direct, target, spelling)
            if b"# TYPE" in found and not own.match(spelling):
                wrong.append(f"{spelling!a} gives the metrics")
        arena.all_right("spellings of /metrics that the service itself does not take for it", len(chosen), wrong)
    async with arena.target("--rate-limit", "5/s", "--trusted-proxies", "127.0.0.1") as target:
        async with Proxy(arena.make_folder(), target) as front:
            await asyncio.to_thread(forwards, arena, front)
            await target.kill()
            answers = replies(await asyncio.to_thread(front.ask, post(), "127.0.0.2", 1))
            is_said = answers and answers[0].status == 503 and not answers[0].fault()
            arena.row("nginx without a server", f"{answers[0].status if answers else None}", "503", bool(is_said))


def direct(target: Server, path: str) -> bytes:
    peer = target.reach()
    try:
        peer.sendall(encode(path))
        return receive(peer, 1)[0]
    except OSError:
        return b""
    finally:
        peer.close()


def encode(path: str, *fields: str, method: str = "GET") -> bytes:
    return get(path, "Connection: close", *fields, method=method, host="udids.example.org")


def passes(arena: Arena, proxy: Proxy) -> None:
    """The service answers each operation of its contract, except those for operators, and nginx logs its request id."""
    paths = json.loads(CONTRACT.read_text())["paths"]
    operations = [(method.upper(), path) for path, item in paths.items() for method in item]
    wrong, answers = [], []
    for method, path in operations:
        reply = ask(proxy, method, re.sub(r"\{.*?\}", "0198c1a2-7d1e-7000-8000-0123456789ab", path))
        is_hidden = path in HIDDEN
        if (reply.field("x-request-id") is None) != is_hidden or (is_hidden and reply.status != 404):
            wrong.append(f"{method} {path}: {reply.status} by {'the service' if reply.field('x-request-id') else 'nginx'}")
        answers.append((f"{method} {path}", reply.status, reply.field("x-request-id") or ""))
    arena.all_right("operations of the contract that nginx passes on or hides", len(operations), wrong)
    # nginx logs a request after it has answered.
    deadline = time.monotonic() + arena.patience(2)
    while proxy.log.read_bytes().count(b"\n") < len(operations) and time.monotonic() < deadline:
        time.sleep(0.05)
    lines = [json.loads(line) for line in proxy.log.read_text().splitlines()]
    logged = {(line["status"], line["request_id"]) for line in lines}
    arena.all_right(
        "lines of nginx's log that name the request id of the service", len(operations),
        [name for name, *answer in answers if tuple(answer) not in logged])
    arena.at_least("operations in the contract", len(operations), 13)
    named = json.loads(ask(proxy, "GET", "/nothing").body)["message"].rstrip(".").replace(" and ", ", ").split(", ")
    named[0] = named[0].rpartition(" ")[2]
    arena.row(
        "paths that nginx's 404 names", f"{len(named)}", f"{len(paths) - len(HIDDEN)}",
        sorted(named) == sorted(set(paths) - HIDDEN))


def hashes(arena: Arena, proxy: Proxy) -> None:
    """nginx stops a flood of requests that hash, and passes all other requests of that client."""
    begin, count = time.monotonic(), 60
    passed = sum(ask(proxy, "POST", "/sessions", "127.0.0.4").field("x-request-id") is not None for _ in range(count))
    # The burst, one more request that is served immediately, and two a second.
    most = 21 + int((time.monotonic() - begin) * 2) + 1
    arena.at_most(f"of {count} logins of one address, those that nginx passes on", passed, most)
    others = [
        ("GET", "/sessions", "127.0.0.4"), ("POST", "/udids", "127.0.0.4"), ("POST", "/sessions", "127.0.0.5")]
    refused = [f"{each}" for each in others if ask(proxy, *each).field("x-request-id") is None]
    arena.all_right("other requests during that flood that nginx passes on", len(others), refused)


def ask(proxy: Proxy, method: str, path: str, source: str = "127.0.0.2") -> Answer:
    """Returns the reply to a request, with an empty object if the method may have a body."""
    body = b"" if method in ("GET", "DELETE") else b"{}"
    fields = described(body) if body else ()
    return replies(proxy.ask(encode(path, *fields, method=method) + body, source))[0]


def idle_timeout(target: Server) -> float:
    """Returns how long the service keeps an idle connection by default, in seconds."""
    settings = subprocess.run(
        [target.program, "serve", "--check", "--database", target.address], check=True, capture_output=True, text=True).stdout
    return float(re.search(r"^idle-timeout (\S+)$", settings, re.MULTILINE)[1])


def leaks(arena: Arena, proxy: Proxy) -> None:
    wrong, forms, count = [], [], 0
    chosen = spellings("/metrics")[::arena.size(1, 4)] + ["/metrics", "/metrics/", "//metrics", "/%6detrics"]
    for path in [*chosen, *(spellings("/ready")[::7])]:
        count += 1
        found = proxy.ask(encode(path), seconds=1)
        if b"# TYPE" in found or b'"ready"' in found:
            wrong.append(f"{path!a} reaches what is not for the Internet")
            continue
        try:
            answers = replies(found)
        except ValueError:
            answers = []
        if answers and answers[0].status >= 400 and (fault := answers[0].fault()):
            forms.append(f"{path!a}: {fault}")
    for method in ("HEAD", "POST", "OPTIONS", "get", "PUT"):
        count += 1
        if b"# TYPE" in proxy.ask(encode("/metrics", method=method), seconds=1):
            wrong.append(f"{method} /metrics")
    for name in ("X-Original-URL", "X-Rewrite-URL", "X-Forwarded-Prefix", "X-Accel-Redirect"):
        count += 1
        if b"# TYPE" in proxy.ask(encode("/openapi.json", f"{name}: /metrics"), seconds=1):
            wrong.append(name)
    arena.all_right("spellings of /metrics and /ready that nginx keeps from the Internet", count, wrong)
    arena.all_right("refusals by nginx in the form of the contract", count, forms)
    chunked = ("Content-Length: 4", "Transfer-Encoding: chunked")
    leak = any(
        b"# TYPE" in proxy.ask(get("/udids", *fields, method="POST") + body + get("/metrics"), seconds=1)
        for fields, body in [(chunked, b"0\r\n\r\n"), (chunked[::-1], b"0\r\n\r\n"), (("Content-Length: 0",), b"")])
    arena.row("metrics smuggled behind another request", f"{leak}", "False", not leak)


def serves(arena: Arena, proxy: Proxy) -> None:
    """Public paths are passed on, and nothing else is revealed."""
    wrong = []
    cases = {
        "POST /udids": (post(), {201}),
        "GET /openapi.json": (get("/openapi.json"), {200}),
        "GET /nothing": (get("/nothing"), {404}),
        "GET /udids": (get("/udids"), {405}),
        "a body of 17 KB": (post(b" " * 17_000), {413}),
        "a body of 1 MB": (post(b" " * 1_000_000), {413}),
        "a head of 40 KB": (get("/openapi.json", *[f"X-{number}: {'y' * 4000}" for number in range(10)]), {400}),
        "a path of 9 KB": (get("/" + "a" * 9000), {400, 404}),
        "no HTTP": (b"\xff\xfe\r\n\r\n", {400}),
        "no Host": (b"GET /openapi.json HTTP/1.1\r\n\r\n", {400}),
    }
    told = []
    for name, (data, statuses) in cases.items():
        try:
            found = replies(proxy.ask(data, seconds=1))
        except (ValueError, OSError) as error:
            wrong.append(f"{name}: {error}")
            continue
        if not found or found[0].status not in statuses:
            wrong.append(f"{name}: {[reply.status for reply in found]}, and not {sorted(statuses)}")
        elif fault := found[0].fault():
            wrong.append(f"{name}: {fault}")
        for reply in found:
            if re.search(r"\d", reply.field("server") or ""):
                told.append(f"{name}: Server: {reply.field('server')}")
    arena.all_right("answers through nginx that are what the contract says", len(cases), wrong)
    arena.all_right("answers through nginx that do not tell its version", len(cases), told)
    old = []
    for version in (ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1):
        with contextlib.suppress(OSError, ValueError):
            proxy.reach("127.0.0.2", version=version).close()
            old.append(f"{version.name} is spoken")
    arena.all_right("versions of TLS before 1.2 that nginx refuses", 2, old)
    if arena.is_short:
        return
    slow = proxy.reach()
    slow.sendall(b"GET /openapi.json HTTP/1.1\r\n")
    begin = time.monotonic()
    closed = receive(slow, 25)[1]
    slow.close()
    arena.in_time("half a head to nginx is closed", closed, True, time.monotonic() - begin, 20)


def forwards(arena: Arena, proxy: Proxy) -> None:
    """Each client has its own rate limit, and cannot pretend to be another client."""
    request = post()
    first = [status(proxy, request, "127.0.0.2") for _ in range(15)]
    other = status(proxy, request, "127.0.0.3")
    claims = ["X-Forwarded-For: {}", "Forwarded: for={}", "X-Real-IP: {}", "X-Client-IP: {}"]
    forged = [
        status(proxy, post(BODY, *(claim.format(f"198.51.100.{number}") for claim in claims)), "127.0.0.2")
        for number in range(15)
    ]
    arena.row("429 of 15 requests through nginx at 5/s", f"{first.count(429)}", ">= 5", first.count(429) >= 5, is_timed=True)
    arena.row("another client's request through nginx then", f"{other}", "201", other == 201)
    arena.row("429 of 15 that claim other addresses", f"{forged.count(429)}", ">= 5", forged.count(429) >= 5, is_timed=True)


def status(proxy: Proxy, request: bytes, source: str) -> int:
    peer = proxy.reach(source)
    peer.sendall(request)
    data = peer.recv(65536)
    peer.close()
    return int(data.split(b" ")[1]) if data else 0


def spellings(path: str) -> list[str]:
    """Spellings of a path that is not public."""
    code, rest = ord(path[1]), path[2:]
    names = [
        path, path.upper(), path.title(), f"/%{code:02x}{rest}", f"/%{code:02X}{rest}",
        f"{path[:-1]}%{ord(path[-1]):02x}",
        "/" + "".join(f"%{byte:02x}" for byte in path[1:].encode()),
    ]
    # Double encoding, overlong encoding, and letters with a similar shape.
    others = [f"/%25{code:02x}{rest}", f"/%c1%{code + 0x40:02x}{rest}", f"/%u{code:04x}{rest}", f"/{chr(code + 0xfee0)}{rest}"]
    return sorted({spelling.replace("{}", name) for spelling in SPELLINGS for name in names} | set(others))
