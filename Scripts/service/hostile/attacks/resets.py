"""Clients that reset their connections are limited like all others, and cause no alarms."""

import asyncio
import contextlib
import time

from service.hostile.arena import Arena
from service.hostile.fairness import in_threads, stay_fair
from service.http import CHUNKED, JSON, get, post, reset
from service.server import Server


async def resets_after_sending(arena: Arena) -> None:
    """After a reset, the address of the client is unknown."""
    async with arena.target("--rate-limit", "1/s") as target:
        for name, hold in [("at once", 0.0), ("after 1 ms", 0.001)]:
            before, begin = target.rows(), time.monotonic()
            await asyncio.to_thread(send_and_reset, target, post(), arena.size(3000, 400), hold)
            await asyncio.sleep(1)
            seconds = time.monotonic() - begin
            # Twice the number that the limit allows in that time, including the burst.
            arena.at_most(
                f"rows made at 1/s by connections reset {name}, in {seconds:.0f} s", target.rows() - before,
                round(2 * (seconds + 1)) + 2)


def send_and_reset(target: Server, request: bytes, count: int, hold: float) -> None:
    for _ in range(count):
        with contextlib.suppress(OSError):
            peer = target.reach()
            peer.sendall(request)
            if hold:
                time.sleep(hold)
            reset(peer)


async def resets_in_bodies(arena: Arena) -> None:
    """A client that disconnects is not a failure of the service."""
    head = get("/udids", JSON, "Content-Length: 19", method="POST")
    chunked = get("/udids", JSON, CHUNKED, method="POST")
    beginnings = {
        "a body": head + b'{"appDevi', "no body": head,
        "a chunk": chunked + b'13\r\n{"appDevi', "chunks": chunked + b"3\r\n{  \r\n",
        "a head": head[:40],
    }
    async with arena.target(may_complain=True) as target:
        offset = target.log_size()

        def attack() -> None:
            for number in range(arena.size(500, 50)):
                for beginning in beginnings.values():
                    peer = target.reach()
                    peer.sendall(beginning)
                    time.sleep(0.002)
                    if number % 2:
                        reset(peer)
                    else:
                        peer.close()

        await asyncio.to_thread(attack)
        await asyncio.sleep(0.5)
        failed = sum(
            value for name, value in (await target.metrics()).items()
            if name.startswith("http_requests_total") and 'status="5' in name)
        arena.at_most("requests counted as 5xx", int(failed), 0)
        levels = [level for level in target.levels(offset) if level not in ("trace", "debug", "info", "notice")]
        arena.at_most("lines that warn or worse", len(levels), 0)
        await stay_fair(
            arena, target,
            lambda: in_threads(lambda stop: repeat_until(stop, lambda: send_and_reset(target, beginnings["a body"], 20, 0))))


def repeat_until(stop, action) -> None:
    while not stop.is_set():
        action()
