"""Requests that two readers might read differently: each has one answer, and what follows is not read as another."""

import asyncio

from ..arena import Arena
from ..target import Target
from ..wire import get, post, receive, replies

JSON = "Content-Type: application/json"
CHUNKED = "Transfer-Encoding: chunked"
BODY = '{"appDeviceKbn":11}'
CHUNK = f"{len(BODY):x}\r\n{BODY}\r\n0\r\n\r\n"
# What would be answered if it were read as a request.
SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"


def raw(*lines: str, rest: str = "", end: str = "\r\n") -> bytes:
    return (end.join(lines) + end + end + rest).encode("latin-1")


def udids(*fields: str, rest: str = "", host: bool = True) -> bytes:
    return raw("POST /udids HTTP/1.1", *(["Host: localhost"] if host else []), JSON, *fields, rest=rest)


LENGTH = f"Content-Length: {len(BODY)}"
# What is sent; the statuses that it may have; whether the connection must be closed then.
CASES: dict[str, tuple[bytes, set[int], bool]] = {
    "Host is missing": (raw("GET /health HTTP/1.1"), {400}, False),
    "Host twice": (raw("GET /health HTTP/1.1", "Host: a", "Host: b"), {400}, False),
    "Host twice the same": (raw("GET /health HTTP/1.1", "Host: a", "Host: a"), {400}, False),
    "Host with a space": (raw("GET /health HTTP/1.1", "Host: a b"), {400}, False),
    "Host with a path": (raw("GET /health HTTP/1.1", "Host: a/b"), {400}, False),
    "Host with a user": (raw("GET /health HTTP/1.1", "Host: a@b"), {400}, False),
    "Host with a bad port": (raw("GET /health HTTP/1.1", "Host: a:99999x"), {400}, False),
    "Host with an open bracket": (raw("GET /health HTTP/1.1", "Host: [::1"), {400}, False),
    "Host is IPv6": (raw("GET /health HTTP/1.1", "Host: [::1]:8000"), {200}, False),
    "no Host in HTTP/1.0": (raw("GET /health HTTP/1.0"), {200}, True),
    "an unknown coding": (udids("Transfer-Encoding: gzip, chunked", rest=CHUNK), {400, 501}, True),
    "an unknown coding in two fields": (udids("Transfer-Encoding: gzip", CHUNKED, rest=CHUNK), {400, 501}, True),
    "an unknown coding alone": (udids("Transfer-Encoding: gzip", rest=CHUNK + SMUGGLED), {400, 501}, True),
    "identity": (udids("Transfer-Encoding: identity", rest=SMUGGLED), {400, 501}, True),
    "chunked twice": (udids("Transfer-Encoding: chunked, chunked", rest=CHUNK), {400, 501}, True),
    "chunked not last": (udids("Transfer-Encoding: chunked, gzip", rest=CHUNK + SMUGGLED), {400, 501}, True),
    "chunked in capitals": (udids("Transfer-Encoding: CHUNKED", rest=CHUNK), {201}, False),
    "chunked in HTTP/1.0": (raw("POST /udids HTTP/1.0", JSON, CHUNKED, rest=CHUNK + SMUGGLED), {201, 400}, True),
    "chunked after a vertical tab": (udids("Transfer-Encoding:\x0bchunked", rest=CHUNK + SMUGGLED), {400, 501}, True),
    "chunked and a length": (udids(LENGTH, CHUNKED, rest=CHUNK + SMUGGLED), {400}, True),
    "a length and chunked": (udids(CHUNKED, "Content-Length: 4", rest=CHUNK + SMUGGLED), {400}, True),
    "two lengths": (udids(LENGTH, "Content-Length: 5", rest=BODY + SMUGGLED), {400}, True),
    "two lengths that are the same": (udids(LENGTH, LENGTH, rest=BODY), {201, 400}, False),
    "two lengths in one field": (udids(f"Content-Length: {len(BODY)}, {len(BODY)}", rest=BODY), {201, 400}, False),
    "a length of 2^63": (udids("Content-Length: 9223372036854775808", rest=BODY), {413}, True),
    "a length of 2^64": (udids("Content-Length: 18446744073709551616", rest=BODY), {400, 413}, True),
    "a length of 2^64 and a body's": (udids(f"Content-Length: {2**64 + len(BODY)}", rest=BODY), {400, 413}, True),
    "a length of a thousand digits": (udids("Content-Length: " + "9" * 1000, rest=BODY), {400, 413}, True),
    "a negative length": (udids("Content-Length: -1", rest=BODY), {400}, True),
    "a length with a sign": (udids(f"Content-Length: +{len(BODY)}", rest=BODY), {400}, True),
    "a length in base 16": (udids("Content-Length: 0x13", rest=BODY), {400}, True),
    "a length of nothing": (udids("Content-Length:", rest=BODY), {400}, True),
    "a length with an underscore": (udids("Content_Length: 19"), {400}, False),
    "a folded line": (udids("X-A: b\r\n c", LENGTH, rest=BODY), {201, 400}, False),
    "a folded length": (udids("Content-Length:\r\n 19", rest=BODY), {201, 400}, False),
    "a folded coding": (udids("Transfer-Encoding:\r\n chunked", rest=CHUNK), {201, 400, 501}, False),
    "a bare LF": (raw("GET /health HTTP/1.1", "Host: a", end="\n"), {200, 400}, False),
    "a bare LF in a field": (raw("GET /health HTTP/1.1", "Host: a", f"X: a\n{LENGTH}"), {200, 400}, None),
    "a bare CR": (raw("GET /health HTTP/1.1", "Host: a", "X: a\rb"), {400}, True),
    "a NUL in a field": (raw("GET /health HTTP/1.1", "Host: a", "X: a\0b"), {400}, True),
    "a space before the colon": (udids(f"Content-Length : {len(BODY)}", rest=BODY), {400}, True),
    "a space before the colon of a coding": (udids("Transfer-Encoding : chunked", rest=CHUNK), {400}, True),
    "a space before a name": (raw("GET /health HTTP/1.1", " Host: a"), {400}, True),
    "a field without a colon": (raw("GET /health HTTP/1.1", "Host: a", "colon"), {400}, True),
    "a field without a name": (raw("GET /health HTTP/1.1", "Host: a", ": x"), {400}, True),
    "a name that is no token": (raw("GET /health HTTP/1.1", "Host: a", "x(y: z"), {400}, True),
    "a chunk with a sign": (udids(CHUNKED, rest="+13\r\n" + BODY + "\r\n0\r\n\r\n"), {400}, True),
    "a chunk in base 16 with 0x": (udids(CHUNKED, rest="0x13\r\n" + BODY + "\r\n0\r\n\r\n"), {400}, True),
    "a chunk of 2^64": (udids(CHUNKED, rest="10000000000000013\r\n" + BODY + "\r\n0\r\n\r\n"), {400, 413}, True),
    "a chunk too large": (udids(CHUNKED, rest="ffffff\r\n" + "x" * 20_000), {413}, True),
    "a chunk longer than said": (udids(CHUNKED, rest="12\r\n" + BODY + "\r\n0\r\n\r\n"), {400}, True),
    "a chunk with an extension": (udids(CHUNKED, rest=f"13;a=b\r\n{BODY}\r\n0\r\n\r\n"), {201, 400}, False),
    "a trailer": (udids(CHUNKED, rest=f"13\r\n{BODY}\r\n0\r\nX: y\r\n\r\n"), {201, 400}, False),
    "a trailer that names a key": (udids(CHUNKED, rest=f"13\r\n{BODY}\r\n0\r\nContent-Length: 5\r\n\r\n"), {201, 400}, False),
    "HTTP/2.0": (raw("GET /health HTTP/2.0", "Host: a"), {400, 505}, True),
    "HTTP/1.2": (raw("GET /health HTTP/1.2", "Host: a"), {200, 400, 505}, None),
    "HTTP/0.9": (b"GET /health\r\n\r\n", {400}, True),
    "HTTP/11.1": (raw("GET /health HTTP/11.1", "Host: a"), {400, 505}, True),
    "two spaces": (raw("GET  /health HTTP/1.1", "Host: a"), {200, 400}, None),
    "a method in small letters": (raw("get /health HTTP/1.1", "Host: a"), {400, 404, 405, 501}, None),
    "a method without end": (b"A" * 20_000 + b" /health HTTP/1.1\r\nHost: a\r\n\r\n", {400}, True),
    "a path without end": (raw("GET /" + "a" * 20_000 + " HTTP/1.1", "Host: a"), {400, 414}, True),
    "a hundred and one fields": (raw("GET /health HTTP/1.1", "Host: a", *["x: y"] * 101), {400, 431}, True),
    "a body on a GET": (raw("GET /health HTTP/1.1", "Host: a", LENGTH, rest=BODY), {200, 400, 413}, False),
    "an asterisk": (raw("OPTIONS * HTTP/1.1", "Host: a"), {200, 204, 400, 404, 405}, None),
    "TRACE": (raw("TRACE /health HTTP/1.1", "Host: a"), {404, 405, 501}, None),
    "TLS to a plain port": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 508, {400}, True),
    "an unknown expectation": (udids("Expect: 200-please", LENGTH, rest=BODY), {201, 400, 417}, None),
    "empty lines before": (b"\r\n\r\n" + get("/health"), {200, 400}, None),
    "many empty lines": (b"\r\n" * 50_000 + get("/health"), {200, 400}, None),
}


async def defined_answers(arena: Arena) -> None:
    async with arena.target("--request-timeout", "2", "--idle-timeout", "2") as target:
        names = list(CASES)
        wrong = []
        for part in (names[start:start + 6] for start in range(0, len(names), 6)):
            faults = await asyncio.gather(*(asyncio.to_thread(judge, target, *CASES[name]) for name in part))
            wrong += [f"{name}: {fault}" for name, fault in zip(part, faults) if fault]
        arena.all_right("requests that have the answer they should have", len(names), wrong)
        await endless(arena, target)
        faults = [await asyncio.to_thread(fault, target) for fault in (expect, expect_refused, identifiers)]
        arena.all_right("100 Continue, and identifiers of requests", len(faults), [fault for fault in faults if fault])


def judge(target: Target, data: bytes, statuses: set[int], must_close: bool | None) -> str | None:
    peer = target.reach("127.0.0.2")
    try:
        peer.sendall(data)
    except OSError:
        pass
    received, is_closed = receive(peer, 0.7)
    peer.close()
    try:
        found = replies(received)
    except ValueError as error:
        return f"{error}"
    got = [reply.status for reply in found]
    if not got:
        return f"no answer, closed: {is_closed}; {sorted(statuses)} was expected"
    if got[0] not in statuses:
        return f"{got}, and not {sorted(statuses)}"
    if b"/smuggled" in data and got[1:]:
        return f"{got}: what followed was read as a request"
    if must_close and not is_closed:
        return f"{got}, and the connection is still open"
    return next((fault for reply in found if (fault := reply.fault())), None)


async def endless(arena: Arena, target: Target) -> None:
    """Each ends with an answer or the connection, before it has cost anything."""
    from ..arena import MB
    from ..wire import flood

    cases = {
        "a chunk's extension": (udids(CHUNKED) + b"1;", b"a" * 65536),
        "trailers": (udids(CHUNKED) + b"0\r\n", b"X: y\r\n" * 10_000),
        "a method": (b"", b"A" * 65536),
        "a field": (b"GET / HTTP/1.1\r\nX: ", b"a" * 65536),
        "fields": (b"GET / HTTP/1.1\r\nHost: a\r\n", b"X: y\r\n" * 10_000),
        "a folded line": (b"GET / HTTP/1.1\r\nX: a", b"\r\n a" * 10_000),
        "empty lines": (b"", b"\r\n" * 32_768),
        "a chunk's length": (udids(CHUNKED), b"0" * 65536),
        "empty chunks' extensions": (udids(CHUNKED), b"1;" + b"a" * 100 + b"\r\nx\r\n"),
        "bytes after an error": (b"GET\r\n\r\n", b"x" * 65536),
        "bytes after a close": (get("/health", "Connection: close"), b"x" * 65536),
        "a body after its refusal": (udids("Content-Length: 99999999999"), b"x" * 65536),
    }
    for name, (first, more) in cases.items():
        peer = target.reach("127.0.0.2")
        before = target.processor_time()
        with arena.memory(target, 16 * MB, f"without end: {name}"):
            await asyncio.to_thread(flood, peer, first, more, limit=64 * MB, seconds=4)
        arena.at_most(f"processor time without end: {name}", target.processor_time() - before, 1.5, "s")
        peer.close()


def expect(target: Target) -> str | None:
    """The body is sent only after it was asked for."""
    peer = target.reach("127.0.0.2")
    peer.sendall(udids(LENGTH, "Expect: 100-continue"))
    interim, _ = receive(peer, 1)
    if not interim.startswith(b"HTTP/1.1 100 "):
        peer.close()
        return f"Expect: 100-continue was answered {interim[:60]!r}"
    peer.sendall(BODY.encode())
    received, _ = receive(peer, 0.5)
    peer.close()
    statuses = [reply.status for reply in replies(received)]
    return None if statuses == [201] else f"after 100 Continue it was {statuses}"


def expect_refused(target: Target) -> str | None:
    """What would be refused anyway is not asked for."""
    peer = target.reach("127.0.0.2")
    peer.sendall(udids("Content-Length: 99999999", "Expect: 100-continue"))
    received, _ = receive(peer, 1)
    peer.close()
    statuses = [reply.status for reply in replies(received)]
    return None if statuses == [413] else f"a body too large that is expected was answered {statuses}"


def identifiers(target: Target) -> str | None:
    """They must not tell how many requests there were between two."""
    found = []
    for _ in range(24):
        peer = target.reach("127.0.0.2")
        peer.sendall(post())
        reply = replies(receive(peer, 0.15)[0])[0]
        peer.close()
        found.append(int((reply.field("x-request-id") or "0").replace("-", ""), 16))
    if len(set(found)) != len(found):
        return "the identifiers of requests are missing, or the same"
    # By any part of them: of random ones, no 16 hexadecimal digits stay as they are.
    steps = [abs(later - earlier) for earlier, later in zip(found, found[1:])]
    close = sum(step < 2**40 or (step >> 64) == 0 or step % 2**64 < 2**24 for step in steps)
    return f"identifiers of requests are in sequence: {found[0]:032x}, {found[1]:032x}" if close > 2 else None
