"""The databases of the service, read without the program, and throw-away PostgreSQL clusters."""

import asyncio
import contextlib
import os
import signal
import sqlite3
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

from service.http import Violation

SCRIPTS = Path(__file__).resolve().parent.parent
VARIABLES = ("POSTGRESQL_FOLDER", "POSTGRESQL_SOCKETS", "POSTGRESQL_BIN", "POSTGRESQL_DATA", "POSTGRESQL_LOG", "POSTGRESQL_URL")
# Texts, as psql prints them. A NULL is empty, and bytes are in hexadecimal digits.
Row = tuple[str, ...]


class Database:
    address: str
    # The statement for the names of its tables.
    names: str

    def query(self, statement: str) -> list[Row]:
        raise NotImplementedError

    def check(self) -> None:
        """Raises an error if the database is damaged."""

    def registrations(self, since: str = "") -> list[Row]:
        """The UDIDs with their keys and kinds, from this UDID on."""
        return self.query(f"SELECT udid, key, kind FROM registrations WHERE udid >= '{since}'")

    def tables(self) -> dict[str, list[Row]]:
        """All rows of all tables, sorted."""
        return {name: sorted(self.query(f"SELECT * FROM {name}")) for name, in self.query(self.names)}


class SQLite(Database):
    names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"

    def __init__(self, path: Path):
        self.path = path
        self.address = f"sqlite:{path}"

    def query(self, statement: str) -> list[Row]:
        # The last process that closes a database writes a checkpoint. This is left to the service.
        is_reading = statement.startswith(("SELECT", "PRAGMA"))
        with contextlib.closing(sqlite3.connect(
                f"file:{self.path}?mode={'ro' if is_reading else 'rw'}", uri=True, timeout=30)) as database, database:
            return [tuple(map(text, row)) for row in database.execute(statement)]

    def check(self) -> None:
        if (result := self.query("PRAGMA integrity_check")) != [("ok",)]:
            raise Violation(f"PRAGMA integrity_check: {result}")


def text(value: object) -> str:
    return f"\\x{value.hex()}" if isinstance(value, bytes) else "" if value is None else str(value)


class PostgreSQL(Database):
    names = (
        "SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) FROM pg_tables "
        "WHERE schemaname IN ('public', 'absurd')")

    def __init__(self, address: str, programs: str):
        self.address = address
        self.programs = programs

    def query(self, statement: str) -> list[Row]:
        output = self.call(
            "psql", self.address, "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--field-separator=\t",
            "--set=ON_ERROR_STOP=1", "--command", statement)
        return [tuple(line.split("\t")) for line in output.splitlines()]

    def call(self, program: str, *arguments: str) -> str:
        result = subprocess.run(
            [f"{self.programs}/{program}", *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if result.returncode != 0:
            raise RuntimeError(f"{program} ended with {result.returncode}: {result.stderr}")
        return result.stdout

    def check(self) -> None:
        """Checks that each index finds each row, and that each entry of an index has its row."""
        self.query("CREATE EXTENSION IF NOT EXISTS amcheck")
        self.query("SELECT bt_index_check(indexrelid, true) FROM pg_index WHERE indrelid = 'registrations'::regclass")


def run_shell(command: str, *arguments: str, environment: dict[str, str]) -> str:
    """Runs a command that may call the functions of postgresql.sh, and returns its standard output."""
    script = f'set -euo pipefail; source "{SCRIPTS}/packages.sh"; source "{SCRIPTS}/postgresql.sh"; {command}'
    clean = {name: value for name, value in os.environ.items() if not name.startswith("POSTGRESQL_")}
    result = subprocess.run(
        ["bash", "-c", script, "bash", *arguments], env=clean | environment, text=True, stdin=subprocess.DEVNULL,
        capture_output=True)
    if result.returncode != 0:
        raise RuntimeError(f"{command}: {result.stderr}{result.stdout}")
    return result.stdout


class Cluster:
    def __init__(self, variables: dict[str, str]):
        self.variables = variables
        self.sockets = Path(variables["POSTGRESQL_SOCKETS"])
        self.data = Path(variables["POSTGRESQL_DATA"])
        self.database = PostgreSQL(variables["POSTGRESQL_URL"], variables["POSTGRESQL_BIN"])

    @classmethod
    @contextlib.asynccontextmanager
    async def running(cls, folder: Path) -> AsyncIterator["Cluster"]:
        """A cluster in a subfolder of `folder`, which every user must be able to enter. It is removed at the end."""
        print_all = " ".join(f'"${name}"' for name in VARIABLES)
        output = run_shell(
            f'start_postgresql max_connections=100 >&2; printf "%s\\n" {print_all}', environment={"TMPDIR": str(folder)})
        cluster = cls(dict(zip(VARIABLES, output.splitlines())))
        try:
            yield cluster
        finally:
            run_shell("stop_postgresql", environment=cluster.variables)

    async def call(self, command: str, *arguments: str) -> str:
        return await asyncio.to_thread(run_shell, command, *arguments, environment=self.variables)

    async def query(self, statement: str) -> list[Row]:
        return await asyncio.to_thread(self.database.query, statement)

    async def new_database(self, name: str) -> PostgreSQL:
        name = name.replace("-", "_")
        await self.query(f"CREATE DATABASE {name}")
        return PostgreSQL(self.database.address.replace("/postgres?", f"/{name}?"), self.database.programs)

    def signal_all(self, number: signal.Signals) -> None:
        """Signals the postmaster first, to prevent a restart, and then its children."""
        postmaster = int((self.data / "postmaster.pid").read_text().splitlines()[0])
        children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
        for process in (postmaster, *map(int, children)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)
