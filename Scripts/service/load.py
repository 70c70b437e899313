"""Clients that register repeatedly and check every response, and a record of the responses."""

import asyncio
import contextlib
import random
import ssl
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

from service.databases import Database, Row
from service.http import Connection, Lost, Violation
from service.server import Server
from service.trial import Trial


@dataclass
class Ledger:
    """The kind and the UDID of each key, and the kind of each UDID that was requested without a key."""

    registrations: dict[str, tuple[int, str]] = field(default_factory=dict)
    keyless: dict[str, int] = field(default_factory=dict)
    keys: list[str] = field(default_factory=list)
    udids: set[str] = field(default_factory=set)
    answers: int = 0
    # The smallest UDID that was issued since the last `since`. UDIDs ascend with time.
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
        least, self.unverified = self.unverified or "g", ""
        return Ledger(
            {key: value for key, value in self.registrations.items() if value[1] >= least},
            {udid: kind for udid, kind in self.keyless.items() if udid >= least}), least

    def verify(self, rows: list[Row]) -> None:
        by_udid = {udid: (key, int(kind)) for udid, key, kind in rows}
        if len(by_udid) != len(rows) or len({key for _, key, _ in rows}) != len(rows):
            raise Violation("a UDID or a key is in the database twice")
        for key, (kind, udid) in self.registrations.items():
            if by_udid.get(udid) != (key, kind):
                raise Violation(f"{key} was answered {udid}, of which the database has {by_udid.get(udid)}")
        for udid, kind in self.keyless.items():
            if udid not in by_udid or by_udid[udid][1] != kind:
                raise Violation(f"{udid} was answered without a key, and the database has {by_udid.get(udid)}")


async def verify(ledger: Ledger, database: Database, since: str = "") -> None:
    ledger.verify(await asyncio.to_thread(database.registrations, since))
    await asyncio.to_thread(database.check)


class Load:
    """Connections that send requests all the time. A `Violation` in a task of the group ends the part."""

    def __init__(
        self, port: int | Callable[[], int], ledger: Ledger | None = None, *, connections: int = 32, may_lose: bool = False,
        may_refuse: bool = True, tls: ssl.SSLContext | None = None
    ):
        # The port, or what chooses the port of each request.
        self.choose_port = port if callable(port) else lambda: port
        self.tls = tls
        self.ledger = ledger or Ledger()
        self.connections = connections
        # Whether a connection may end without an answer, for example when the server is killed, and whether a request may
        # be answered with 503. Both are repeated.
        self.may_lose, self.may_refuse = may_lose, may_refuse
        self.is_over = False
        self.lost = 0
        self.unavailable = 0
        self.slowest = 0.0
        self.successes_by_worker: dict[int, float] = {}
        self.under_way: dict[str, int] = {}
        self.tag = f"{random.getrandbits(48):x}"

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        async with asyncio.TaskGroup() as group:
            for number in range(self.connections):
                group.create_task(self.work(number))
            await self.grow(50)
            yield
            self.is_over = True

    async def grow(self, count: int, patience: float = 30) -> None:
        """Waits for this many more successes."""
        goal = self.ledger.answers + count
        await until(lambda: self.ledger.answers >= goal, patience, f"there were not {count} answers")

    async def wait_for_all(self, since: float, patience: float) -> float:
        """Waits until each connection had a success after `since`. Returns the duration in seconds."""
        await until(
            lambda: all(self.successes_by_worker.get(number, 0) > since for number in range(self.connections)),
            patience, "some clients have no answer although the database is back")
        return max(self.successes_by_worker.values()) - since

    async def work(self, number: int) -> None:
        connection = Connection(self.choose_port(), tls=self.tls)
        count = 0
        while not self.is_over:
            count += 1
            key, kind, first = self.choose(f"{self.tag}-{number}-{count}")
            if key is not None and key not in self.ledger.registrations:
                self.under_way.setdefault(key, kind)
            while not await self.attempt(connection, number, key, kind, first) and not (key is None or self.is_over):
                await asyncio.sleep(random.uniform(0.01, 0.1))
        connection.close()

    def choose(self, new: str) -> tuple[str | None, int, int]:
        """A key, the kind it is sent with, and the kind it was first sent with."""
        kind = random.randrange(10_000)
        chance = random.random()
        if chance < 0.15:
            return None, kind, kind
        if chance < 0.30 and self.ledger.keys:
            key = random.choice(self.ledger.keys)
            first = self.ledger.registrations[key][0]
            return key, first if chance < 0.27 else (first + 1) % 10_000, first
        if chance < 0.36 and self.under_way:
            # At the same time as another connection.
            key, first = random.choice(list(self.under_way.items()))
            return key, first, first
        return new, kind, kind

    async def attempt(self, connection: Connection, number: int, key: str | None, kind: int, first: int) -> bool:
        """Returns whether the request needs no repetition."""
        if (port := self.choose_port()) != connection.port:
            connection.close()
            connection.port = port
        is_known, start = key in self.ledger.registrations, time.monotonic()
        try:
            answer = await connection.register(key, kind)
        except Lost as error:
            self.lost += 1
            if not self.may_lose:
                raise Violation(f"a connection was lost: {error}") from error
            return False
        end = time.monotonic()
        self.slowest = max(self.slowest, end - start)
        if answer.status == 503 and self.may_refuse:
            self.unavailable += 1
            return False
        if kind == first or answer.status != 422:
            if kind != first or answer.status not in (200, 201) or (is_known and answer.status != 200):
                raise Violation(f"{key} of kind {kind}, first {first}: {answer}")
            self.ledger.note(key, kind, answer.udid)
            self.under_way.pop(key or "", None)
        self.successes_by_worker[number] = end
        return True


async def until(holds: Callable[[], bool], patience: float, fault: str) -> None:
    deadline = time.monotonic() + patience
    while not holds():
        if time.monotonic() > deadline:
            raise Violation(f"{fault} within {patience} s")
        await asyncio.sleep(0.01)


class Probe:
    """A client that requests one path all the time, and records the times and the statuses of the responses."""

    def __init__(self, server: Server, path: str):
        self.server = server
        self.path = path
        # Begin, end and status.
        self.answers: list[tuple[float, float, int]] = []

    async def work(self) -> None:
        connection = Connection(self.server.port)
        while True:
            begin = time.monotonic()
            answer = await connection.ask("GET", self.path)
            self.answers.append((begin, time.monotonic(), answer.status))
            await asyncio.sleep(0.03)

    def has(self, status: int, after: float) -> bool:
        """Returns whether a request that was sent after that time was answered with this status."""
        return any(begin >= after and got == status for begin, _, got in self.answers)


class Outage:
    """A service under load whose database is taken away. Measures the effects on clients and the time of the
    recovery."""

    # The time limit, in seconds, for a success of each client afterwards.
    recovery_limit = 10.0
    # The time limit of /health in seconds. It waits for nothing else.
    health_limit = 1.5
    # The last result of /ready is valid for a second.
    ready_validity = 1.1

    def __init__(self, server: Server, ledger: Ledger | None = None):
        self.load = Load(server.port, ledger)
        self.health, self.ready = Probe(server, "/health"), Probe(server, "/ready")
        self.slowest_recovery = 0.0

    @classmethod
    @contextlib.asynccontextmanager
    async def of(cls, trial: Trial, database: Database) -> AsyncIterator["Outage"]:
        """Runs a service with clients, and checks at the end that the database contains everything."""
        async with trial.server(database).running() as server:
            outage = cls(server)
            async with outage.under_load(trial):
                yield outage
            await verify(outage.load.ledger, database)
            await server.end()

    @contextlib.asynccontextmanager
    async def under_load(self, trial: Trial) -> AsyncIterator[None]:
        async with asyncio.TaskGroup() as group:
            probes = [group.create_task(probe.work()) for probe in (self.health, self.ready)]
            async with self.load.running():
                yield
            for probe in probes:
                probe.cancel()
        load, statuses = self.load, {status for _, _, status in self.health.answers}
        trial.check(
            f"answers in {trial.name}, 503 of them {load.unavailable}, lost 0", load.ledger.answers, "> 0",
            load.ledger.answers > 0)
        trial.at_most("until all clients were served again", self.slowest_recovery, self.recovery_limit, "s")
        trial.at_most("/health meanwhile", max(end - begin for begin, end, _ in self.health.answers), self.health_limit, "s")
        trial.equal("statuses of /health meanwhile", statuses, {200})

    async def recover(self, back: float | None = None) -> None:
        """Waits until all clients are served again, and for some more answers. The database was back at this time, by
        default now."""
        back = back or time.monotonic()
        seconds = await self.load.wait_for_all(back, self.recovery_limit + 20)
        self.slowest_recovery = max(self.slowest_recovery, seconds)
        await until(lambda: self.ready.has(200, back), self.recovery_limit, "/ready is not 200 although the database is back")
        await self.load.grow(100)

    async def wait_for_refusals(self) -> None:
        """Waits until registrations are refused, and /ready is 503."""
        goal, since = self.load.unavailable + 50, time.monotonic()
        await until(lambda: self.load.unavailable >= goal, 60, "nobody was refused, so nothing was put to the test")
        await until(lambda: self.ready.has(503, since), self.recovery_limit, "/ready is not 503 although all is refused")

    def expect_not_ready(self, after: float) -> None:
        statuses = {status for begin, _, status in self.ready.answers if begin >= after + self.ready_validity} - {503}
        if statuses:
            raise Violation(f"/ready was answered {statuses} while the database was away")
