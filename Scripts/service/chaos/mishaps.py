"""The files of SQLite are removed, renamed, replaced, truncated and overwritten while the service uses them."""

import asyncio
import json
import random
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from service.http import Connection, Violation
from service.ledger import Ledger, SQLite
from service.load import repeat
from service.server import Server
from service.stage import Outage, Stage, fill, small_disk, verify

LOST = "the database is not used any more"
FOUND = "the database is used again"
# The size of a page of SQLite, in bytes.
PAGE = 4096


def remove(path: Path) -> None:
    path.unlink()


def remove_all(path: Path) -> None:
    for end in ("", "-wal", "-shm"):
        Path(f"{path}{end}").unlink()


def remove_log(path: Path) -> None:
    Path(f"{path}-wal").unlink()


def truncate(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(PAGE)


def truncate_log(path: Path) -> None:
    with Path(f"{path}-wal").open("r+b") as file:
        file.truncate(0)


def replace(path: Path) -> None:
    other = path.with_name("other")
    shutil.copyfile(path, other)
    other.rename(path)


def overwrite(path: Path) -> None:
    """Overwrites it as `cp` does, with a file of another program."""
    with path.open("r+b") as file:
        file.truncate(0)
        file.write(random.randbytes(1 << 20))


FATAL: list[Callable[[Path], None]] = [
    remove, remove_all, remove_log, truncate, truncate_log, replace, overwrite,
]


async def mishaps(stage: Stage) -> str:
    """If the files come back, the service continues and loses no data. Otherwise it acknowledges no more requests."""
    figures = await comings_and_goings(stage)
    async with asyncio.TaskGroup() as group:
        ends = [group.create_task(expect_end(stage, mishap)) for mishap in FATAL]
    refused = sum(end.result() for end in ends)
    return f"{figures}; {len(FATAL)} times the files were lost, and none of {refused} requests after it was acknowledged"


async def comings_and_goings(stage: Stage) -> str:
    folder = stage.make_folder("renamed-sqlite")
    place = folder / "database"
    place.mkdir()
    database = SQLite(place / "devices.sqlite")
    times = 0
    async with Server(stage.program, database, folder).running() as server:
        outage = Outage(server, Ledger())
        async with outage.under_load():
            for path in [database.path, Path(f"{database.path}-wal"), place] * (1 if stage.is_short else 5):
                aside = folder / "aside"
                path.rename(aside)
                away = time.monotonic()
                await outage.wait_for_refusals()
                await asyncio.sleep(2)
                outage.expect_not_ready(away, time.monotonic())
                aside.rename(path)
                await outage.recover()
                times += 1
        await verify(outage.ledger, database)
        expect_lines(server, LOST, times)
        expect_lines(server, FOUND, times)
        await server.terminate()
    return f"{times} times renamed and back: {outage.figures()}"


async def expect_end(stage: Stage, mishap: Callable[[Path], None]) -> int:
    folder, refused = stage.make_folder(f"{mishap.__name__}-sqlite"), 300
    database = SQLite(folder / "devices.sqlite")
    async with Server(stage.program, database, folder).running() as server:
        outage = Outage(server, Ledger())
        async with outage.under_load():
            await outage.load.grow(1000)
            # Until its first checkpoint the database has only one page, and everything else is in its log.
            while database.path.stat().st_size <= PAGE:
                await outage.load.grow(100)
            mishap(database.path)
            connection = Connection(server.port)
            for _ in range(refused):
                answer = await connection.register(f"after-{random.getrandbits(64):x}")
                if answer.status != 503:
                    raise Violation(f"after {mishap.__name__} of the database a request was answered {answer}")
            await asyncio.sleep(1.2)
            answer = await connection.ask("GET", "/ready")
            if answer.status != 503:
                raise Violation(f"after {mishap.__name__} of the database /ready was answered {answer}")
            connection.close()
        expect_lines(server, LOST, 1)
        await server.terminate()
    return refused


def expect_lines(server: Server, message: str, count: int) -> None:
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    found = [line for line in lines if line["message"] == message]
    if len(found) != count:
        raise Violation(f"{len(found)} lines say {message!r}, and not {count}")


async def full_disk_and_kill(stage: Stage) -> str:
    folder, ledger, known = stage.make_folder("full-kill-sqlite"), Ledger(), 0
    async with small_disk(folder, "24m") as disk:
        database = SQLite(disk / "devices.sqlite")
        async with Server(stage.program, database, folder).running() as server:
            for _ in range(1 if stage.is_short else 5):
                outage = Outage(server, ledger)
                async with outage.under_load():
                    ballast = fill(disk)
                    await outage.wait_for_refusals()
                await server.kill()
                await server.spawn()
                await expect_health(server)
                known += await repeat(server.port, ledger, 300)
                outage = Outage(server, ledger)
                async with asyncio.TaskGroup() as group:
                    for part in (outage.load, outage.ready):
                        part.start(group)
                    await outage.wait_for_refusals()
                    ballast.unlink()
                    await outage.recover()
                    for part in (outage.load, outage.ready):
                        part.stop()
            await verify(ledger, database)
            await server.end()
    return f"{known} known keys answered by servers that were started on a full disk, {ledger.answers} answers in all"


async def expect_health(server: Server) -> None:
    """Waits for the server, which is to start on a full disk."""
    deadline = time.monotonic() + 20
    while True:
        try:
            await server.ask("GET", "/health")
            return
        except Exception as error:
            if server.has_ended or time.monotonic() > deadline:
                raise Violation(f"the server does not start on a full disk: {server.tail()}") from error
            await asyncio.sleep(0.02)
