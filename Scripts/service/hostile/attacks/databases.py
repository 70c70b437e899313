"""A database that is locked, that is a link, or that refuses data from one client."""

import asyncio
import json
import os
import shutil
import sqlite3
import time

from service_chaos.cluster import Cluster
from service_chaos.exchange import Connection, Lost, Violation
from service_chaos.ledger import SQLite

from ..arena import Arena
from ..target import Target

BODY = b'{"appDeviceKbn":11}'


async def register(target: Target, key: str, patience: float = 20) -> int:
    return (await target.ask("POST", "/udids", headers={"Idempotency-Key": key}, body=BODY, patience=patience)).status


async def status_of_ready(target: Target) -> int:
    return (await target.ask("GET", "/ready")).status


async def known_key(target: Target, key: str, patience: float) -> int | str:
    begin = time.monotonic()
    while time.monotonic() < begin + patience:
        if target.process is None or target.process.returncode is not None:
            return f"ended with {target.process.returncode if target.process else None}"
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
        try:
            async with asyncio.timeout(15):
                await target.terminate()
        except TimeoutError:
            await target.kill()
        arena.within("the end at --shutdown-timeout 2", time.monotonic() - begin, 4)
        database.close()
        await asyncio.gather(*waiting, return_exceptions=True)
        target.process = None


async def links(arena: Arena) -> None:
    """If the database is a dangling link, it is refused, or created so that only its owner can read it."""
    folder = arena.make_folder()
    path, end = folder / "devices.sqlite", folder / "elsewhere.sqlite"
    path.symlink_to(end)
    old = os.umask(0o022)
    target = Target(arena.stage.program, SQLite(path), folder)
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


async def others(arena: Arena, target: Target, name: str) -> None:
    statuses: dict[int, int] = {}
    poisoned: dict[int, int] = {}
    is_over = False

    async def client(tag: str, counts: dict[int, int]) -> None:
        connection, number = Connection(target.port, source="127.0.0.2"), 0
        while not is_over:
            number += 1
            answer = await connection.ask("POST", "/udids", {"Idempotency-Key": f"{tag}-{number}"}, BODY)
            counts[answer.status] = counts.get(answer.status, 0) + 1
        connection.close()

    async with asyncio.TaskGroup() as group:
        for number in range(4):
            group.create_task(client(f"poison-{number}", poisoned))
        for number in range(16):
            group.create_task(client(f"other-{number}", statuses))
        await asyncio.sleep(arena.size(4, 1))
        is_over = True
    total = sum(statuses.values())
    refused = total - statuses.get(201, 0)
    arena.row(
        f"others refused beside 4 clients with a bad key, {name}", f"{refused} of {total}", "0",
        refused == 0 and total > 50)
    arena.row(f"the bad key itself, {name}", json.dumps(poisoned)[:14], "503 only", set(poisoned) == {503})
