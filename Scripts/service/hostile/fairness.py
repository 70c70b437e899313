"""The effect of an attack on an ordinary client."""

import asyncio
import contextlib
import json
import os
import sys
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from service.hostile.arena import Arena
from service.server import Server

# The allowed latency of an ordinary client during an attack, as a multiple of its undisturbed latency.
RATIO = 5
# A latency that is always allowed, in milliseconds. The attackers themselves use processors, and the machine may have
# only two.
FLOOR = 10.0
# A latency that is never allowed, in milliseconds, however slow the machine is. It is the only limit of the short form,
# which checks debug builds on busy machines.
CEILING = 1000.0


@dataclass
class Experience:
    p50: float
    p99: float
    count: int
    refused: int
    statuses: dict[str, int]


async def ordinary(target: Server, seconds: float, pause: float = 0) -> Experience:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "service.hostile.ordinary", str(target.port), str(seconds), str(pause),
        stdout=asyncio.subprocess.PIPE, start_new_session=True, env=dict(os.environ))
    try:
        output, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
    return Experience(**json.loads(output))


async def stay_fair(
    arena: Arena, target: Server, attack: Callable[[], Awaitable[None]], *, seconds: float = 3, pause: float = 0,
    what: str = "", before: Experience | None = None,
    share: Callable[[], float] = lambda: 0
) -> None:
    """Measures an ordinary client during `attack`, which runs until it is cancelled. `before` is the earlier
    measurement if the attack has already begun. `share` is the fair latency among other ordinary clients, in
    milliseconds."""
    seconds = 0.8 if arena.is_short else seconds
    suffix = f", {what}" if what else ""
    undisturbed = before or await ordinary(target, max(seconds / 2, 0.5), pause)
    task = asyncio.ensure_future(attack())
    try:
        await asyncio.sleep(0.3)
        beside = await ordinary(target, seconds, pause)
    finally:
        ended = task.done()
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
    if ended:
        raise RuntimeError("the attack was over before the ordinary client was")
    floor = CEILING if arena.is_short else FLOOR
    limit = max(min(max(RATIO * undisturbed.p99, floor), CEILING), share())
    arena.row(
        f"p99 of an ordinary client{suffix}", f"{beside.p99:.1f} ms", f"{limit:.1f} ms", beside.p99 <= limit,
        is_timed=True)
    if beside.p99 > limit:
        arena.table.note(
            f"{beside.count} requests, p50 {beside.p50:.1f} ms; undisturbed p50 {undisturbed.p50:.1f} ms, "
            f"p99 {undisturbed.p99:.1f} ms")
    if beside.refused:
        arena.row(f"ordinary requests refused{suffix}", str(beside.refused), "0", False)
        arena.table.note(f"{beside.statuses}")


async def in_threads(*functions: Callable[[threading.Event], None]) -> None:
    """Runs each function in a thread until the event is set. The function checks the event at least once a second."""
    stop = threading.Event()
    try:
        await asyncio.gather(*(asyncio.to_thread(function, stop) for function in functions))
    finally:
        stop.set()
