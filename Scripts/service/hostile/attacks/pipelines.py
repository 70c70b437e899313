"""One client that sends as much as it can, and many that behave like ordinary clients."""

import os
import selectors
import statistics
import time

from service.hostile.arena import MB, Arena
from service.hostile.attacks.log_floods import pump_anew
from service.hostile.fairness import RATIO, in_threads, stay_fair
from service.http import get, post
from service.server import Server


async def pipelines(arena: Arena) -> None:
    floods = {
        "POST /udids": post() * 500,
        "GET /health": get() * 1000,
        "GET /nothing": get("/nothing") * 1000,
        "GET /openapi.json": get("/openapi.json") * 500,
        "GET /metrics": get("/metrics") * 500,
        "GET /ready": get("/ready") * 500,
        "POST without a body": get("/udids", "Content-Length: 0", method="POST") * 500,
    }
    chosen = {"GET /nothing": floods["GET /nothing"]} if arena.is_short else floods
    # Each processor has one event loop, so one of the attackers shares the event loop of the ordinary client.
    few = min(os.cpu_count() or 1, 4)
    async with arena.target() as target:
        for name, data in chosen.items():
            with arena.memory(target, 64 * MB, f"{few} connections pipeline {name}"):
                await stay_fair(
                    arena, target, lambda: in_threads(*[lambda stop: pump_anew(target, data, stop)] * few),
                    what=f"{few} connections pipeline {name}")
        # These clients take all capacity, and the client is one of them. Their median waiting time is its undisturbed
        # latency. A program built for debugging has too little capacity for them.
        if not arena.is_short:
            own: list[float] = []
            await stay_fair(
                arena, target, lambda: in_threads(lambda stop: take_turns(target, 64, own, stop)),
                what="64 ordinary connections", share=lambda: RATIO * statistics.median(own) * 1000)
    async with arena.target("--rate-limit", "2000/s") as target:
        for name, data in chosen.items():
            await stay_fair(
                arena, target, lambda: in_threads(*[lambda stop: pump_anew(target, data, stop)] * few), pause=0.001,
                what=f"{few} at 2000/s pipeline {name}")


def take_turns(target: Server, count: int, latencies: list[float], stop) -> None:
    """Opens `count` connections. Each waits for its response before it sends the next request."""
    request, selector = post(), selectors.DefaultSelector()
    latencies.clear()
    for _ in range(count):
        peer = target.reach()
        peer.sendall(request)
        selector.register(peer, selectors.EVENT_READ, [time.monotonic()])
    while not stop.is_set():
        for key, _ in selector.select(0.5):
            if not key.fileobj.recv(65536):
                raise RuntimeError("the service closed the connection of an ordinary client")
            latencies.append(time.monotonic() - key.data[0])
            key.data[0] = time.monotonic()
            key.fileobj.sendall(request)
    for key in list(selector.get_map().values()):
        key.fileobj.close()
