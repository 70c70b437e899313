"""The database file is removed or replaced while the service has it open."""

import asyncio
import contextlib
import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

from service_chaos.exchange import Connection, Lost, Violation
from service_chaos.ledger import SQLite

from ..arena import Arena
from .databases import BODY, status_of_ready


async def lost_file(arena: Arena) -> None:
    """A registration that is acknowledged after the file was removed would be lost."""

    def remove(path: Path) -> None:
        for suffix in ("", "-wal", "-shm"):
            Path(f"{path}{suffix}").unlink(missing_ok=True)

    def rename(path: Path) -> None:
        path.rename(path.with_name("elsewhere.sqlite"))

    def replace(path: Path) -> None:
        copy = path.with_name("copy.sqlite")
        shutil.copyfile(path, copy)
        copy.rename(path)

    def truncate(path: Path) -> None:
        os.truncate(path, 0)

    await asyncio.gather(*(lose(arena, manner) for manner in (remove, rename, replace, truncate)))


async def lose(arena: Arena, manner: Callable[[Path], None]) -> None:
    folder = arena.make_folder()
    path = folder / "devices.sqlite"
    async with arena.target(database=SQLite(path), folder=folder, may_complain=True) as target:
        connection, offset = Connection(target.port), target.log_size()
        for number in range(50):
            await connection.ask("POST", "/udids", {"Idempotency-Key": f"before-{number}"}, BODY)
        manner(path)
        begin, grace, late, total = time.monotonic(), arena.patience(1.5), 0, 0
        while time.monotonic() < begin + grace + 1.5 and target.process.returncode is None:
            total += 1
            with contextlib.suppress(Lost, Violation):
                answer = await connection.ask("POST", "/udids", {"Idempotency-Key": f"after-{total}"}, BODY)
                late += answer.status in (200, 201) and time.monotonic() > begin + grace
            await asyncio.sleep(0.002)
        connection.close()
        if manner.__name__ == "truncate" and late:
            # In that case, the file may have been written again.
            late -= kept(path, late)
        arena.at_most(f"acknowledged {grace} s after it was gone: {manner.__name__}", late, 0)
        # The service may have ended by itself. This also reports the fault.
        ready = 503 if target.process.returncode is not None else await status_of_ready(target)
        arena.row(f"/ready then: {manner.__name__}", f"{ready}", "503", ready == 503)
        told = [level for level in target.levels(offset) if level in ("warning", "error", "critical")]
        arena.row(f"lines that say it: {manner.__name__}", f"{len(told)}", ">= 1", bool(told))
        await target.kill()
        target.process = None


def kept(path: Path, most: int) -> int:
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
            return min(most, database.execute("SELECT count(*) FROM registrations WHERE key LIKE 'after-%'").fetchone()[0])
    except sqlite3.Error:
        return 0
