"""Subjects `calearning serve` to failures, one after the other, and prints a line about each."""

import asyncio
import os
import sys
import time
import traceback
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path

from service.chaos import backups, disks, failover, idle, kills, mishaps, outages, twins
from service.cluster import Cluster
from service.http import Violation
from service.ledger import Database, SQLite
from service.stage import Skipped, Stage, first

Part = Callable[[Stage], Coroutine[None, None, str]]


def on_sqlite(part: Callable[[Stage, Database], Awaitable[str]]) -> Part:
    async def run(stage: Stage) -> str:
        return await part(stage, SQLite(stage.make_folder(f"{part.__name__}-database") / "devices.sqlite"))

    return run


def on_cluster(part: Callable[[Stage, Cluster], Awaitable[str]]) -> Part:
    async def run(stage: Stage) -> str:
        async with Cluster.running(stage.make_folder(f"{part.__name__}-cluster")) as cluster:
            return await part(stage, cluster)

    return run


def on_postgresql(part: Callable[[Stage, Database], Awaitable[str]]) -> Part:
    async def run(stage: Stage, cluster: Cluster) -> str:
        return await part(stage, cluster.database)

    run.__name__ = part.__name__
    return on_cluster(run)


PARTS: dict[str, tuple[str, Part]] = {
    "kill-sqlite": ("kill -9, SQLite", on_sqlite(kills.kill)),
    "kill-postgresql": ("kill -9, PostgreSQL", on_postgresql(kills.kill)),
    "terminate-sqlite": ("SIGTERM, SQLite", on_sqlite(kills.terminate)),
    "terminate-postgresql": ("SIGTERM, PostgreSQL", on_postgresql(kills.terminate)),
    "twins-sqlite": ("two servers, SQLite", on_sqlite(twins.twins)),
    "twins-postgresql": ("two servers, PostgreSQL", on_postgresql(twins.twins)),
    "stops": ("PostgreSQL stopped and started", on_cluster(outages.stops)),
    "cuts": ("connections cut", on_cluster(outages.cuts)),
    "stalls": ("PostgreSQL held by SIGSTOP", on_cluster(outages.stalls)),
    "failover": ("primary lost, replica promoted", failover.failover),
    "full-postgresql": ("disk full, PostgreSQL", outages.full_disk),
    "full-sqlite": ("disk full, SQLite", disks.full_disk),
    "read-only": ("disk read-only, SQLite", disks.read_only),
    "full-kill-sqlite": ("disk full and kill -9, SQLite", mishaps.full_disk_and_kill),
    "backups": ("backups, SQLite", backups.backups),
    "mishaps": ("files lost, SQLite", mishaps.mishaps),
    "idle": ("idle connections", idle.idle),
}
# Parts that the short form leaves out.
LONG = {"terminate-postgresql"}


def run(program: str, folder: Path, names: list[str]) -> bool:
    """Returns whether the service kept all promises. The first broken one ends the campaign."""
    rounds = int(os.environ.get("ROUNDS", "20"))
    is_short = rounds < 20
    stage = Stage(program, folder, is_short, rounds if is_short else max(rounds, 50))
    for name in names or [name for name in PARTS if not (is_short and name in LONG)]:
        title, part = PARTS[name]
        begin = time.monotonic()
        try:
            figures = asyncio.run(part(stage))
        except Skipped as reason:
            print(f"{title}: left out, as {reason}", flush=True)
            # A machine of CI must be able to run all of them.
            if os.environ.get("CI"):
                return False
            continue
        except (Exception, BaseExceptionGroup) as error:
            cause = first(error)
            if not isinstance(cause, Violation):
                traceback.print_exception(error)
            print(f"{title}: FAILED: {cause}", file=sys.stderr, flush=True)
            return False
        print(f"{title}: {figures} [{time.monotonic() - begin:.0f} s]", flush=True)
    return True
