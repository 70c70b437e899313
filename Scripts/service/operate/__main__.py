"""Does the work of an operator on running services, and checks the results. Scripts/operate-check.sh calls this.

usage: PYTHONPATH=Scripts python3 -m service.operate PROGRAM FOLDER [PART]...     all parts without a name
"""

import asyncio
import contextlib
import os
import signal
import sys
import time
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from service.cluster import Cluster
from service.http import Violation
from service.ledger import Database
from service.operate.backups import backups
from service.operate.certificates import certificates
from service.operate.commands import commands
from service.operate.erasure import erasure
from service.operate.program import Program
from service.operate.restarts import behind_nginx, without_proxy
from service.operate.trial import Trial
from service.operate.upgrades import upgrades
from service.stage import Skipped, first

Part = Callable[[Trial], Awaitable[str]]

# The number of parts that run at the same time. Most of the time they wait, and none has a limit that others could exceed.
AT_ONCE = 4


def on_sqlite(part: Callable[[Trial, Database], Awaitable[str]]) -> Part:
    async def run(trial: Trial) -> str:
        return await part(trial, trial.sqlite())

    return run


def on_postgresql(part: Callable[[Trial, Database], Awaitable[str]]) -> Part:
    async def run(trial: Trial) -> str:
        return await part(trial, await trial.postgresql())

    return run


PARTS: dict[str, tuple[str, Part]] = {
    "commands-sqlite": ("commands, SQLite", on_sqlite(commands)),
    "commands-postgresql": ("commands, PostgreSQL", on_postgresql(commands)),
    "restarts-nginx": ("restarts behind nginx", behind_nginx),
    "restarts": ("restarts, clients that follow /ready", without_proxy),
    "certificates": ("renewal of the certificate", certificates),
    "backups-sqlite": ("backup and restoration, SQLite", on_sqlite(backups)),
    "backups-postgresql": ("backup and restoration, PostgreSQL", on_postgresql(backups)),
    "erasure-sqlite": ("erasure, SQLite", on_sqlite(erasure)),
    "erasure-postgresql": ("erasure, PostgreSQL", on_postgresql(erasure)),
    "upgrades": ("older and newer server", upgrades),
}


async def run_part(name: str, trial: Trial, slots: asyncio.Semaphore) -> bool:
    """Returns whether the service kept its promises, and prints the figures."""
    title, part = PARTS[name]
    async with slots:
        begin = time.monotonic()
        try:
            trial.folder.mkdir()
            figures = await part(trial)
        except Skipped as reason:
            print(f"{title}: left out, as {reason}", flush=True)
            # A machine of CI must be able to run all of them.
            return not os.environ.get("CI")
        except (Exception, BaseExceptionGroup) as error:
            cause = first(error)
            if not isinstance(cause, Violation):
                traceback.print_exception(error)
            print(f"{title}: FAILED: {cause}", file=sys.stderr, flush=True)
            return False
        print(f"{title}: {figures} [{time.monotonic() - begin:.0f} s]", flush=True)
        return True


@contextlib.asynccontextmanager
async def cluster_in(folder: Path) -> AsyncIterator[Cluster | None]:
    """A cluster that is also removed after an interruption of its start, or `None` if PostgreSQL does not start."""
    folder.mkdir()
    folder.chmod(0o755)
    starting = asyncio.ensure_future(Cluster.start(folder, "max_connections=100"))
    try:
        cluster = await asyncio.shield(starting)
    except RuntimeError as error:
        print(f"PostgreSQL does not start: {error}", file=sys.stderr, flush=True)
        yield None
        return
    except asyncio.CancelledError:
        (await starting).remove()
        raise
    try:
        yield cluster
    finally:
        cluster.remove()


def end_when_interrupted() -> None:
    """At a signal, all parts end their servers. A second signal does not disturb them."""
    task = asyncio.current_task()
    assert task

    def end() -> None:
        if not task.cancelling():
            task.cancel()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, end)


def parts_by_default() -> list[str]:
    """Returns all parts, without the upgrade if there is no older program."""
    return [name for name in PARTS if name != "upgrades" or os.environ.get("OLDER")]


async def run(path: str, folder: Path, names: list[str]) -> bool:
    end_when_interrupted()
    program, is_short, slots = Program(path, folder), bool(os.environ.get("SHORT")), asyncio.Semaphore(AT_ONCE)
    begin = time.monotonic()
    async with cluster_in(folder / "cluster") as cluster, asyncio.TaskGroup() as group:
        parts = [
            group.create_task(run_part(name, Trial(program, folder / name, is_short, cluster), slots))
            for name in names or parts_by_default()]
    kept = [part.result() for part in parts]
    print(f"{len(kept)} parts, {kept.count(False)} failed, in {time.monotonic() - begin:.0f} s", flush=True)
    return all(kept)


def main() -> int:
    program, folder, *names = sys.argv[1:]
    if unknown := set(names) - set(PARTS):
        sys.exit(f"The trial has no {', '.join(sorted(unknown))}. It has {', '.join(PARTS)}.")
    try:
        return 0 if asyncio.run(run(program, Path(folder), names)) else 1
    except asyncio.CancelledError:
        return 128 + signal.SIGTERM


if __name__ == "__main__":
    sys.exit(main())
