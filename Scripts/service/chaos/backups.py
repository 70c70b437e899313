"""Backups of a SQLite database while devices register."""

import asyncio
import random
import signal
import sqlite3
import time
from pathlib import Path

from service.http import Violation
from service.ledger import Ledger, SQLite
from service.load import Load
from service.server import Server
from service.stage import Stage, verify

# The time limit of a backup, in seconds.
LIMIT = 10.0


async def backups(stage: Stage) -> str:
    devices = 20_000 if stage.is_short else 1_000_000
    folder = stage.make_folder("backups")
    target = stage.make_folder("backups-target")
    database = SQLite(folder / "devices.sqlite")
    # The first server creates the tables.
    async with Server(stage.program, database, folder, name="first").running() as first:
        await first.end()
    await asyncio.to_thread(fill, database.path, devices)
    ledger, slowest, acknowledged = Ledger(), 0.0, 0
    async with Server(stage.program, database, folder).running() as server:
        load, begin = Load(server.port, ledger, connections=64), time.monotonic()
        async with asyncio.TaskGroup() as group:
            load.start(group)
            await load.grow(500)
            for number in range(3):
                before, start = ledger.snapshot(), time.monotonic()
                answers = ledger.answers
                file = target / f"{number}.sqlite"
                status = await run(stage.program, database, file)
                seconds = time.monotonic() - start
                slowest = max(slowest, seconds)
                if status != 0:
                    raise Violation(f"the backup ended with {status}")
                if seconds > LIMIT:
                    raise Violation(f"a backup of {devices} devices took {seconds:.1f} s")
                if ledger.answers == answers:
                    raise Violation("no device could register during the backup")
                acknowledged += await asyncio.to_thread(check, file, before, devices)
            for signal_number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
                await interrupt(stage, database, target, signal_number, ledger.snapshot(), devices)
            load.stop()
        rate = ledger.answers / (time.monotonic() - begin)
        await verify(ledger, database)
        await server.end()
    return (
        f"3 backups of {devices} devices and more, all with the {acknowledged} registrations acknowledged before them, "
        f"{slowest:.1f} s at most beside {rate:.0f} requests a second, slowest answer {load.slowest:.1f} s; 3 interrupted ones")


def fill(path: Path, count: int) -> None:
    with sqlite3.connect(path, timeout=30) as database:
        database.executemany(
            "INSERT INTO registrations (key, udid, kind) VALUES (?, ?, 11)",
            ((f"fill-{number:08}", f"00000000-0000-7000-8000-{number:012x}") for number in range(count)))
    database.close()


async def run(program: str, database: SQLite, file: Path, after: float | None = None, signal_number: int = 0) -> int:
    """Returns the status. With `after`, sends the signal after `after` seconds."""
    process = await asyncio.create_subprocess_exec(
        program, "operate", "backup", str(file), "--database", database.address,
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL)
    if after is not None:
        await asyncio.sleep(after)
        if process.returncode is None:
            process.send_signal(signal_number)
    return await process.wait()


def check(file: Path, before: Ledger, devices: int) -> int:
    """Returns the number of registrations that were acknowledged before the backup. The backup must contain all of
    them."""
    backup = SQLite(file)
    backup.check()
    rows = backup.rows()
    before.verify(rows)
    if len(rows) < devices:
        raise Violation(f"{len(rows)} of {devices} devices are in the backup")
    if file.stat().st_mode & 0o777 != 0o600:
        raise Violation(f"the backup has the mode {file.stat().st_mode & 0o777:o}")
    return len(before.registrations) + len(before.keyless)


async def interrupt(
        stage: Stage, database: SQLite, target: Path, signal_number: int, before: Ledger, devices: int) -> None:
    """An interrupted backup leaves no file. A killed backup leaves no file, an empty one, or a complete backup if the
    signal came after the last write."""
    known = set(target.iterdir())
    file = target / f"interrupted-{signal_number}.sqlite"
    status = await run(stage.program, database, file, random.uniform(0.01, 0.5), signal_number)
    if status == 0:
        return
    left = set(target.iterdir()) - known
    if signal_number == signal.SIGKILL:
        if file in left and file.stat().st_size > 0:
            await asyncio.to_thread(check, file, before, devices)
    elif left:
        raise Violation(f"a backup that was interrupted has left {left}")
