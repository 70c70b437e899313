"""The standard error of the service is not read."""

import asyncio
import os
import time

from service_chaos.exchange import Connection, Lost, Violation

from ..arena import Arena
from ..target import Target

TRACE = {"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}


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
            begin = time.monotonic()
            try:
                async with asyncio.timeout(10):
                    status = await target.terminate()
            except TimeoutError:
                status = -1
            seconds = time.monotonic() - begin
            arena.in_time("the end after SIGTERM", status, 0, seconds, 5)
            await target.kill()
            target.process = None
    finally:
        os.close(reading)
        os.close(writing)


async def traced(target: Target, count: int) -> tuple[int, float]:
    """Returns the number of responses, and the 99th percentile of their durations in seconds."""
    connection, answered = Connection(target.port, source="127.0.0.2"), 0
    times: list[float] = []
    connection.patience = 5
    for _ in range(count):
        begin = time.monotonic()
        try:
            answer = await connection.ask("POST", "/udids", TRACE, b'{"appDeviceKbn":11}')
        except (Lost, Violation):
            return answered, time.monotonic() - begin
        answered += answer.status == 201
        times.append(time.monotonic() - begin)
    connection.close()
    return answered, sorted(times)[len(times) * 99 // 100]
