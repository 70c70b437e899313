"""The program on the devices of owners, and in the hands of the operator."""

import asyncio
import contextlib
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from service.http import Violation
from service.ledger import Database

# The time limit of a command, in seconds. The longest ones hash a password, perhaps on a busy machine.
LIMIT = 60
# The statuses that commands end with. See docs/reference/command-line.md.
WRONG_USAGE = 64
NOT_PERMITTED = 77


def expect(subject: str, came: object, expected: object) -> None:
    if came != expected:
        raise Violation(f"{subject}\n  expected: {expected}\n  came:     {came}")


@dataclass(frozen=True)
class Run:
    command: str
    status: int
    output: str
    errors: str

    @property
    def report(self) -> dict[str, Any]:
        """The object that `--format json` writes."""
        try:
            return json.loads(self.output)
        except ValueError as error:
            raise Violation(f"{self.command}\n  expected: an object of JSON\n  came:     {self.output!r}") from error


@dataclass(frozen=True)
class Program:
    path: str
    # The home directory of its users.
    home: Path

    @property
    def environment(self) -> dict[str, str]:
        """Without the settings of the user who runs the check."""
        return {"HOME": str(self.home), "PATH": os.environ["PATH"]}

    async def run(self, *arguments: str, typed: str = "", status: int = 0) -> Run:
        """Runs it with this standard input, and checks its exit status."""
        process = await asyncio.create_subprocess_exec(
            self.path, *arguments, env=self.environment, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE)
        command = f"calearning {' '.join(arguments)}"
        try:
            async with asyncio.timeout(LIMIT):
                output, errors = await process.communicate(typed.encode())
        except TimeoutError:
            raise Violation(f"{command}\n  expected: an end within {LIMIT} s\n  came:     none") from None
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        run = Run(command, process.returncode or 0, output.decode(), errors.decode())
        expect(f"{command}\n{run.output}{run.errors}".rstrip(), f"status {run.status}", f"status {status}")
        return run


@dataclass
class Device:
    """A device of an owner, with its state directory."""

    program: Program
    backend: str
    folder: Path
    # Everything that its commands wrote.
    written: list[str] = field(default_factory=list)

    async def run(self, command: str, *arguments: str, typed: str = "", status: int = 0) -> Run:
        # `recover` keeps nothing, so it has no state directory.
        place = () if command == "recover" else ("--state-dir", str(self.folder))
        run = await self.program.run(command, *arguments, "--backend", self.backend, *place, typed=typed, status=status)
        self.written += [run.output, run.errors]
        return run

    async def sign_up(self, name: str, password: str) -> None:
        await self.run("signup", "--name", name, "--password-stdin", typed=f"{password}\n")

    async def log_in(self, name: str, password: str, status: int = 0) -> Run:
        return await self.run("login", "--name", name, "--password-stdin", typed=f"{password}\n", status=status)

    async def recover(self, name: str, code: str, password: str, status: int = 0) -> Run:
        return await self.run("recover", "--name", name, "--password-stdin", typed=f"{code}\n{password}\n", status=status)

    async def expect_logged_out(self) -> None:
        run = await self.run("whoami", status=NOT_PERMITTED)
        expect(run.command, run.output, "Nobody is logged in.\n")

    @property
    def token(self) -> str:
        """The token of its session."""
        stores = list(self.folder.glob("servers/*/store.json"))
        expect(f"the stores of {self.folder}", len(stores), 1)
        return json.loads(stores[0].read_text(encoding="utf-8")).get("session", "")


@dataclass(frozen=True)
class Screen:
    """The expected screen of a command as text, and as JSON with its view and members of `values`."""

    lines: tuple[str, ...]
    view: str
    values: dict[str, object]


@dataclass
class Operator:
    program: Program
    database: Database
    # The number of commands, and the subcommands among them.
    runs: int = 0
    used: set[str] = field(default_factory=set)

    async def run(self, *words: str, form: str = "text", status: int = 0) -> Run:
        self.runs += 1
        self.used.add(" ".join(words[:2]) if words[0] in ("sessions", "guesses") else words[0])
        return await self.program.run(
            "operate", *words, "--database", self.database.address, "--format", form, status=status)

    def check(self, run: Run, form: str, screen: Screen) -> None:
        if form == "text":
            expect(run.command, run.output, "".join(f"{line}\n" for line in screen.lines))
            return
        expect(f"{run.command}: view and actor", (run.report["view"], run.report["actor"]), (screen.view, "operator"))
        for name, value in screen.values.items():
            expect(f"{run.command}: values.{name}", run.report["values"].get(name), value)

    async def expect_question(self, *words: str) -> None:
        """Without a terminal, the command asks for a confirmation."""
        run = await self.run(*words, status=WRONG_USAGE)
        expect(run.command, run.errors.partition("\n")[0], "calearning: Without a terminal, pass --yes to confirm.")
