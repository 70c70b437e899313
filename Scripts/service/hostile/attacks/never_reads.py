"""Clients that send requests and do not read the responses."""

import asyncio
import contextlib
import socket
import time

from service.hostile.arena import MB, Arena
from service.hostile.fairness import in_threads, stay_fair
from service.http import get
from service.server import Server

# The value of --response-timeout, in seconds.
TIMEOUT = 2


async def never_reads(arena: Arena) -> None:
    """After two timeouts, and some time for a slow machine, their connections are free again."""
    patience = 2 * TIMEOUT + 6
    options = ("--response-timeout", str(TIMEOUT), "--maximum-connections", "60", "--connections-per-address", "60")
    async with arena.target(*options) as target:
        with arena.memory(target, 96 * MB, "50 × 3,000 answers that nobody reads"):
            peers = [pipeline(target, "/openapi.json", 3000) for _ in range(50)]
            begin = time.monotonic()
            status = (await target.ask("GET", "/health", patience=15)).status
            seconds = time.monotonic() - begin
            arena.in_time("/health beside them", status, 200, seconds, 3)
            await arena.gone(target, patience, "connections that read nothing of /openapi.json")
        for peer in peers:
            peer.close()
    async with arena.target(*options) as target:
        peer = pipeline(target, "/metrics", 800)
        await asyncio.sleep(1)
        arena.at_most("kept by the system for one that reads nothing of /metrics", target.waiting_bytes() / 1024, 512, "KB")
        await arena.gone(target, patience, "connections that read nothing of /metrics")
        peer.close()
    for name, rate, size in [("a byte", 1, 1)] + ([] if arena.is_short else [("100 bytes", 10, 10)]):
        async with arena.target(*options) as target:
            peers = [pipeline(target, "/openapi.json", 3000) for _ in range(3)]
            tasks = [asyncio.create_task(drip(peer, rate, size)) for peer in peers]
            await asyncio.sleep(1)
            await arena.gone(target, patience, f"connections that read {name} a second")
            for task, peer in zip(tasks, peers):
                task.cancel()
                peer.close()
    if arena.is_short:
        return
    async with arena.target(*options) as target:
        await stay_fair(
            arena, target, lambda: in_threads(lambda stop: hold(target, stop)), what="answers that nobody reads")


def hold(target: Server, stop) -> None:
    """Opens some clients that do not read, and twenty new ones a second. Many more would be a flood of connections."""
    peers = []
    while not stop.is_set():
        with contextlib.suppress(OSError):
            peers.append(pipeline(target, "/openapi.json", 500))
        if len(peers) > 20:
            peers.pop(0).close()
        time.sleep(0.05)
    for peer in peers:
        peer.close()


def pipeline(target: Server, path: str, count: int) -> socket.socket:
    """Sends `count` requests, as far as they are accepted, with a very small buffer for the responses."""
    peer = target.reach(buffer=4096)
    peer.settimeout(0.2)
    with contextlib.suppress(OSError):
        peer.sendall(get(path) * count)
    return peer


async def drip(peer: socket.socket, rate: float, size: int) -> None:
    peer.setblocking(False)
    while True:
        await asyncio.sleep(1 / rate)
        with contextlib.suppress(OSError):
            peer.recv(size)
