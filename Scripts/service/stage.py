"""The common parts of the campaigns: the tested program, their folder and their length, and full disks."""

import asyncio
import contextlib
import os
import subprocess
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from service.http import Violation
from service.ledger import Database, Ledger
from service.load import Load, Probe
from service.server import Server


class Skipped(Exception):
    """A reason that prevents a part of a campaign on this machine."""


@dataclass
class Stage:
    program: str
    folder: Path
    is_short: bool = False
    rounds: int = 1

    def make_folder(self, name: str) -> Path:
        folder = self.folder / name
        folder.mkdir()
        # The user that runs PostgreSQL must be able to enter the folder.
        folder.chmod(0o755)
        return folder


def first(error: BaseException) -> BaseException:
    """Returns the first violation in several tasks, or else the first other error."""
    if isinstance(error, BaseExceptionGroup):
        inner = [first(each) for each in error.exceptions]
        return next((each for each in inner if isinstance(each, Violation)), inner[0])
    return error


def require_root() -> None:
    if os.geteuid() != 0:
        raise Skipped("only root may mount what it needs")


@contextlib.asynccontextmanager
async def small_disk(folder: Path, size: str) -> AsyncIterator[Path]:
    require_root()
    mount = folder / "disk"
    mount.mkdir()
    try:
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size},mode=1777", "tmpfs", str(mount)], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise Skipped(f"nothing may be mounted: {error}") from error
    try:
        yield mount
    finally:
        subprocess.run(["umount", "--lazy", str(mount)], check=True)


def fill(disk: Path, name: str = "ballast") -> Path:
    """Fills the disk. Removing the returned file frees it again."""
    ballast = disk / name
    for size in (64 * 1024, 512):
        with ballast.open("ab", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(size))
    return ballast


async def verify(ledger: Ledger, database: Database) -> None:
    rows = await asyncio.to_thread(database.rows)
    ledger.verify(rows)
    await asyncio.to_thread(database.check)


class Outage:
    """A service under load whose database is taken away. Measures the effects on clients and the time of the
    recovery."""

    # The time limits, in seconds, for the first success afterwards, and for a success of each client.
    recovery_limit = 10.0
    # The time limit of /health in seconds. It waits for nothing else.
    health_limit = 1.5
    # The last result of /ready is valid for a second.
    ready_validity = 1.1

    def __init__(self, server: Server, ledger: Ledger, *, connections: int = 32):
        self.ledger = ledger
        self.load = Load(server.port, ledger, connections=connections)
        self.health = Probe(server.port, "/health", {200})
        self.ready = Probe(server.port, "/ready", {200, 503})
        self.recoveries: list[float] = []

    @contextlib.asynccontextmanager
    async def under_load(self) -> AsyncIterator[None]:
        async with asyncio.TaskGroup() as group:
            for part in (self.load, self.health, self.ready):
                part.start(group)
            await self.load.grow(50)
            yield
            for part in (self.load, self.health, self.ready):
                part.stop()
        if self.health.slowest() > self.health_limit:
            raise Violation(f"/health took {self.health.slowest():.1f} s while the database was away")

    async def recover(self, back: float | None = None) -> None:
        """Waits until all clients are served again, and for some more answers. The database was back at this time, by
        default now."""
        back = back or time.monotonic()
        self.recoveries.append(await self.load.wait_for_all(back, self.recovery_limit + 20))
        if self.recoveries[-1] > self.recovery_limit:
            raise Violation(f"it took {self.recoveries[-1]:.1f} s until all clients were served again")
        while self.ready.first(200, back) is None:
            if time.monotonic() > back + self.recovery_limit:
                raise Violation(f"/ready is not 200 {self.recovery_limit} s after the database was back")
            await asyncio.sleep(0.01)
        await self.load.grow(100)

    async def wait_for_refusals(self, patience: float = 60) -> None:
        before, deadline = self.load.unavailable, time.monotonic() + patience
        while self.load.unavailable < before + 50:
            if time.monotonic() > deadline:
                raise Violation(f"nobody was refused within {patience} s, so nothing was put to the test")
            await asyncio.sleep(0.05)

    async def fill_and_empty(self, disk: Path) -> None:
        """Fills the disk until requests are refused and /ready reports it, and frees the disk again."""
        ballast = fill(disk)
        await self.wait_for_refusals()
        since = time.monotonic()
        while self.ready.first(503, since) is None:
            if time.monotonic() > since + self.recovery_limit:
                raise Violation(f"/ready is not 503 {self.recovery_limit} s after registrations were refused")
            await asyncio.sleep(0.01)
        ballast.unlink()
        await self.recover()

    def expect_not_ready(self, after: float, before: float) -> None:
        statuses = self.ready.statuses(after + self.ready_validity, before)
        if set(statuses) - {503}:
            raise Violation(f"/ready was answered {statuses} while the database was away")

    def figures(self) -> str:
        recovery = f"all served again after {max(self.recoveries):.1f} s at most, " if self.recoveries else ""
        return (
            f"{self.ledger.answers} answers, {self.load.unavailable} times 503, {recovery}"
            f"slowest answer {self.load.slowest:.1f} s, slowest /health {self.health.slowest():.2f} s of "
            f"{len(self.health.answers)}, /ready 503 {sum(status == 503 for _, _, status in self.ready.answers)} times")


@contextlib.asynccontextmanager
async def service_on(stage: Stage, database: Database, folder: Path) -> AsyncIterator[Outage]:
    """Runs the service with clients, and checks at the end that the database contains everything."""
    async with Server(stage.program, database, folder).running() as server:
        outage = Outage(server, Ledger())
        yield outage
        await verify(outage.ledger, database)
        await server.end()
