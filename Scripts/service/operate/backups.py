"""Backups while devices and accounts are created, and the restoration of one, compared row by row. On PostgreSQL, the
commands are the ones of docs/operate/database.md."""

import asyncio
import contextlib
import random
import shutil
import subprocess
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

from service.accounts import PASSWORD, Service
from service.http import Connection, Violation, device
from service.ledger import Database, PostgreSQL, SQLite
from service.operate import rows
from service.operate.pace import Client, Pool
from service.operate.program import expect
from service.operate.trial import Account, Trial, sign_up, until_ready

Tables = dict[str, list[rows.Row]]


@dataclass
class Writer:
    """Clients that create devices and accounts all the time. It keeps everything that was acknowledged."""

    service: Service
    client: Client
    accounts: dict[str, Account] = field(default_factory=dict)

    @classmethod
    @contextlib.asynccontextmanager
    async def running(cls, service: Service) -> AsyncIterator["Writer"]:
        pool, account = Pool(service.port), await sign_up(service, "w-0")
        writer = cls(service, Client(lambda: pool, account), {"w-0": account})
        async with writer.client.running(), asyncio.TaskGroup() as group:
            group.create_task(writer.sign_up_all())
            yield writer
            writer.client.is_over = True
        pool.close()

    async def sign_up_all(self) -> None:
        while not self.client.is_over:
            name = f"w-{len(self.accounts)}"
            self.accounts[name] = await sign_up(self.service, name)
            await asyncio.sleep(0.3)


@dataclass
class Copies:
    """Creates and reads backups of a database."""

    trial: Trial
    database: Database

    async def create(self, name: str) -> Path:
        file = self.trial.folder / name
        if isinstance(self.database, SQLite):
            await self.trial.operator(self.database).run("backup", str(file))
            expect(f"the mode of {file}", f"{file.stat().st_mode & 0o777:o}", "600")
        else:
            await asyncio.to_thread(
                self.call, "pg_dump", "--format", "custom", "--file", str(file), "--dbname", self.database.address)
        return file

    async def opened(self, file: Path) -> Database:
        """Returns a database with the content of the backup."""
        if isinstance(self.database, SQLite):
            return SQLite(file)
        copy = await self.trial.postgresql(f"_{file.name}")
        await asyncio.to_thread(self.call, "pg_restore", "--dbname", copy.address, str(file))
        return copy

    async def restore(self, file: Path) -> None:
        """Replaces the content of the database, whose servers are stopped."""
        if isinstance(self.database, SQLite):
            for end in ("-wal", "-shm"):
                Path(f"{self.database.path}{end}").unlink(missing_ok=True)
            self.database.path.unlink()
            shutil.copy(file, self.database.path)
        else:
            await asyncio.to_thread(
                self.call, "pg_restore", "--clean", "--if-exists", "--dbname", self.database.address, str(file))

    def call(self, program: str, *arguments: str) -> None:
        assert isinstance(self.database, PostgreSQL)
        result = subprocess.run(
            [f"{self.database.programs}/{program}", *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True,
            check=False)
        expect(f"{program} {' '.join(arguments)}\n{result.stderr}".rstrip(), f"status {result.returncode}", "status 0")


async def backups(trial: Trial, database: Database) -> str:
    copies = Copies(trial, database)
    async with trial.serving(database) as service:
        count, slowest, end = 0, 0.0, time.monotonic() + trial.load_seconds
        async with Writer.running(service) as writer:
            while count < 2 or time.monotonic() < end:
                await asyncio.sleep(1)
                count += 1
                slowest = max(slowest, await back_up(copies, writer, f"backup-{count}"))
        last = await copies.create("last")
        left, copied = await read(database), await read(await copies.opened(last))
        expect_equal("the last backup", copied, left)
        late = (await sign_up(service, "late")).token
        await service.end()
    expect("whether the rows differ before the restoration", await read(database) != left, True)
    await copies.restore(last)
    await check_restored(trial, database, writer, left, late)
    size = sum(len(table) for table in left.values())
    return (
        f"{count} backups, {slowest:.1f} s at most, next to {writer.client.sent} requests and {len(writer.accounts)} sign-ups, "
        f"have all rows acknowledged before them; the last one and its restoration have all {size} rows of {len(left)} tables")


async def back_up(copies: Copies, writer: Writer, name: str) -> float:
    """Returns the duration of the backup, which has each row that was acknowledged before, and only rows of the database."""
    ledger = writer.client.ledger.snapshot()
    accounts = {account.identifier for account in writer.accounts.values()}
    sessions = {account.session for account in writer.accounts.values()}
    begin = time.monotonic()
    file = await copies.create(name)
    seconds = time.monotonic() - begin
    copy = await copies.opened(file)
    copied, left = await read(copy), await read(copies.database)
    ledger.verify(await asyncio.to_thread(copy.rows))
    for table, acknowledged in (("accounts", accounts), ("sessions", sessions)):
        known = {value for row in copied[table] for value in row}
        expect(f"acknowledged rows of {table} that are not in {file}", acknowledged - known, set())
    for table, contained in copied.items():
        expect(f"rows of {table} that are only in {file}", set(contained) - set(left[table]), set())
    return seconds


async def read(database: Database) -> Tables:
    return await asyncio.to_thread(rows.tables, database)


def expect_equal(subject: str, came: Tables, expected: Tables) -> None:
    """Shows only the rows that differ."""
    expect(f"{subject}: tables", sorted(came), sorted(expected))
    for table, contained in expected.items():
        if came[table] != contained:
            more, less = set(came[table]) - set(contained), set(contained) - set(came[table])
            raise Violation(f"{subject}: {table}\n  expected: {sorted(less)[:3]}\n  came:     {sorted(more)[:3]}")


async def check_restored(trial: Trial, database: Database, writer: Writer, left: Tables, late: str) -> None:
    service = trial.service(database, "restored")
    try:
        await service.spawn()
        await until_ready(service)
        expect_equal("the restored database", await asyncio.to_thread(rows.tables, database), left)
        expect("a session that is newer than the backup", await service.account(late), None)
        name, account = random.choice(list(writer.accounts.items()))
        expect(f"the account of the session of {name}", await service.account(account.token), account.identifier)
        expect(f"the login of {name}", (await service.log_in(name, PASSWORD, "127.0.0.1")).status, 201)
        ledger = writer.client.ledger
        connection, key = Connection(service.port), random.choice(ledger.keys)
        kind, udid = ledger.registrations[key]
        answer = await connection.register(key, device(kind))
        expect(f"the answer to the key {key}", (answer.status, answer.udid), (200, udid))
        connection.close()
        await service.end()
    finally:
        await service.kill()
