"""Thousands of connections that have been closed, and the memory that is kept for them."""

import asyncio
import resource
import time

from service.hostile.arena import MB, Arena
from service.http import post
from service.server import Server


async def crowds(arena: Arena) -> None:
    """The memory of connections is released when they are closed."""
    count = arena.size(8000, 1000)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    count = min(count, hard - 500)
    async with arena.target("--connections-per-address", "100000") as target:
        # The first connections cause the one-time allocations.
        await asyncio.to_thread(crowd, target, 200)
        await asyncio.sleep(1)
        before = target.resident()
        most = await asyncio.to_thread(crowd, target, count)
        await until_closed(target)
        taken, kept = most - before, target.resident() - before
        arena.at_most("memory of each connection", taken / count / 1024, arena.size(48, 64), "KB")
        arena.at_most(f"memory kept after {count} connections", kept / MB, max(taken / MB / 4, 16), "MB")
        most = await asyncio.to_thread(crowd, target, count)
        await until_closed(target)
        arena.at_most("memory kept after as many again", (target.resident() - before) / MB, max(taken / MB / 4, 16), "MB")


async def until_closed(target: Server) -> None:
    deadline = time.monotonic() + 10
    while target.connections() > 5 and time.monotonic() < deadline:
        await asyncio.sleep(0.1)
    # It may take a moment until the memory is released.
    for _ in range(30):
        await target.ask("GET", "/health")
        await asyncio.sleep(0.1)


def crowd(target: Server, count: int) -> int:
    """Opens this many connections, each with one request and then half a head, and returns the resident memory in bytes."""
    peers = []
    for number in range(count):
        peer = target.reach(f"127.0.{1 + number // 4000}.{2 + number % 50}")
        peer.sendall(post())
        peers.append(peer)
    for peer in peers:
        peer.recv(4096)
        peer.sendall(b"POST /udids HTTP/1.1\r\nX-Filler: " + b"y" * 500)
    time.sleep(0.5)
    resident = target.resident()
    for peer in peers:
        peer.close()
    return resident
