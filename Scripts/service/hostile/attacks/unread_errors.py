"""The standard error of the service is not read."""

import os
import time

from service.hostile.arena import Arena
from service.http import BODY, TRACE, Connection, Lost, Violation
from service.server import Server


async def unread_errors(arena: Arena) -> None:
    reading, writing = os.pipe()
    try:
        async with arena.target("--shutdown-timeout", "3", errors=writing) as target:
            count = arena.size(2000, 1000)
            answered, p99 = await traced(target, count)
            arena.row("traced requests answered", f"{answered}", f"{count}", answered == count)
            # The slowest request does not count. Each request waits for the disk, which may stall once, with or without
            # a reader of the log.
            arena.within("p99 of them", p99, 0.5)
            try:
                dropped = await target.total("calearning_log_lines_dropped_total")
            except Violation:
                dropped = None
            # A pipe holds 64 KiB.
            arena.row("lines left out are counted", f"{dropped}", "> 0", bool(dropped))
            await arena.ends(target, "the end after SIGTERM", 5, patience=10)
    finally:
        os.close(reading)
        os.close(writing)


async def traced(target: Server, count: int) -> tuple[int, float]:
    """Returns the number of responses, and the 99th percentile of their durations in seconds."""
    connection, answered = Connection(target.port, source="127.0.0.2"), 0
    times: list[float] = []
    connection.patience = 5
    for _ in range(count):
        begin = time.monotonic()
        try:
            answer = await connection.ask("POST", "/udids", TRACE, body=BODY)
        except (Lost, Violation):
            return answered, time.monotonic() - begin
        answered += answer.status == 201
        times.append(time.monotonic() - begin)
    connection.close()
    return answered, sorted(times)[len(times) * 99 // 100]
