"""The program, the folder, the databases and the length of a part of the trial."""

import asyncio
import contextlib
import json
import secrets
import time
from dataclasses import dataclass
from pathlib import Path

from service.accounts import Service
from service.cluster import Cluster
from service.http import Answer, Lost, Violation
from service.ledger import Database, PostgreSQL, SQLite
from service.operate.program import Device, Operator, Program, expect
from service.server import Server
from service.stage import Skipped


def new_password() -> str:
    return f"a sentence with {secrets.token_hex(8)}"


@dataclass(frozen=True)
class Account:
    """An account with the session of its sign-up."""

    identifier: str
    session: str
    token: str


async def sign_up(service: Service, name: str) -> Account:
    answer = await service.sign_up(name)
    expect(f"the status of the sign-up of {name}", answer.status, 201)
    opened = json.loads(answer.body)
    return Account(opened["account"]["id"], opened["session"]["id"], opened["session"]["token"])


async def until_ready(server: Server, status: int = 200) -> Answer:
    """Waits until /ready has this status, and returns the answer."""
    deadline = time.monotonic() + 30
    while True:
        with contextlib.suppress(Lost):
            if (answer := await server.ask("GET", "/ready")).status == status:
                return answer
        if server.has_ended or time.monotonic() > deadline:
            raise Violation(f"/ready was not answered {status}: {server.tail()}")
        await asyncio.sleep(0.02)


@dataclass(frozen=True)
class Trial:
    """One part of the trial, with its folder."""

    program: Program
    folder: Path
    is_short: bool
    # `None` if PostgreSQL does not start on this machine.
    cluster: Cluster | None

    @property
    def load_seconds(self) -> int:
        """The length of a load."""
        return 5 if self.is_short else 20

    def sqlite(self) -> SQLite:
        """A new database in the state directory of the service."""
        state = self.folder / "state"
        state.mkdir(mode=0o700)
        return SQLite(state / "devices.sqlite")

    async def postgresql(self, suffix: str = "") -> PostgreSQL:
        """A new database of the cluster."""
        if self.cluster is None:
            raise Skipped("PostgreSQL does not start here")
        name = f"{self.folder.name}{suffix}".replace("-", "_")
        await self.cluster.query(f"CREATE DATABASE {name}")
        return PostgreSQL(self.cluster.url.replace("/postgres?", f"/{name}?"), self.cluster.programs)

    def service(
        self, database: Database, name: str = "server", options: tuple[str, ...] = (), program: str = ""
    ) -> Service:
        return Service(
            program or self.program.path, database, self.folder, name=name, options=options,
            environment=self.program.environment)

    def serving(self, database: Database) -> contextlib.AbstractAsyncContextManager[Service]:
        return self.service(database).running()

    def operator(self, database: Database) -> Operator:
        return Operator(self.program, database)

    def device(self, service: Service, name: str) -> Device:
        return Device(self.program, f"http://127.0.0.1:{service.port}", self.folder / "devices" / name)
