"""One client that takes all connections."""

import asyncio
import time

from service.hostile.arena import Arena
from service.hostile.fairness import ordinary, stay_fair
from service.http import get
from service.server import Server


async def one_address(arena: Arena) -> None:
    places, each = 64, 16
    async with arena.target("--maximum-connections", str(places), "--connections-per-address", str(each)) as target:
        offset, known = target.log_size(), await target.metrics()
        undisturbed = await ordinary(target, 1)
        peers = [await asyncio.to_thread(reach, target, "127.0.0.2") for _ in range(200)]
        # On a busy machine, it takes a while until surplus connections are closed.
        for _ in range(10):
            await asyncio.sleep(1)
            if target.connections() <= each:
                break
        arena.at_most("connections held by one address of 200", target.connections(), each)
        seconds = await health(target, "127.0.0.3")
        arena.within("/health from another address", seconds, 2)
        for number in range(10, 10 + 2 * places // each):
            peers += [await asyncio.to_thread(reach, target, f"127.0.0.{number}") for _ in range(each)]
            if number == 8 + places // each:
                # Enough clients to take all places. The last places are reserved for clients without one.
                await asyncio.sleep(1)
                seconds = await health(target, "127.0.0.200")
                arena.within("/health from a new client when a few have taken all places", seconds, 2)
        await asyncio.sleep(1)
        arena.at_most("connections held by nine addresses", target.connections(), places + 8)
        seconds = max([await health(target, "127.0.0.1") for _ in range(3)])
        arena.within("/health from an operator when all places are taken", seconds, 2)
        told = [level for level in target.levels(offset) if level in ("notice", "warning")]
        try:
            metrics = await target.metrics()
        except Exception:  # The client cannot get a connection.
            metrics = known
        counted = [name for name, value in metrics.items() if "connections" in name and value > known.get(name, 0)]
        arena.row(
            "it is said, by a line and by a metric", f"{len(told)} and {len(counted)}", ">= 1 and 1", bool(told and counted))
        arena.at_most("lines about it", len(told), 20)
        if not arena.is_short:
            await stay_fair(arena, target, stay, what="all places taken", before=undisturbed)
        for peer in peers:
            peer.close()
        await arena.gone(target, 10, "connections left after they closed")
        seconds = await health(target, "127.0.0.2")
        arena.within("/health from the address that has closed them", seconds, 2)


async def stay() -> None:
    """Connections that were opened stay open."""
    await asyncio.Event().wait()


def reach(target: Server, source: str):
    """Opens a connection and sends a request, if that is possible."""
    peer = target.reach(source)
    try:
        peer.sendall(get("/health"))
    except OSError:
        pass
    return peer


async def health(target: Server, source: str) -> float:
    """Returns the duration of the request, or 99 s if it failed."""
    begin = time.monotonic()
    try:
        answer = await target.ask("GET", "/health", source=source, patience=10)
    except Exception:  # Any kind of refusal counts.
        return 99
    return time.monotonic() - begin if answer.status == 200 else 99
