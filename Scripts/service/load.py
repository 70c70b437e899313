"""Clients that register repeatedly and check every response."""

import asyncio
import contextlib
import random
import ssl
import time

from service.http import Connection, Lost, Violation, device
from service.ledger import Ledger


class Load:
    """Connections that send requests all the time. A `Violation` in a task of the group ends the campaign."""

    def __init__(
        self, port: int, ledger: Ledger, *, connections: int = 32, may_lose: bool = False, tls: ssl.SSLContext | None = None
    ):
        self.port = port
        self.tls = tls
        self.ledger = ledger
        self.connections = connections
        # Whether a connection may end without an answer, for example when the server is killed.
        self.may_lose = may_lose
        self.is_over = False
        self.lost = 0
        self.unavailable = 0
        self.slowest = 0.0
        self.successes_by_worker: dict[int, float] = {}
        self.under_way: dict[str, int] = {}
        self.may_ask = asyncio.Event()
        self.may_ask.set()
        self.waiting = 0
        self.tag = f"{random.getrandbits(48):x}"

    def start(self, group: asyncio.TaskGroup) -> None:
        for number in range(self.connections):
            group.create_task(self.work(number))

    def stop(self) -> None:
        self.is_over = True

    @contextlib.asynccontextmanager
    async def held(self):
        """Waits until all requests are answered. No new ones are sent until the block ends."""
        self.may_ask.clear()
        while self.waiting:
            await asyncio.sleep(0.001)
        try:
            yield
        finally:
            self.may_ask.set()

    async def grow(self, count: int, patience: float = 30) -> None:
        """Waits for this many more successes."""
        goal, deadline = self.ledger.answers + count, time.monotonic() + patience
        while self.ledger.answers < goal:
            if time.monotonic() > deadline:
                raise Violation(f"there were not {count} answers within {patience} s")
            await asyncio.sleep(0.01)

    async def wait_for_all(self, since: float, patience: float) -> float:
        """Waits until each connection had a success after `since`. Returns the duration in seconds."""
        while any(self.successes_by_worker.get(number, 0) <= since for number in range(self.connections)):
            if time.monotonic() > since + patience:
                count = sum(self.successes_by_worker.get(number, 0) <= since for number in range(self.connections))
                raise Violation(f"{count} clients have no answer {patience} s after the database was back")
            await asyncio.sleep(0.01)
        return max(self.successes_by_worker.values()) - since

    async def work(self, number: int) -> None:
        connection = Connection(self.port, tls=self.tls)
        count = 0
        try:
            while not self.is_over:
                count += 1
                await self.register(connection, number, *self.choose(f"{self.tag}-{number}-{count}"))
        finally:
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

    async def register(self, connection: Connection, number: int, key: str | None, kind: int, first: int) -> None:
        """Repeats the request until a response arrives, or until it cannot be repeated."""
        if key is not None and key not in self.ledger.registrations:
            self.under_way.setdefault(key, kind)
        while True:
            await self.may_ask.wait()
            known = key in self.ledger.registrations
            start = time.monotonic()
            self.waiting += 1
            try:
                answer = await connection.register(key, device(kind))
            except Lost as error:
                self.lost += 1
                if not self.may_lose:
                    raise Violation(f"a connection was lost: {error}") from error
                if key is None or self.is_over:
                    return
                await asyncio.sleep(0.01)
                continue
            finally:
                self.waiting -= 1
            end = time.monotonic()
            self.slowest = max(self.slowest, end - start)
            if answer.status == 503:
                self.unavailable += 1
                if self.is_over:
                    return
                await asyncio.sleep(random.uniform(0.01, 0.1))
                continue
            if kind != first and answer.status == 422:
                self.successes_by_worker[number] = end
                return
            if kind != first or answer.status not in (200, 201) or (known and answer.status != 200):
                raise Violation(f"{key} of kind {kind}, first {first}: {answer}")
            self.ledger.note(key, kind, answer.udid)
            self.under_way.pop(key or "", None)
            self.successes_by_worker[number] = end
            return


class Probe:
    """A client that requests one path all the time, and records the times and the statuses of the responses."""

    def __init__(self, port: int, path: str, allowed: set[int]):
        self.port = port
        self.path = path
        self.allowed = allowed
        self.is_over = False
        # Begin, end and status.
        self.answers: list[tuple[float, float, int]] = []

    def start(self, group: asyncio.TaskGroup) -> None:
        group.create_task(self.work())

    def stop(self) -> None:
        self.is_over = True

    async def work(self) -> None:
        connection = Connection(self.port)
        try:
            while not self.is_over:
                begin = time.monotonic()
                try:
                    answer = await connection.ask("GET", self.path)
                except Lost as error:
                    raise Violation(f"{error}") from error
                if answer.status not in self.allowed:
                    raise Violation(f"{self.path} was answered {answer}")
                self.answers.append((begin, time.monotonic(), answer.status))
                await asyncio.sleep(0.03)
        finally:
            connection.close()

    def slowest(self) -> float:
        return max((end - begin for begin, end, _ in self.answers), default=0)

    def statuses(self, after: float, before: float) -> list[int]:
        """The statuses of requests that were sent and answered in this time."""
        return [status for begin, end, status in self.answers if begin >= after and end <= before]

    def first(self, status: int, after: float) -> float | None:
        """The seconds from that time to the first response with this status, among requests that were sent after it."""
        return next((end - after for begin, end, got in self.answers if begin >= after and got == status), None)


async def repeat(port: int, ledger: Ledger, most: int = 500) -> int:
    """Checks that keys that were answered, at most so many of them, still have the same answers. Returns their number."""
    keys = random.sample(ledger.keys, min(most, len(ledger.keys)))
    connection = Connection(port)
    for key in keys:
        kind, udid = ledger.registrations[key]
        answer = await connection.register(key, device(kind))
        if answer.status != 200 or answer.udid != udid:
            raise Violation(f"{key} was answered {udid}, and now {answer}")
    connection.close()
    return len(keys)
