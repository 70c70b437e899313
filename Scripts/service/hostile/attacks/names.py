"""Names that clients choose and that the service might store: paths, methods and addresses."""

import asyncio
import contextlib
import random

from service.hostile.arena import MB, Arena
from service.http import get
from service.server import Server


async def names(arena: Arena) -> None:
    count = arena.size(100_000, 2_000)
    async with arena.target("--rate-limit", "1/s", "--trusted-proxies", "127.0.0.2") as target:
        with arena.memory(target, 64 * MB, f"{count} forwarded addresses"):
            await asyncio.to_thread(send, target, [
                get("/nothing", f"X-Forwarded-For: {random.randrange(1, 224)}.{number >> 16}.{number >> 8 & 255}.{number & 255}")
                for number in range(count)])
    async with arena.target("--rate-limit", "1000000/s", "--trusted-proxies", "127.0.0.2,10.0.0.0/8") as target:
        before = len((await target.ask("GET", "/metrics")).body)
        await asyncio.to_thread(send, target, [
            get(f"/nothing/{number}?{number}", method=method) for number in range(arena.size(500, 100))
            for method in ("GET", "PROPFIND", "DELETE", "M-SEARCH")])
        for number in range(20):
            # A connection with an invalid method is closed.
            await asyncio.to_thread(send, target, [get("/udids", method=f"METHOD{number}")])
        after = await target.ask("GET", "/metrics")
        arena.at_most("/metrics is longer after paths and methods made up", len(after.body) - before, 6000, "bytes")
        routes = {line.split('route="')[1].split('"')[0] for line in after.body.decode().splitlines() if 'route="' in line}
        documented = {"other", "/udids", "/health", "/ready", "/metrics", "/openapi.json"}
        arena.row("routes that are not in the documents", f"{len(routes - documented)}", "0", routes <= documented)
        if routes - documented:
            arena.table.note(f"{sorted(routes - documented)}")
        count = arena.size(200, 40)
        plain = await asyncio.to_thread(spend, target, get("/nothing", "X-Filler: " + "y" * 7000), count)
        for name, value in {
            "trusted addresses": "10.0.0.1, " * 700 + "192.0.2.1", "commas": "," * 7000, "one long address": "1" * 7000,
            "colons": ":" * 7000, "IPv6": "2001:db8::1, " * 500, "brackets": "[" * 7000,
        }.items():
            cost = await asyncio.to_thread(spend, target, get("/nothing", f"X-Forwarded-For: {value}"), count)
            arena.at_most(f"processor time for X-Forwarded-For: {name}", cost, max(5 * plain, 1.0), "ms")


def send(target: Server, requests: list[bytes]) -> None:
    """Sends the requests over as many connections as needed, and reads the responses at the same time."""
    peer = target.reach()
    for position in range(0, len(requests), 100):
        part = b"".join(requests[position:position + 100])
        with contextlib.suppress(OSError):
            peer.sendall(part)
            answers = 0
            while answers < len(requests[position:position + 100]):
                data = peer.recv(262_144)
                answers += data.count(b"HTTP/1.1 ")
                if not data:
                    peer.close()
                    peer = target.reach()
                    break
    peer.close()


def spend(target: Server, request: bytes, count: int) -> float:
    """Returns the processor time of one of them, in milliseconds."""
    send(target, [request] * count)
    before = target.processor_time()
    send(target, [request] * count)
    return (target.processor_time() - before) / count * 1000
