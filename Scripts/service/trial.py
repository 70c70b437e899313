"""The common parts of the campaigns: a part with its figures, and the run of all parts."""

import asyncio
import contextlib
import os
import subprocess
import time
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from service.databases import Cluster, Database, PostgreSQL, SQLite
from service.http import Violation
from service.server import Server

MB = 1024 * 1024
# The factor for bounds of elapsed time in the short form, which runs on busy machines. The short form still detects a
# hanging service. The long form, on an idle machine, detects one that is only slow.
SHORT_PATIENCE = 5
# The maximum number of tries for a part that exceeds only bounds of time. Other load on the machine can be the cause once.
# A service that is too slow is too slow each time.
TRIES = 3


class Skipped(Exception):
    """A reason that prevents a part of a campaign on this machine."""


@dataclass
class Trial:
    """One run of a part, with its folder and its figures."""

    name: str
    program: str
    folder: Path
    is_short: bool
    lines: list[str] = field(default_factory=list)
    failures: int = 0
    # The number of failures that a busy machine can cause as well.
    late: int = 0

    def size(self, full: int, short: int) -> int:
        return short if self.is_short else full

    def patience(self, seconds: float) -> float:
        return self.size(1, SHORT_PATIENCE) * seconds

    def check(self, figure: str, measured: object, bound: object, holds: bool, *, is_timed: bool = False) -> None:
        """Prints a figure. `is_timed` says that a busy machine can be the reason for a failure."""
        self.failures += not holds
        self.late += is_timed and not holds
        verdict = "ok" if holds else "LATE" if is_timed else "FAILED"
        self.lines.append(f"{self.name:<16} {figure:<72} {measured!s:>16} {bound!s:>16} {verdict}")

    def equal(self, figure: str, measured: object, expected: object) -> None:
        self.check(figure, measured, expected, measured == expected)

    def at_most(self, figure: str, measured: float, bound: float, unit: str = "") -> None:
        digits = 0 if isinstance(measured, int) and isinstance(bound, int) else 1
        self.check(
            figure, f"{measured:.{digits}f} {unit}".rstrip(), f"<= {bound:.{digits}f} {unit}".rstrip(), measured <= bound,
            is_timed=unit in ("s", "ms"))

    def all_right(self, figure: str, count: int, wrong: list[str]) -> None:
        """Reports the number of passed cases, and prints the first ten failures below."""
        self.check(figure, f"{count - len(wrong)} of {count}", f"{count} of {count}", not wrong)
        for each in wrong[:10]:
            self.note(each)

    def note(self, text: str) -> None:
        self.lines.append(f"    {text}")

    def make_folder(self, name: str = "") -> Path:
        folder = self.folder / (name or f"{len(list(self.folder.iterdir()))}")
        folder.mkdir()
        # The user that runs PostgreSQL must be able to enter the folder.
        folder.chmod(0o755)
        return folder

    def sqlite(self) -> SQLite:
        return SQLite(self.make_folder() / "devices.sqlite")

    def server(self, database: Database | None = None, *options: str, **rest) -> Server:
        return Server(self.program, database or self.sqlite(), self.make_folder(), *options, **rest)

    @contextlib.asynccontextmanager
    async def serving(self, *options: str, **rest) -> AsyncIterator[Server]:
        """A server on SQLite that has warmed up. At the end it must still be running, without an error in its log."""
        async with self.server(None, "--operators", "127.0.0.1", *options, **rest).running() as server:
            yield server
            if server.has_ended:
                raise Violation(f"the server ended by itself: {server.tail()}")
            server.check_log()

    @contextlib.contextmanager
    def memory(self, server: Server, bound: int, what: str) -> Iterator[None]:
        """Checks that the peak memory during this exceeds the memory before it by at most this many bytes."""
        server.forget_peak()
        before = server.memory("VmRSS")
        yield
        self.at_most(f"memory taken, {what}", max(server.memory("VmHWM") - before, 0) / MB, bound / MB, "MB")

    async def gone(self, server: Server, patience: float, figure: str) -> None:
        """Waits until the service has no connection."""
        begin, patience = time.monotonic(), self.patience(patience)
        while (left := server.connections()) and time.monotonic() < begin + patience:
            await asyncio.sleep(0.05)
        self.check(
            figure, f"{left} after {time.monotonic() - begin:.1f} s", f"0 after {patience:.0f} s", not left, is_timed=True)


Part = Callable[[Trial], Awaitable[None]]


def expect(subject: str, came: object, expected: object) -> None:
    if came != expected:
        raise Violation(f"{subject}\n  expected: {expected}\n  came:     {came}")


def on_sqlite(part: Callable[[Trial, Database], Awaitable[None]]) -> Part:
    return lambda trial: part(trial, trial.sqlite())


def on_cluster(part: Callable[[Trial, Cluster], Awaitable[None]]) -> Part:
    async def run(trial: Trial) -> None:
        async with Cluster.running(trial.make_folder("cluster")) as cluster:
            await part(trial, cluster)

    return run


def on_postgresql(part: Callable[[Trial, PostgreSQL], Awaitable[None]]) -> Part:
    return on_cluster(lambda trial, cluster: part(trial, cluster.database))


def first(error: BaseException) -> BaseException:
    """Returns the first violation in several tasks, or else the first other error."""
    if isinstance(error, BaseExceptionGroup):
        inner = [first(each) for each in error.exceptions]
        return next((each for each in inner if isinstance(each, Violation)), inner[0])
    return error


@dataclass
class Campaign:
    parts: dict[str, Part]
    # The number of parts that run at the same time, except for those that measure times.
    at_once: int = 1
    alone: frozenset[str] = frozenset()

    async def run(self, program: str, folder: Path, names: list[str], is_short: bool) -> bool:
        """Returns whether all figures of these parts were within their bounds."""
        # Attackers spend most of their time waiting.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(64))
        slots, begin = asyncio.Semaphore(self.at_once), time.monotonic()

        async def attempt(name: str, number: int) -> Trial:
            async with slots:
                trial = Trial(name, program, folder / f"{name}-{number}", is_short)
                await run_once(self.parts[name], trial)
                return trial

        trials = await asyncio.gather(*(attempt(name, 1) for name in names if name not in self.alone))
        trials += [await attempt(name, 1) for name in names if name in self.alone]
        failures = 0
        for trial in trials:
            for number in range(2, TRIES + 1):
                if trial.failures != trial.late or not trial.late:
                    break
                print(f"{trial.name} is tried again by itself, as only bounds of time were not kept")
                trial = await attempt(trial.name, number)
            failures += trial.failures
        print(f"{len(names)} parts, {failures} figures failed, in {time.monotonic() - begin:.0f} s", flush=True)
        return not failures


async def run_once(part: Part, trial: Trial) -> None:
    begin = time.monotonic()
    trial.folder.mkdir()
    trial.folder.chmod(0o755)
    try:
        await part(trial)
    except Skipped as reason:
        # A machine of CI must be able to run all of them.
        trial.check(f"left out, as {reason}", "", "", not os.environ.get("CI"))
    except (Exception, BaseExceptionGroup) as error:
        cause = first(error)
        if not isinstance(cause, Violation):
            traceback.print_exception(error)
        trial.check("the part came to its end", type(cause).__name__, "", False, is_timed=isinstance(cause, TimeoutError))
        trial.note(f"{cause}"[:2000])
    print(*trial.lines, f"    {trial.name} took {time.monotonic() - begin:.0f} s", sep="\n", flush=True)


@contextlib.asynccontextmanager
async def small_disk(folder: Path, size: str) -> AsyncIterator[Path]:
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
    for size in (64 * 1024, 512):
        with ballast.open("ab", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(size))
    return ballast
