"""Sends randomly changed requests, selected by a seed, and checks that the responses keep to the contract."""

import asyncio
import random
import re
from collections import Counter

from service.hostile.arena import MB, Arena
from service.hostile.requests import CASES
from service.http import BODY, TRACE, get, post, receive, replies
from service.server import Server

TOKENS = [
    b"\r\n", b"\n", b"\r", b"\0", b" ", b"\t", b":", b";", b",", b"0", b"-1", b"chunked",
    b"Transfer-Encoding: chunked\r\n", b"Content-Length: 5\r\n", b"Connection: close\r\n",
    b"Connection: upgrade\r\nUpgrade: h2c\r\n", b"Expect: 100-continue\r\n", b"Idempotency-Key: ",
    TRACE.encode() + b"\r\n", b"X-Forwarded-For: ::1, ", b"HTTP/1.0", b"HTTP/1.1", b"HTTP/2.0", b"GET ",
    b"POST ", b"/udids", b"/metrics", b"%00", b"%2e%2e/", b"../", b"?", b"#", b"\xff", b"\xc3\xa9", b"\xe2\x84\xaa",
    b"{", b"}", b"[", b"]", b'"', b"\\", b"\\u0000", b"\\ud800", b"1e999", b"9" * 100, b"a" * 9000,
]


# The number of initial requests that succeed. They are the first ones, and at least half of the changed requests are
# based on them.
GOOD = 9


def corpus() -> list[bytes]:
    return [
        get(), get("/udids"), get("/openapi.json", method="HEAD"), get("/metrics"), get("/ready"), post(),
        post(BODY, "Idempotency-Key: abc", f"{TRACE[:-1]}0"),
        post(b'{"a":[1,2,{"b":null}],"appDeviceKbn":11}'), get() + post() + get(),
        *(data for data, _, _ in CASES.values() if len(data) < 2000),
    ]


def mutate(choice: random.Random, seeds: list[bytes]) -> bytes:
    data = bytearray(choice.choice(seeds[:GOOD] if choice.random() < 0.5 else seeds))
    # A changed head is usually invalid, so only requests with an unchanged head reach the code behind it.
    head = data.find(b"\r\n\r\n") + 4 if choice.random() < 0.4 and not data.endswith(b"\r\n\r\n") else 0
    for _ in range(choice.choice([1, 1, 2, 3, 5, 8])):
        start = choice.randrange(min(head, len(data)), len(data) + 1)
        end = min(len(data), start + choice.choice([0, 1, 2, 4, 16, 64]))
        match choice.randrange(6):
            case 0:
                data[start:end] = choice.choice(TOKENS)
            case 1:
                data[start:start] = choice.choice(TOKENS)
            case 2:
                del data[start:end]
            case 3:
                data[start:start] = data[start:end] * choice.choice([1, 2, 50])
            case 4 if start < len(data):
                data[start] ^= 1 << choice.randrange(8)
            case _:
                other = choice.choice(seeds)
                data[start:] = other[choice.randrange(len(other)):]
        del data[100_000:]
        data = data or bytearray(b"\r\n")
    if head:
        length = b"Content-Length: %d\r\n" % (len(data) - head)
        data[:head] = re.sub(rb"Content-Length: \d+\r\n", lambda _: length, bytes(data[:head]), count=1)
    return bytes(data)


async def mutations(arena: Arena) -> None:
    choice, seeds = random.Random(arena.seed), corpus()
    count, wrong, statuses = arena.size(20_000, 600), [], Counter()
    async with arena.target("--request-timeout", "2", "--idle-timeout", "2", "--response-timeout", "2") as target:
        offset = target.log_size()
        slots = asyncio.Semaphore(6)

        async def one(number: int, data: bytes) -> None:
            async with slots:
                fault, got = await asyncio.to_thread(judge, target, data)
            statuses.update(got)
            if fault:
                wrong.append(f"number {number}, {len(data)} bytes: {fault}: {data[:150]!r}")

        with arena.memory(target, 64 * MB, "all of them"):
            for start in range(0, count, 500):
                await asyncio.gather(*(one(number, mutate(choice, seeds)) for number in range(start, min(start + 500, count))))
                if target.process and target.process.returncode is not None:
                    break
        arena.all_right(f"changed requests, seed {arena.seed}", count, wrong)
        arena.table.note("answers: " + ", ".join(f"{count} × {status}" for status, count in sorted(statuses.items())))
        bad = [level for level in target.levels(offset) if level in ("warning", "error", "critical", "not JSON")]
        arena.at_most("lines that warn or worse", len(bad), 0)
        healthy = (await target.ask("GET", "/health")).status
        arena.row("/health after them", f"{healthy}", "200", healthy == 200)


def judge(target: Server, data: bytes) -> tuple[str | None, list[int]]:
    try:
        peer = target.reach()
        try:
            peer.sendall(data)
            # The sending side is closed, so the service does not wait for the rest of an incomplete request.
            peer.shutdown(1)
        except OSError:
            pass
        received, is_closed = receive(peer, 10)
        peer.close()
    except OSError as error:
        return f"{error!r}", []
    if not is_closed:
        return "the connection is still open 10 s after this side has ended", []
    # The response to HEAD has no body, for any Content-Length.
    if b"HEAD" in data.upper():
        return None, []
    try:
        found = replies(received)
    except ValueError as error:
        return f"{error}", []
    statuses = [reply.status for reply in found]
    # The request is complete, so the service must not wait.
    return next(filter(None, (reply.fault() for reply in found)), "503" if 503 in statuses else None), statuses
