"""The responses of clients, and a check that the database contains them."""

import sqlite3
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from service.http import Violation


@dataclass
class Ledger:
    """The kind and the UDID of each key, and the kind of each UDID that was requested without a key."""

    registrations: dict[str, tuple[int, str]] = field(default_factory=dict)
    keyless: dict[str, int] = field(default_factory=dict)
    keys: list[str] = field(default_factory=list)
    udids: set[str] = field(default_factory=set)
    answers: int = 0
    # The smallest UDID that was issued since the last verification. UDIDs ascend with time.
    unverified: str = ""

    def note(self, key: str | None, kind: int, udid: str) -> None:
        self.answers += 1
        if key is not None and key in self.registrations:
            if self.registrations[key] != (kind, udid):
                raise Violation(f"{key} was answered {self.registrations[key]} and then {(kind, udid)}")
            return
        if udid in self.udids:
            raise Violation(f"{udid} was given to two")
        self.udids.add(udid)
        self.unverified = min(self.unverified, udid) if self.unverified else udid
        if key is None:
            self.keyless[udid] = kind
        else:
            self.registrations[key] = (kind, udid)
            self.keys.append(key)

    def snapshot(self) -> "Ledger":
        return Ledger(dict(self.registrations), dict(self.keyless))

    def since(self) -> tuple["Ledger", str]:
        """Returns the unverified part, and the smallest UDID in it. From now on, it counts as verified."""
        least, self.unverified = self.unverified, ""
        if not least:
            return Ledger(), least
        return Ledger(
            {key: value for key, value in self.registrations.items() if value[1] >= least},
            {udid: kind for udid, kind in self.keyless.items() if udid >= least},
        ), least

    def verify(self, rows: list[tuple[str, str, int]]) -> None:
        """Each row is a UDID, its key and its kind."""
        by_udid = {udid: (key, kind) for udid, key, kind in rows}
        if len(by_udid) != len(rows):
            raise Violation(f"{len(rows) - len(by_udid)} UDIDs are in the database twice")
        if len({key for _, key, _ in rows}) != len(rows):
            raise Violation("a key is in the database twice")
        for key, (kind, udid) in self.registrations.items():
            if by_udid.get(udid) != (key, kind):
                raise Violation(f"{key} was answered {udid}, of which the database has {by_udid.get(udid)}")
        for udid, kind in self.keyless.items():
            if udid not in by_udid or by_udid[udid][1] != kind:
                raise Violation(f"{udid} was answered without a key, and the database has {by_udid.get(udid)}")


class SQLite:
    name = "SQLite"

    def __init__(self, path: Path):
        self.path = path
        self.address = f"sqlite:{path}"

    def query(self, statement: str, *values: str) -> list[tuple]:
        # The last process that closes a database writes a checkpoint. This is left to the service.
        with sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=30) as database:
            rows = database.execute(statement, values).fetchall()
        database.close()
        return rows

    def rows(self, since: str = "") -> list[tuple[str, str, int]]:
        return self.query("SELECT udid, key, kind FROM registrations WHERE udid >= ?", since)

    def check(self) -> None:
        if (result := self.query("PRAGMA integrity_check")) != [("ok",)]:
            raise Violation(f"PRAGMA integrity_check: {result}")


class PostgreSQL:
    name = "PostgreSQL"

    def __init__(self, address: str, programs: str):
        self.address = address
        self.programs = programs

    def query(self, statement: str) -> list[list[str]]:
        output = subprocess.run(
            [f"{self.programs}/psql", self.address, "--no-psqlrc", "--quiet", "--tuples-only", "--no-align",
             "--field-separator=\t", "--set=ON_ERROR_STOP=1", "--command", statement],
            check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout
        return [line.split("\t") for line in output.splitlines()]

    def rows(self, since: str = "") -> list[tuple[str, str, int]]:
        rows = self.query(f"COPY (SELECT udid, key, kind FROM registrations WHERE udid >= '{since}') TO STDOUT")
        return [(udid, key, int(kind)) for udid, key, kind in rows]

    def check(self) -> None:
        """Checks that each index finds each row, and that each entry of an index has its row."""
        self.query("CREATE EXTENSION IF NOT EXISTS amcheck")
        self.query(
            "SELECT bt_index_check(indexrelid, true) FROM pg_index WHERE indrelid = 'registrations'::regclass")


Database = SQLite | PostgreSQL
