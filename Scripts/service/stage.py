"""The common parts of the campaigns: their length, their folder, and the tested program."""

import asyncio
import contextlib
import os
import subprocess
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from .cluster import Cluster
from .exchange import Violation
from .ledger import Database, Ledger, SQLite
from .load import Load, Probe
from .server import Server


class Skipped(Exception):
    """A reason that prevents a campaign on this machine."""


@dataclass
class Stage:
    program: str
    folder: Path
    rounds: int
    is_short: bool

    def make_folder(self, name: str) -> Path:
        folder = self.folder / name
        folder.mkdir()
        # The user that runs PostgreSQL must be able to enter the folder.
        folder.chmod(0o755)
        return folder


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


def fill(disk: Path) -> Path:
    """Fills the disk. Removing the returned file frees it again."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(64 * 1024))
    with ballast.open("ab", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(512))
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

    async def recover(self, back: float) -> None:
        """Waits until all clients are served again after that time."""
        self.recoveries.append(await self.load.wait_for_all(back, self.recovery_limit + 20))
        if self.recoveries[-1] > self.recovery_limit:
            raise Violation(f"it took {self.recoveries[-1]:.1f} s until all clients were served again")
        while self.ready.first(200, back) is None:
            if time.monotonic() > back + self.recovery_limit:
                raise Violation(f"/ready is not 200 {self.recovery_limit} s after the database was back")
            await asyncio.sleep(0.01)

    async def wait_until_not_ready(self, since: float) -> None:
        """Checks that /ready reports refused registrations."""
        while self.ready.first(503, since) is None:
            if time.monotonic() > since + self.recovery_limit:
                raise Violation(f"/ready is not 503 {self.recovery_limit} s after registrations were refused")
            await asyncio.sleep(0.01)

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


__all__ = ["Cluster", "Ledger", "Outage", "SQLite", "Server", "Skipped", "Stage", "Violation", "fill", "require_root",
           "small_disk", "verify"]
