"""A database that is locked, that is a link, whose disk is full, whose file is lost, or that refuses one client's data."""

import asyncio
import contextlib
import json
import os
import shutil
import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from service.cluster import Cluster
from service.hostile.arena import Arena
from service.http import BODY, Connection, Lost, Violation
from service.ledger import SQLite
from service.server import Server
from service.stage import fill, small_disk


async def register(target: Server, key: str) -> int:
    return (await target.ask("POST", "/udids", f"Idempotency-Key: {key}", body=BODY)).status


async def status_of_ready(target: Server) -> int:
    return (await target.ask("GET", "/ready")).status


async def known_key(target: Server, key: str, patience: float) -> int | str:
    begin = time.monotonic()
    while time.monotonic() < begin + patience:
        if target.process and target.has_ended:
            return f"ended with {target.process.returncode}"
        try:
            return await register(target, key)
        except (Lost, Violation):
            await asyncio.sleep(0.1)
    return "no answer"


async def locked_database(arena: Arena) -> None:
    """If another process holds SQLite's lock, requests and the end of the service wait no longer for it than
    documented."""
    folder = arena.make_folder()
    path = folder / "devices.sqlite"
    async with arena.target("--shutdown-timeout", "2", database=SQLite(path), folder=folder, may_complain=True) as target:
        database = sqlite3.connect(path, isolation_level=None, timeout=10)
        database.execute("BEGIN IMMEDIATE")
        begin = time.monotonic()
        ready = await status_of_ready(target)
        arena.within(f"/ready while it is locked, which is {ready}", time.monotonic() - begin, 3)
        waiting = [asyncio.create_task(register(target, f"locked-{number}")) for number in range(4)]
        await asyncio.sleep(0.5)
        begin = time.monotonic()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(15):
                await target.terminate()
        arena.within("the end at --shutdown-timeout 2", time.monotonic() - begin, 4)
        database.close()
        await asyncio.gather(*waiting, return_exceptions=True)
        await target.kill()


async def links(arena: Arena) -> None:
    """If the database is a dangling link, it is refused, or created so that only its owner can read it."""
    folder = arena.make_folder()
    path, end = folder / "devices.sqlite", folder / "elsewhere.sqlite"
    path.symlink_to(end)
    old = os.umask(0o022)
    target = Server(arena.stage.program, SQLite(path), folder)
    try:
        await target.spawn()
        status = await known_key(target, "link", 10)
        mode = f"{end.stat().st_mode & 0o777:o}" if end.exists() else "none"
        arena.row(f"mode of what a dangling link led to, answer {status}", mode, "600 or none", mode in ("600", "none"))
    finally:
        os.umask(old)
        await target.kill()


async def refused_key(arena: Arena) -> None:
    """If some clients keep sending a key that the database refuses, others must still get their responses."""
    folder = arena.make_folder()
    path = folder / "devices.sqlite"
    async with arena.target(database=SQLite(path), folder=folder, may_complain=True) as target:
        with sqlite3.connect(path, timeout=10) as database:
            database.execute(
                "CREATE TRIGGER refuse BEFORE INSERT ON registrations WHEN NEW.key LIKE 'poison%' "
                "BEGIN SELECT RAISE(ABORT, 'this key is refused'); END")
        database.close()
        await others(arena, target, "SQLite")
    if arena.is_short or not shutil.which("psql"):
        return
    async with Cluster.running(arena.make_folder()) as cluster:
        async with arena.target(database=cluster.database, may_complain=True) as target:
            await cluster.query(
                "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                "IF NEW.key LIKE 'poison%' THEN RAISE EXCEPTION 'this key is refused'; END IF; RETURN NEW; END $$")
            await cluster.query(
                "CREATE TRIGGER refuse BEFORE INSERT ON registrations FOR EACH ROW EXECUTE FUNCTION refuse()")
            await others(arena, target, "PostgreSQL")


async def others(arena: Arena, target: Server, name: str) -> None:
    statuses: Counter[int] = Counter()
    poisoned: Counter[int] = Counter()
    is_over = False

    async def client(tag: str, counts: Counter[int]) -> None:
        connection, number = Connection(target.port, source="127.0.0.2"), 0
        while not is_over:
            number += 1
            counts[(await connection.register(f"{tag}-{number}")).status] += 1
        connection.close()

    async with asyncio.TaskGroup() as group:
        for number in range(4):
            group.create_task(client(f"poison-{number}", poisoned))
        for number in range(16):
            group.create_task(client(f"other-{number}", statuses))
        await asyncio.sleep(arena.size(4, 1))
        is_over = True
    total = statuses.total()
    refused = total - statuses[201]
    arena.row(
        f"others refused beside 4 clients with a bad key, {name}", f"{refused} of {total}", "0",
        refused == 0 and total > 50)
    arena.row(f"the bad key itself, {name}", json.dumps(poisoned)[:14], "503 only", set(poisoned) == {503})


async def full_disk(arena: Arena) -> None:
    """`/ready` agrees with the result of new registrations. Known keys are answered, even by a server that has just
    started."""
    folder = arena.make_folder()
    async with small_disk(folder, "24m") as disk:
        database = SQLite(disk / "devices.sqlite")
        async with arena.target(database=database, folder=folder, may_complain=True) as target:
            await register(target, "known")
            ballast = fill(disk)
            refused = [await register(target, f"new-{number}") for number in range(3)]
            ready = 200
            for _ in range(50):
                ready = await status_of_ready(target)
                if ready == 503:
                    break
                await asyncio.sleep(0.1)
            arena.row("new registrations on a full disk", f"{refused[-1]}", "503", refused[-1] == 503)
            arena.row("/ready on a full disk", f"{ready}", "503", ready == 503)
            known = await register(target, "known")
            arena.row("a known key on a full disk", f"{known}", "200", known == 200)
            await target.kill()
            # This includes the space that it freed when it was killed.
            more = fill(disk, "more")
            await target.spawn()
            known = await known_key(target, "known", 10)
            arena.row("a known key after kill -9 and a start on it", f"{known}", "200", known == 200)
            ballast.unlink()
            more.unlink()
            if target.has_ended:
                await target.spawn()
            begin, ready = time.monotonic(), 0
            while ready != 200 and time.monotonic() < begin + arena.patience(10):
                with contextlib.suppress(Lost):
                    ready = await status_of_ready(target)
                await asyncio.sleep(0.1)
            arena.row("/ready once there is room", f"{ready}", "200", ready == 200)


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
            await connection.register(f"before-{number}")
        manner(path)
        begin, grace, late, total = time.monotonic(), arena.patience(1.5), 0, 0
        while time.monotonic() < begin + grace + 1.5 and not target.has_ended:
            total += 1
            with contextlib.suppress(Lost, Violation):
                answer = await connection.register(f"after-{total}")
                late += answer.status in (200, 201) and time.monotonic() > begin + grace
            await asyncio.sleep(0.002)
        connection.close()
        if manner.__name__ == "truncate" and late:
            # In that case, the file may have been written again.
            late -= kept(path, late)
        arena.at_most(f"acknowledged {grace} s after it was gone: {manner.__name__}", late, 0)
        # The service may have ended by itself. This also reports the fault.
        ready = 503 if target.has_ended else await status_of_ready(target)
        arena.row(f"/ready then: {manner.__name__}", f"{ready}", "503", ready == 503)
        told = [level for level in target.levels(offset) if level in ("warning", "error", "critical")]
        arena.row(f"lines that say it: {manner.__name__}", f"{len(told)}", ">= 1", bool(told))
        await target.kill()


def kept(path: Path, most: int) -> int:
    try:
        return min(most, SQLite(path).query("SELECT count(*) FROM registrations WHERE key LIKE 'after-%'")[0][0])
    except sqlite3.Error:
        return 0
