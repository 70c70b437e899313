"""Each request has one response, and the bytes after it are not read as another request."""

import asyncio

from service.hostile.arena import MB, Arena
from service.hostile.requests import CASES, LENGTH, udids
from service.http import BODY, CHUNKED, flood, get, post, receive, receive_first, receive_one, replies
from service.server import Server


async def defined_answers(arena: Arena) -> None:
    async with arena.target("--request-timeout", "2", "--idle-timeout", "2") as target:
        names = list(CASES)
        wrong = []
        for part in (names[start:start + 12] for start in range(0, len(names), 12)):
            faults = await asyncio.gather(*(asyncio.to_thread(judge, target, *CASES[name]) for name in part))
            wrong += [f"{name}: {fault}" for name, fault in zip(part, faults) if fault]
        arena.all_right("requests that have the answer they should have", len(names), wrong)
        await endless(arena, target)
        faults = [await asyncio.to_thread(fault, target) for fault in (expect, expect_refused, identifiers)]
        arena.all_right("100 Continue, and identifiers of requests", len(faults), [fault for fault in faults if fault])


def judge(target: Server, data: bytes, statuses: set[int], must_close: bool | None) -> str | None:
    peer = target.reach()
    try:
        peer.sendall(data)
    except OSError:
        pass
    try:
        found = receive_first(peer, 5)
        rest, is_closed = receive(peer, 0.5)
        found += replies(rest)
    except (OSError, ValueError) as error:
        return f"{error}; {sorted(statuses)} was expected"
    finally:
        peer.close()
    got = [reply.status for reply in found]
    if got[0] not in statuses:
        return f"{got}, and not {sorted(statuses)}"
    if b"/smuggled" in data and got[1:]:
        return f"{got}: what followed was read as a request"
    if must_close and not is_closed:
        return f"{got}, and the connection is still open"
    return next((fault for reply in found if (fault := reply.fault())), None)


async def endless(arena: Arena, target: Server) -> None:
    """Each request ends with a response or a closed connection, before it has used resources."""
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
        peer = target.reach()
        before = target.processor_time()
        with arena.memory(target, 16 * MB, f"without end: {name}"):
            sent = await asyncio.to_thread(flood, peer, first, more, limit=64 * MB, seconds=4)
        # Each byte costs the same. If each cost more than the one before it, few would be read in this time.
        arena.at_most(
            f"processor time without end: {name}", target.processor_time() - before, max(1.5, 0.1 * sent / MB), "s")
        peer.close()


def expect(target: Server) -> str | None:
    """The body is sent only after the service asked for it."""
    peer = target.reach()
    peer.sendall(udids(LENGTH, "Expect: 100-continue"))
    try:
        interim = receive_one(peer, 1.5).status
        if interim != 100:
            return f"Expect: 100-continue was answered {interim}"
        peer.sendall(BODY)
        status = receive_one(peer, 5).status
        return None if status == 201 else f"after 100 Continue it was {status}"
    except TimeoutError:
        return "Expect: 100-continue was not answered"
    finally:
        peer.close()


def expect_refused(target: Server) -> str | None:
    """The service does not ask for a body that it would refuse in any case."""
    peer = target.reach()
    peer.sendall(udids("Content-Length: 99999999", "Expect: 100-continue"))
    status = receive_one(peer, 5).status
    peer.close()
    return None if status == 413 else f"a body too large that is expected was answered {status}"


def identifiers(target: Server) -> str | None:
    """Request identifiers must not reveal the number of requests between two of them."""
    found = []
    for _ in range(24):
        peer = target.reach()
        peer.sendall(post())
        reply = receive_one(peer)
        peer.close()
        found.append(int((reply.field("x-request-id") or "0").replace("-", ""), 16))
    if len(set(found)) != len(found):
        return "the identifiers of requests are missing, or the same"
    # The identifiers must not reveal it in part either. Random identifiers share no 16 hexadecimal digits.
    steps = [abs(later - earlier) for earlier, later in zip(found, found[1:])]
    close = sum(step < 2**40 or (step >> 64) == 0 or step % 2**64 < 2**24 for step in steps)
    return f"identifiers of requests are in sequence: {found[0]:032x}, {found[1]:032x}" if close > 2 else None
