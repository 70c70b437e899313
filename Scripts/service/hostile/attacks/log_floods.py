"""The amount of log that clients can cause."""

import asyncio
import contextlib
import time

from service.hostile.arena import Arena
from service.hostile.fairness import in_threads, stay_fair
from service.hostile.tls import make_certificate
from service.http import BODY, TRACE, get, post, pump, reset
from service.server import Server

# The maximum number of bytes a second in the log, for any clients.
RATE = 256 * 1024
LONG = "/" + "a" * 7_890
# The longest line, in bytes.
LINE = 4096


async def log_floods(arena: Arena) -> None:
    floods = {
        "traced requests for a long path": get(LONG, TRACE),
        "traced requests for /health": get("/health", TRACE),
        "traced registrations": post(BODY, TRACE),
        "bodies that are refused": post(b'{"appDeviceKbn":"x"}', TRACE, "Idempotency-Key: " + "k" * 255),
        "long queries and fields": get(
            "/health?" + "q" * 3000, TRACE, "X-Request-ID: " + "r" * 3000, "User-Agent: " + "u" * 1000),
    }
    chosen = dict(list(floods.items())[:3]) if arena.is_short else floods
    for limit in [()] if arena.is_short else [(), ("--rate-limit", "100/s")]:
        async with arena.target(*limit) as target:
            for name, request in chosen.items():
                await write(
                    arena, target, f"{name}{', at 100/s' if limit else ''}",
                    lambda stop: pump_anew(target, request * 50, stop))
            # A debug build is too slow for this, and with a rate limit there may be nothing more to write.
            if not arena.is_short and not limit:
                dropped = await target.total("calearning_log_lines_dropped_total")
                arena.row("lines left out are counted", f"{dropped}", "> 0", bool(dropped))
            longest = max(map(len, target.lines()), default=0)
            arena.at_most("longest line", longest, LINE, "bytes")
    async with arena.target() as target:
        garbage = b"\x16\x03\x01" + b"\xff" * 500
        await write(arena, target, "bytes that are not HTTP", lambda stop: strangers(target, garbage, stop))
        traced = floods["traced requests for a long path"] * 50
        await stay_fair(
            arena, target, lambda: in_threads(*[lambda stop: pump_anew(target, traced, stop)] * 2), what="traced floods")
    certificate = make_certificate(arena.make_folder())
    async with arena.target(*certificate.options, tls=certificate.trust()) as target:
        await write(arena, target, "bytes that are not TLS", lambda stop: strangers(target, get(), stop))


async def write(arena: Arena, target: Server, name: str, attack) -> None:
    begin, offset = time.monotonic(), target.log_size()
    task = asyncio.ensure_future(in_threads(attack))
    await asyncio.sleep(arena.size(3, 1))
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
    await asyncio.sleep(0.2)
    seconds = time.monotonic() - begin
    # The lines of a whole second may be written together.
    arena.at_most(f"log, {name}", (target.log_size() - offset) / (seconds + 1) / 1024, RATE / 1024, "KB/s")


def pump_anew(target: Server, data: bytes, stop) -> None:
    while not stop.is_set():
        with contextlib.suppress(OSError):
            peer = target.reach()
            pump(peer, data, stop)
            peer.close()


def strangers(target: Server, data: bytes, stop) -> None:
    while not stop.is_set():
        with contextlib.suppress(OSError):
            peer = target.reach(timeout=0.2)
            peer.sendall(data)
            peer.recv(4096)
            reset(peer)
