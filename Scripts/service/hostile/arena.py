"""The place of an attack. It starts targets, and checks that measurements are within bounds."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

from service.ledger import Database, SQLite
from service.server import Server
from service.stage import Stage
from service.table import Table

MB = 1024 * 1024
# The factor for bounds of elapsed time in the short form, which runs on busy machines. The short form still detects a
# hanging service. The long form, on an idle machine, detects one that is only slow.
SHORT_PATIENCE = 5


@dataclass
class Arena:
    name: str
    stage: Stage
    table: Table
    seed: int
    # The first attempt at this attack is 1.
    attempt: int
    count: int = 0

    @property
    def is_short(self) -> bool:
        return self.stage.is_short

    def size(self, full: int, short: int) -> int:
        return short if self.is_short else full

    def patience(self, seconds: float) -> float:
        return self.size(1, SHORT_PATIENCE) * seconds

    def row(self, figure: str, measured: str, bound: str, is_kept: bool, *, is_timed: bool = False) -> None:
        """Prints a figure. `is_timed` states that a busy machine can be the reason for an exceeded bound."""
        self.table.row(self.name, figure, measured, bound, is_kept, is_timed=is_timed)

    def at_most(self, figure: str, measured: float, bound: float, unit: str = "") -> None:
        digits = 0 if isinstance(measured, int) and isinstance(bound, int) else 1
        is_timed = unit in ("s", "ms")
        unit = f" {unit}" if unit else ""
        self.row(
            figure, f"{measured:.{digits}f}{unit}", f"<= {bound:.{digits}f}{unit}", measured <= bound, is_timed=is_timed)

    def at_least(self, figure: str, measured: int, bound: int) -> None:
        self.row(figure, f"{measured}", f">= {bound}", measured >= bound)

    def within(self, figure: str, seconds: float, limit: float) -> None:
        """Checks an elapsed time. Unlike processor time, it depends on other load on the machine."""
        self.at_most(figure, seconds, self.patience(limit), "s")

    def in_time(self, figure: str, got: object, wanted: object, seconds: float, limit: float) -> None:
        limit = self.patience(limit)
        self.row(
            figure, f"{got} in {seconds:.1f} s", f"{wanted} in {limit:.1f} s", got == wanted and seconds <= limit,
            is_timed=got == wanted)

    def all_right(self, figure: str, count: int, wrong: list[str]) -> None:
        """Reports the number of passed cases, and prints the first ten failures below."""
        self.row(figure, f"{count - len(wrong)} of {count}", f"{count} of {count}", not wrong)
        for each in wrong[:10]:
            self.table.note(each)
        if len(wrong) > 10:
            self.table.note(f"and {len(wrong) - 10} more")

    def make_folder(self) -> Path:
        self.count += 1
        return self.stage.make_folder(f"{self.name}-{self.attempt}-{self.count}")

    async def ends(self, target: Server, figure: str, limit: float, patience: float = 15) -> None:
        """Asks the service to end, and checks its status and the time that it takes."""
        begin = time.monotonic()
        try:
            async with asyncio.timeout(patience):
                status = await target.terminate()
        except TimeoutError:
            status = -1
        self.in_time(figure, status, 0, time.monotonic() - begin, limit)
        await target.kill()

    @contextlib.asynccontextmanager
    async def target(
        self, *options: str, database: Database | None = None, folder: Path | None = None, may_complain: bool = False,
        **rest
    ) -> AsyncIterator[Server]:
        """Provides a server that has warmed up. At the end it must still be running.

        It must not have logged an error either, unless `may_complain`.
        """
        folder = folder or self.make_folder()
        database = database or SQLite(folder / "devices.sqlite")
        target = Server(
            self.stage.program, database, folder, options=("--operators", "127.0.0.1", *options), **rest)
        async with target.running():
            yield target
            if target.process and target.has_ended:
                self.row("the service still runs", f"ended with {target.process.returncode}", "", False)
                self.table.note(target.tail())
            elif not may_complain:
                bad = [level for level in target.levels() if level in ("error", "critical", "fatal", "not JSON")]
                if bad:
                    self.row("lines that say something is wrong", str(len(bad)), "0", False)
                    self.table.note(target.tail()[:600])

    @contextlib.contextmanager
    def memory(self, target: Server, bound: int, what: str) -> Iterator[None]:
        """Checks that the peak memory during this exceeds the memory before it by at most this many bytes."""
        target.forget_peak()
        before = target.resident()
        yield
        self.at_most(f"memory taken, {what}", max(target.peak() - before, 0) / MB, bound / MB, "MB")

    async def gone(self, target: Server, patience: float, figure: str) -> None:
        """Waits until the service has no connection."""
        begin, patience = time.monotonic(), self.patience(patience)
        while (left := target.connections()) and time.monotonic() < begin + patience:
            await asyncio.sleep(0.05)
        self.row(
            figure, f"{left} after {time.monotonic() - begin:.1f} s", f"0 after {patience:.0f} s", not left, is_timed=True)
