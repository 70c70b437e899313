"""A client that sends requests at a fixed rate, and counts the ones that fail."""

import asyncio
import contextlib
import random
import ssl
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

from service.accounts import Service
from service.http import Answer, Connection, Lost, Violation, device
from service.ledger import Ledger
from service.operate.program import expect
from service.operate.trial import Account

# Requests a second.
RATE = 50
# One request in so many is sent on a new connection.
NEW = 5


@dataclass
class Pool:
    """The connections to one server. They are kept alive, and used again."""

    port: int
    tls: ssl.SSLContext | None = None
    idle: list[Connection] = field(default_factory=list)
    sent: int = 0

    @contextlib.asynccontextmanager
    async def connection(self, is_new: bool) -> AsyncIterator[Connection]:
        self.sent += 1
        connection = self.idle.pop() if self.idle and not is_new else Connection(self.port, tls=self.tls)
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        if is_new:
            connection.close()
        elif connection.streams:
            self.idle.append(connection)

    def close(self) -> None:
        while self.idle:
            self.idle.pop().close()


class Client:
    """Sends a request every 20 ms, whether earlier ones are answered or not, and repeats none."""

    def __init__(self, choose: Callable[[], Pool | None], account: Account):
        # Returns the server of the next request, or `None` if the client knows none.
        self.choose = choose
        self.account = account
        self.ledger = Ledger()
        self.begin = 0.0
        self.sent = 0
        self.slowest = 0.0
        self.failures: list[str] = []
        self.is_over = False
        self.tag = f"{random.getrandbits(48):x}"

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Checks at the end that no request failed, and that as many were sent as planned."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self.work(group))
            yield
            self.is_over = True
        seconds = time.monotonic() - self.begin
        if self.failures:
            raise Violation(
                f"failed requests of {self.sent}\n  expected: 0\n  came:     {len(self.failures)}, such as {self.failures[:3]}")
        if self.sent < 0.8 * RATE * (seconds - 1):
            raise Violation(f"requests in {seconds:.1f} s\n  expected: {RATE} a second\n  came:     {self.sent}")

    async def work(self, group: asyncio.TaskGroup) -> None:
        self.begin = time.monotonic()
        while not self.is_over:
            group.create_task(self.send(self.sent))
            self.sent += 1
            await asyncio.sleep(max(0, self.begin + self.sent / RATE - time.monotonic()))

    async def send(self, number: int) -> None:
        start = time.monotonic()
        try:
            if (pool := self.choose()) is None:
                raise Violation("no server was ready")
            async with pool.connection(is_new=number % NEW == 0) as connection:
                await self.exchange(connection, number)
        except (Lost, Violation) as error:
            self.failures.append(f"number {number} after {start - self.begin:.1f} s: {error}")
        self.slowest = max(self.slowest, time.monotonic() - start)

    async def exchange(self, connection: Connection, number: int) -> None:
        """A new registration, a repeated one, or a request of a device that is logged in."""
        if number % 4 == 1:
            answer = await connection.ask("GET", "/session", f"Authorization: Bearer {self.account.token}")
            expect("the status of /session", answer.status, 200)
            expect("whether /session names the account", self.account.identifier in answer.body.decode(), True)
        elif number % 4 == 2 and self.ledger.keys:
            key = random.choice(self.ledger.keys)
            self.note(key, await connection.register(key, device(self.ledger.registrations[key][0])), 200)
        else:
            key, kind = f"{self.tag}-{number}", random.randrange(10_000)
            self.note(key, await connection.register(key, device(kind)), 201, kind)

    def note(self, key: str, answer: Answer, status: int, kind: int | None = None) -> None:
        expect("the status of /udids", answer.status, status)
        self.ledger.note(key, self.ledger.registrations[key][0] if kind is None else kind, answer.udid)


class Watch:
    """Asks each server for /ready all the time, and knows which ones are ready."""

    # In seconds, less than the --drain-delay of the servers.
    interval = 0.1

    def __init__(self, *servers: Service):
        self.pools = {server: Pool(server.port) for server in servers}
        self.ready: set[Service] = set()
        self.is_over = False

    def choose(self) -> Pool | None:
        return self.pools[random.choice(list(self.ready))] if self.ready else None

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        async with asyncio.TaskGroup() as group:
            for server in self.pools:
                group.create_task(self.work(server))
            for server in self.pools:
                await self.wait_for(server)
            yield
            self.is_over = True
        for pool in self.pools.values():
            pool.close()

    async def wait_for(self, server: Service) -> None:
        while server not in self.ready:
            await asyncio.sleep(0.01)

    async def work(self, server: Service) -> None:
        while not self.is_over:
            status = 0
            with contextlib.suppress(Lost):
                status = (await server.ask("GET", "/ready")).status
            if status == 200:
                self.ready.add(server)
            else:
                self.ready.discard(server)
                # The server will close them.
                self.pools[server].close()
            await asyncio.sleep(self.interval)
