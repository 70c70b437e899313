"""Subjects `calearning serve` to failures, one campaign after the other. See Scripts/service-chaos.sh."""

import argparse
import asyncio
import os
import sys
import time
import traceback
from collections.abc import Awaitable, Callable
from pathlib import Path

from . import backups, disks, failover, idle, kills, mishaps, outages, twins
from .cluster import Cluster
from .exchange import Violation
from .ledger import Database, SQLite
from .stage import Skipped, Stage


def on_sqlite(campaign: Callable[[Stage, Database], Awaitable[str]], name: str):
    async def run(stage: Stage) -> str:
        return await campaign(stage, SQLite(stage.make_folder(f"{name}-database") / "devices.sqlite"))

    return run


def on_postgresql(campaign: Callable[[Stage, Database], Awaitable[str]], name: str):
    async def run(stage: Stage) -> str:
        async with Cluster.running(stage.make_folder(f"{name}-cluster")) as cluster:
            return await campaign(stage, cluster.database)

    return run


CAMPAIGNS: dict[str, tuple[str, Callable[[Stage], Awaitable[str]]]] = {
    "kill-sqlite": ("kill -9, SQLite", on_sqlite(kills.kill, "kill-sqlite")),
    "kill-postgresql": ("kill -9, PostgreSQL", on_postgresql(kills.kill, "kill-postgresql")),
    "terminate-sqlite": ("SIGTERM, SQLite", on_sqlite(kills.terminate, "terminate-sqlite")),
    "terminate-postgresql": ("SIGTERM, PostgreSQL", on_postgresql(kills.terminate, "terminate-postgresql")),
    "twins-sqlite": ("two servers, SQLite", on_sqlite(twins.twins, "twins-sqlite")),
    "twins-postgresql": ("two servers, PostgreSQL", on_postgresql(twins.twins, "twins-postgresql")),
    "stops": ("PostgreSQL stopped and started", outages.stops),
    "cuts": ("connections cut", outages.cuts),
    "stalls": ("PostgreSQL held by SIGSTOP", outages.stalls),
    "failover": ("primary lost, replica promoted", failover.failover),
    "full-postgresql": ("disk full, PostgreSQL", outages.full_disk),
    "full-sqlite": ("disk full, SQLite", disks.full_disk),
    "read-only": ("disk read-only, SQLite", disks.read_only),
    "full-kill-sqlite": ("disk full and kill -9, SQLite", mishaps.full_disk_and_kill),
    "backups": ("backups, SQLite", backups.backups),
    "mishaps": ("files lost, SQLite", mishaps.mishaps),
    "idle": ("idle connections", idle.idle),
}


# Campaigns that the short form leaves out.
LONG = {"terminate-postgresql"}


def first(error: BaseException) -> BaseException:
    """Returns the first violation in several tasks, or else the first other error."""
    if isinstance(error, BaseExceptionGroup):
        inner = [first(each) for each in error.exceptions]
        return next((each for each in inner if isinstance(each, Violation)), inner[0])
    return error


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("--folder", required=True, type=Path)
    parser.add_argument("--rounds", required=True, type=int)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("campaigns", nargs="*", choices=[*CAMPAIGNS, []])
    arguments = parser.parse_args()
    stage = Stage(arguments.program, arguments.folder, arguments.rounds, arguments.short)
    names = arguments.campaigns or [name for name in CAMPAIGNS if not (stage.is_short and name in LONG)]
    for name in names:
        title, campaign = CAMPAIGNS[name]
        begin = time.monotonic()
        try:
            figures = asyncio.run(campaign(stage))
        except Skipped as reason:
            print(f"{title}: left out, as {reason}", flush=True)
            # A machine of CI must be able to run all of them.
            if os.environ.get("CI"):
                return 1
            continue
        except (Exception, BaseExceptionGroup) as error:
            cause = first(error)
            if not isinstance(cause, Violation):
                traceback.print_exception(error)
            print(f"{title}: FAILED: {cause}", file=sys.stderr, flush=True)
            return 1
        print(f"{title}: {figures} [{time.monotonic() - begin:.0f} s]", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
