"""Attacks on the service, and on the program as a client. Their costs must stay within bounds.

What one request or connection gets is specified in Tests/Presentation/Server. These are the costs of many.
"""

import asyncio
import contextlib
import resource
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable

from service.clients import answers, broken_answers
from service.front import proxy
from service.http import BODY, CHUNKED, JSON, MOST, TRACE, flood, get, post, pump, receive, receive_one, replies, reset
from service.proxy import make_certificate
from service.server import Server
from service.trial import MB, Campaign, Trial

Stop = threading.Event
# The allowed latency of an ordinary client during an attack, as a multiple of its undisturbed latency.
RATIO = 5
# A latency that is always allowed, in milliseconds. The attackers themselves use processors, and the machine may have
# only two.
FLOOR = 10.0
# A latency that is never allowed, in milliseconds, however slow the machine is. It is the only limit of the short form,
# which checks debug builds on busy machines.
CEILING = 1000.0
HEAD = get("/udids", JSON, "Content-Length: 10000", method="POST")
CHUNKS = get("/udids", JSON, CHUNKED, method="POST")
UPGRADE = get("/health", "Connection: Upgrade", "Upgrade: x")


# --- The effect on an ordinary client --------------------------------------------------------------------------------------

async def ordinary(server: Server, seconds: float) -> tuple[float, int]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "service.ordinary", str(server.port), str(seconds), stdout=asyncio.subprocess.PIPE)
    p99, refused = (await process.communicate())[0].split()
    return float(p99), int(refused)


async def fairness(trial: Trial) -> None:
    """An ordinary client is served next to each of these attackers, and they take little memory."""
    attacks: dict[str, Callable[[Server, Stop], None]] = {
        "pipelined GET /nothing": pumping(get("/nothing") * 1000),
        "traced requests for a long path": pumping(get("/" + "a" * 7890, TRACE) * 50),
        "bodies that are dear to parse": paced,
        "connections that come and go": come_and_go,
        "connections that are reset": reset_all,
        "300 slow clients": trickle,
    }
    if not trial.is_short:
        attacks |= {
            "pipelined POST /udids": pumping(post() * 500), "pipelined GET /metrics": pumping(get("/metrics") * 500),
            "pipelined GET /openapi.json": pumping(get("/openapi.json") * 500),
            "pipelined POST without a body": pumping(get("/udids", "Content-Length: 0", method="POST") * 500),
            "answers that nobody reads": hold,
        }
    for options in [()] if trial.is_short else [(), ("--rate-limit", "2000/s")]:
        async with trial.serving("--request-timeout", "2", *options) as server:
            undisturbed, _ = await ordinary(server, trial.size(2, 1))
            for name, attack in attacks.items():
                with trial.memory(server, 96 * MB, f"{name} {' '.join(options)}"):
                    await stay_fair(trial, server, f"{name} {' '.join(options)}", attack, undisturbed)


async def stay_fair(trial: Trial, server: Server, name: str, attack: Callable[[Server, Stop], None], before: float) -> None:
    stop = Stop()
    # Each processor has one event loop, so one of two attackers shares the event loop of the ordinary client.
    tasks = [asyncio.create_task(asyncio.to_thread(attack, server, stop)) for _ in range(2)]
    await asyncio.sleep(0.3)
    p99, refused = await ordinary(server, 3 if not trial.is_short else 0.8)
    stop.set()
    await asyncio.gather(*tasks)
    limit = CEILING if trial.is_short else min(max(RATIO * before, FLOOR), CEILING)
    trial.at_most(f"p99 of an ordinary client, {name}", p99, limit, "ms")
    trial.at_most(f"ordinary requests refused, {name}", refused, 0)


def pumping(data: bytes) -> Callable[[Server, Stop], None]:
    def attack(server: Server, stop: Stop) -> None:
        while not stop.is_set():
            with contextlib.suppress(OSError):
                with server.reach() as peer:
                    pump(peer, data, stop)

    return attack


def paced(server: Server, stop: Stop) -> None:
    """Stays below the rate limit."""
    with server.reach() as peer:
        while not stop.is_set():
            peer.sendall(post(DEAR["marks in two orders"]))
            receive_one(peer)
            time.sleep(1 / 16)


def come_and_go(server: Server, stop: Stop) -> None:
    while not stop.is_set():
        for _ in range(20):
            server.reach().close()
        with server.reach() as peer:
            peer.sendall(post())
        time.sleep(0.002)


def reset_all(server: Server, stop: Stop) -> None:
    while not stop.is_set():
        with contextlib.suppress(OSError):
            peer = server.reach()
            peer.sendall(HEAD + b'{"appDevi')
            reset(peer)


def trickle(server: Server, stop: Stop) -> None:
    """Connections that send a body byte by byte, and reconnect when they are closed."""
    while not stop.is_set():
        peers = [server.reach() for _ in range(150)]
        for peer in peers:
            peer.sendall(HEAD)
        for _ in range(15):
            time.sleep(0.1)
            for peer in peers:
                with contextlib.suppress(OSError):
                    peer.sendall(b" ")
        for peer in peers:
            peer.close()


def hold(server: Server, stop: Stop) -> None:
    """Some clients that do not read, and twenty new ones a second. Many more would be a flood of connections."""
    peers = []
    while not stop.is_set():
        peers.append(pipeline(server, "/openapi.json", 500))
        if len(peers) > 20:
            peers.pop(0).close()
        time.sleep(0.05)
    for peer in peers:
        peer.close()


# --- Memory and time that clients can take ---------------------------------------------------------------------------------

def pipeline(server: Server, path: str, count: int) -> socket.socket:
    """Sends `count` requests, as far as they are accepted, with a very small buffer for the responses."""
    peer = server.reach(buffer=4096)
    peer.settimeout(0.2)
    with contextlib.suppress(OSError):
        peer.sendall(get(path) * count)
    return peer


async def never_reads(trial: Trial) -> None:
    """Clients send requests, and read the responses not at all, or a byte a second. Soon their places are free again."""
    async with trial.serving("--response-timeout", "2") as server:
        with trial.memory(server, 96 * MB, "50 × 3,000 answers that nobody reads"):
            peers = [pipeline(server, "/openapi.json", 3000) for _ in range(50)]
            begin = time.monotonic()
            await server.ask("GET", "/health")
            trial.at_most("/health beside them", time.monotonic() - begin, trial.patience(3), "s")
            dripping = asyncio.create_task(read_slowly(peers[:3]))
            await trial.gone(server, 10, "connections that read nothing, or a byte a second")
            dripping.cancel()
        for peer in peers:
            peer.close()


async def read_slowly(peers: list[socket.socket]) -> None:
    while True:
        await asyncio.sleep(1)
        for peer in peers:
            with contextlib.suppress(OSError):
                peer.recv(1)


async def endless(trial: Trial) -> None:
    """Each request ends with a response or a closed connection, before it has used resources."""
    cases = {
        "a chunk's extension": (CHUNKS + b"1;", b"a" * 65536),
        "trailers": (CHUNKS + b"0\r\n", b"X: y\r\n" * 10_000),
        "a method": (b"", b"A" * 65536),
        "a field": (b"GET / HTTP/1.1\r\nX: ", b"a" * 65536),
        "fields": (b"GET / HTTP/1.1\r\nHost: a\r\n", b"X: y\r\n" * 10_000),
        "a folded line": (b"GET / HTTP/1.1\r\nX: a", b"\r\n a" * 10_000),
        "empty lines": (b"", b"\r\n" * 32_768),
        "a chunk's length": (CHUNKS, b"0" * 65536),
        "empty chunks' extensions": (CHUNKS, b"1;" + b"a" * 100 + b"\r\nx\r\n"),
        "bytes after an error": (b"GET\r\n\r\n", b"x" * 65536),
        "bytes after a close": (get("/health", "Connection: close"), b"x" * 65536),
        "bytes after an upgrade": (UPGRADE, b"x" * 65536),
        "a body after its refusal": (get("/udids", JSON, "Content-Length: 99999999999", method="POST"), b"x" * 65536),
    }
    async with trial.serving("--request-timeout", "2", "--idle-timeout", "2") as server:
        for name, (first, more) in cases.items():
            before = server.processor_time()
            with server.reach() as peer, trial.memory(server, 16 * MB, f"without end: {name}"):
                sent = await asyncio.to_thread(flood, peer, first, more, limit=64 * MB, seconds=4)
            # Each byte costs the same. If each cost more than the one before it, few would be read in this time.
            trial.at_most(
                f"processor time without end: {name}", server.processor_time() - before, max(1.5, 0.1 * sent / MB), "s")
        await trial.gone(server, 10, "connections kept after them")


async def slow(trial: Trial) -> None:
    """Clients of TLS that are slow, or send nothing. HTTPConnectionsSpec has the same without TLS."""
    certificate = make_certificate(trial.folder)
    kinds = {
        "no handshake": (b"", b""), "half a handshake": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b""),
        "a handshake a byte at a time": (b"", b"\x16\x03\x01\x40\x00\x01\x00\x3f\xfc\x03\x03" + b"\0" * 10_000),
    }
    limits = ("--idle-timeout", "3", "--request-timeout", "2")
    async with trial.serving(*limits, *certificate.options, tls=certificate.trust()) as server:
        peers = {kind: [server.reach() for _ in range(10)] for kind in kinds.values()}
        tasks = [asyncio.create_task(drip(these, *kind)) for kind, these in peers.items()]
        await asyncio.sleep(0.5)
        trial.check("slow connections that are taken", server.connections(), ">= 15", server.connections() >= 15)
        await trial.gone(server, 9, "slow connections left")
        for task in tasks:
            task.cancel()
        before = server.processor_time()
        result = await asyncio.to_thread(renegotiate, server.port)
        refused = any(word in result for word in (b"no renegotiation", b"unexpected message", b"unexpected eof"))
        trial.check("renegotiation is refused", refused, True, refused)
        trial.at_most("processor time for it", server.processor_time() - before, 0.5, "s")


async def drip(peers: list[socket.socket], begin: bytes, more: bytes) -> None:
    for peer in peers:
        peer.sendall(begin)
        peer.setblocking(False)
    for byte in more:
        await asyncio.sleep(0.1)
        for peer in peers:
            with contextlib.suppress(OSError):
                peer.send(bytes([byte]))


def renegotiate(port: int) -> bytes:
    # openssl sends R as a request for renegotiation. A server that supports it continues and reports it.
    shell = f"(sleep 0.5; echo R; sleep 0.5; echo R; sleep 0.5) | timeout -k 1 10 openssl s_client -tls1_2 -connect 127.0.0.1:{port}"
    return subprocess.run(
        ["bash", "-c", shell], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=20).stdout


def filled(begin: str, unit: str, end: str, separator: str = "") -> bytes:
    """Returns the unit repeated as often as it fits."""
    room = MOST - len(begin.encode()) - len(end.encode())
    return (begin + separator.join([unit] * (room // len((unit + separator).encode()))) + end).encode()


MEMBER = '":1,"appDeviceKbn":11}'
PLAIN = filled('{"', "a", MEMBER)
DEAR = {
    "marks in two orders": ('{"a' + "\u0301" * 4050 + "\u0323" * 4050 + MEMBER).encode(),
    "marks escaped": ('{"a' + "\\u0301" * 1350 + "\\u0323" * 1350 + MEMBER).encode(),
    "Hangul in parts": filled('{"', "\u1100\u1161\u11a8", MEMBER),
    "nested lists": filled('{"a":', "[", ""),
    "nested lists, closed": b'{"a":' + b"[" * 8170 + b"]" * 8170 + b',"appDeviceKbn":11}',
    "nested objects": filled("", '{"a":', ""),
    "many members": ("{" + "".join(f'"{number:x}":1,' for number in range(1700)) + '"appDeviceKbn":11}').encode(),
    "the same member": filled("{", '"appDeviceKbn":11', "}", ","),
    "a long number": filled('{"appDeviceKbn":', "1", "}"),
    "a long fraction": filled('{"appDeviceKbn":11.', "0", "}"),
    "a long exponent": filled('{"appDeviceKbn":1e', "9", "}"),
    "a small exponent": filled('{"appDeviceKbn":1e-', "9", "}"),
    "surrogates": filled('{"', "\\ud83d\\ude00", MEMBER),
    "white space": filled("{", " \n", '"appDeviceKbn":11}'),
    "broken UTF-8": b'{"' + b"\xf0\x9f\x98" * 5440 + MEMBER.encode(),
    "quotation marks": filled("", '"', ""),
}
FORWARDED = {
    "trusted addresses": "10.0.0.1, " * 700 + "192.0.2.1", "commas": "," * 7000, "one long address": "1" * 7000,
    "colons": ":" * 7000, "IPv6": "2001:db8::1, " * 500, "brackets": "[" * 7000,
}


async def dear(trial: Trial) -> None:
    """The processor time of a request grows only with its length."""
    count = trial.size(60, 10)
    async with trial.serving("--rate-limit", "1000000/s", "--trusted-proxies", "127.0.0.2,10.0.0.0/8") as server:
        async def price(request: bytes) -> float:
            """Returns the processor time of one such request in milliseconds."""
            before = server.processor_time()
            await asyncio.to_thread(send, server, request, count)
            return (server.processor_time() - before) / count * 1000

        await price(post(PLAIN))
        limit = max(5 * await price(post(PLAIN)), 1.0)
        for name, body in DEAR.items():
            assert len(body) <= MOST, name
            trial.at_most(f"processor time for a body: {name}", await price(post(body)), limit, "ms")
        plain = await price(get("/nothing", "X-Filler: " + "y" * 7000))
        for name, value in FORWARDED.items():
            cost = await price(get("/nothing", f"X-Forwarded-For: {value}"))
            trial.at_most(f"processor time for X-Forwarded-For: {name}", cost, max(5 * plain, 1.0), "ms")
        # The chunks have six times as many bytes, and each byte is a separate event.
        cost = await price(CHUNKS + b"".join(b"1\r\n%c\r\n" % byte for byte in PLAIN) + b"0\r\n\r\n")
        trial.at_most("processor time for 16,384 chunks of a byte", cost, max(limit * 16, 40), "ms")


def send(server: Server, request: bytes, count: int) -> None:
    peer = server.reach(timeout=20)
    for _ in range(count):
        peer.sendall(request)
        if (reply := receive_one(peer)).status not in (201, 400, 404):
            raise RuntimeError(f"a request that is only dear was answered {reply}")
        if reply.field("connection") == "close":
            peer.close()
            peer = server.reach(timeout=20)
    peer.close()


async def open_files(trial: Trial) -> None:
    """If the connections outnumber the allowed open files, they wait or are closed, and the service continues."""
    async with trial.server(None, "--connections-per-address", "100000").running() as server:
        limit = server.file_count() + 50
        soft, hard = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (limit, hard))
        peers = [server.reach() for _ in range(200)]
        await asyncio.sleep(0.5)
        size, before = server.log.stat().st_size, server.processor_time()
        await asyncio.sleep(2)
        trial.at_most(
            "processor time in 2 s without a file left", server.processor_time() - before, trial.size(2, 5) / 2, "s")
        trial.at_most("lines about it in 2 s", server.log.read_bytes()[size:].count(b"\n"), 20)
        for peer in peers:
            peer.close()
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (soft, hard))
        await server.until_ready()
        trial.equal("/health once there are files again", (await server.ask("GET", "/health")).status, 200)


# --- Requests that two readers might interpret differently -----------------------------------------------------------------

BODY_TEXT = BODY.decode()
CHUNK = f"{len(BODY):x}\r\n{BODY_TEXT}\r\n0\r\n\r\n"
# A request that would be answered if the service read it as one.
SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"


def udids(*fields: str, rest: str = "") -> bytes:
    return get("/udids", JSON, *fields, method="POST") + rest.encode("latin-1")


# The sent bytes, and the allowed statuses. ProtocolSpec and HostileInputSpec have more.
CASES: dict[str, tuple[bytes, set[int]]] = {
    "an unknown coding alone": (udids("Transfer-Encoding: gzip", rest=CHUNK + SMUGGLED), {400, 501}),
    "chunked not last": (udids("Transfer-Encoding: chunked, gzip", rest=CHUNK + SMUGGLED), {400, 501}),
    "chunked in capitals": (udids("Transfer-Encoding: CHUNKED", rest=CHUNK), {201}),
    "chunked after a vertical tab": (udids("Transfer-Encoding:\x0bchunked", rest=CHUNK + SMUGGLED), {400, 501}),
    "a length of 2^64 and a body's": (udids(f"Content-Length: {2**64 + 19}", rest=BODY_TEXT), {400, 413}),
    "a length with a sign": (udids("Content-Length: +19", rest=BODY_TEXT), {400}),
    "a length in base 16": (udids("Content-Length: 0x13", rest=BODY_TEXT), {400}),
    "a length of nothing": (udids("Content-Length:", rest=BODY_TEXT), {400}),
    "a length with an underscore": (udids("Content_Length: 19"), {400}),
    "a folded length": (udids("Content-Length:\r\n 19", rest=BODY_TEXT), {201, 400}),
    "a folded coding": (udids("Transfer-Encoding:\r\n chunked", rest=CHUNK), {201, 400, 501}),
    "a bare LF in a field": (get("/health", "X: a\nContent-Length: 19"), {200, 400}),
    "a bare CR": (get("/health", "X: a\rb"), {400}),
    "a space before the colon": (udids("Content-Length : 19", rest=BODY_TEXT), {400}),
    "a space before the colon of a coding": (udids("Transfer-Encoding : chunked", rest=CHUNK), {400}),
    "a space before a name": (b"GET /health HTTP/1.1\r\n Host: a\r\n\r\n", {400}),
    "a field without a colon": (get("/health", "colon"), {400}),
    "a field without a name": (get("/health", ": x"), {400}),
    "a name that is no token": (get("/health", "x(y: z"), {400}),
    "a chunk with a sign": (udids(CHUNKED, rest=f"+13\r\n{BODY_TEXT}\r\n0\r\n\r\n"), {400}),
    "a chunk in base 16 with 0x": (udids(CHUNKED, rest=f"0x13\r\n{BODY_TEXT}\r\n0\r\n\r\n"), {400}),
    "a chunk of 2^64": (udids(CHUNKED, rest=f"10000000000000013\r\n{BODY_TEXT}\r\n0\r\n\r\n"), {400, 413}),
    "a chunk too large": (udids(CHUNKED, rest="ffffff\r\n" + "x" * 20_000), {413}),
    "a chunk longer than said": (udids(CHUNKED, rest=f"12\r\n{BODY_TEXT}\r\n0\r\n\r\n"), {400}),
    "a trailer that names a key": (udids(CHUNKED, rest=f"13\r\n{BODY_TEXT}\r\n0\r\nContent-Length: 5\r\n\r\n"), {201, 400}),
    "HTTP/2.0": (b"GET /health HTTP/2.0\r\nHost: a\r\n\r\n", {400, 505}),
    "HTTP/0.9": (b"GET /health\r\n\r\n", {400}),
    "TRACE": (get(method="TRACE"), {404, 405, 501}),
    "a body on a GET": (get("/health", "Content-Length: 19") + BODY, {200, 400, 413}),
}


async def smuggling(trial: Trial) -> None:
    """Each request has one response, and the bytes after it are not read as another request."""
    async with trial.serving("--request-timeout", "2", "--idle-timeout", "2") as server:
        faults = await asyncio.gather(*(asyncio.to_thread(judge, server, *case) for case in CASES.values()))
        wrong = [f"{name}: {fault}" for name, fault in zip(CASES, faults) if fault]
        trial.all_right("requests that have the answer they should have", len(CASES), wrong)


def judge(server: Server, data: bytes, statuses: set[int]) -> str | None:
    with server.reach() as peer:
        with contextlib.suppress(OSError):
            peer.sendall(data)
            # The end of a body that is too large would be an error of its own.
            if statuses != {413}:
                peer.shutdown(socket.SHUT_WR)
        try:
            found = replies(receive(peer, 5)[0])
        except ValueError as error:
            return f"{error}; {sorted(statuses)} was expected"
    got = [reply.status for reply in found]
    if not got or got[0] not in statuses or b"/smuggled" in data and got[1:]:
        return f"{got}, and not one of {sorted(statuses)}"
    return next((fault for reply in found if (fault := reply.fault())), None)


CAMPAIGN = Campaign(
    {"fairness": fairness, "never-reads": never_reads, "endless": endless, "slow": slow, "dear": dear,
     "open-files": open_files, "smuggling": smuggling, "proxy": proxy, "answers": answers, "broken-answers": broken_answers},
    at_once=6, alone=frozenset({"fairness", "dear"}))
