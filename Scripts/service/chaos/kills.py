"""The server is killed, or asked to stop, while it is under load."""

import asyncio
import contextlib
import random
import time

from service.http import Connection, Lost, Violation, device
from service.ledger import Database, Ledger
from service.load import Load, repeat
from service.server import Server
from service.stage import Stage, verify

# The time from the start of the process to its first successful response, in seconds.
FIRST_ANSWER_LIMIT = 2.0


async def kill(stage: Stage, database: Database) -> str:
    server = Server(stage.program, database, stage.make_folder(f"kill-{database.name}"))
    ledger = Ledger()
    slowest = await server.start()
    load = Load(server.port, ledger, connections=40, may_lose=True)
    kills = while_starting = 0
    async with asyncio.TaskGroup() as group:
        load.start(group)
        while kills < stage.rounds:
            await asyncio.sleep(random.uniform(0.05, 1))
            await server.kill()
            kills += 1
            if kills % 5 == 2:
                # This includes kills before it is ready.
                await server.spawn()
                await asyncio.sleep(random.uniform(0, 0.3))
                await server.kill()
                while_starting += 1
            slowest = max(slowest, await server.start())
            if slowest > FIRST_ANSWER_LIMIT:
                raise Violation(f"the first answer after kill {kills} took {slowest:.2f} s")
            answered, least = ledger.since()
            answered.verify(await asyncio.to_thread(database.rows, least))
            await asyncio.to_thread(database.check)
            await load.grow(20)
        load.stop()
    if not load.lost:
        raise Violation(f"no connection was lost in {kills} kills, so they did not happen under load")
    await repeat(server.port, ledger)
    await verify(ledger, database)
    await server.end()
    return (
        f"{kills} kills under load and {while_starting} while starting, {ledger.answers} answers "
        f"({len(ledger.keyless)} without a key), {load.lost} connections lost, first answer after {slowest:.2f} s at most")


async def terminate(stage: Stage, database: Database) -> str:
    """Every request that the server accepted before SIGTERM is answered. Later ones may be refused."""
    ledger, answers, after, slowest = Ledger(), 0, 0, 0.0
    folder = stage.make_folder(f"terminate-{database.name}")
    rounds = max(2, stage.rounds // 5)
    for number in range(rounds):
        server = Server(stage.program, database, folder, name=f"server-{number}", options=("--shutdown-timeout", "10"))
        await server.start()
        clients = [Client(server.port, ledger, kind) for kind in ("kept", "kept", "kept", "new", "slow") for _ in range(10)]
        async with asyncio.TaskGroup() as group:
            for client in clients:
                group.create_task(client.work())
            await asyncio.sleep(random.uniform(0.2, 1))
            begin = time.monotonic()
            unread = server.unread()
            waiting = [
                client for client in clients
                if client.connection and client.connection.is_sent and client.connection.local_port not in unread
            ]
            for client in clients:
                client.is_told = True
                client.must_be_answered = client in waiting
            status = await server.terminate()
            slowest = max(slowest, time.monotonic() - begin)
        if status != 0:
            raise Violation(f"the server ended with {status} after SIGTERM: {server.tail()}")
        server.check_log()
        answers += len(waiting)
        after += sum(client.refused for client in clients)
    if not answers:
        raise Violation(f"no request was under way in {rounds} ends, so nothing was put to the test")
    await verify(ledger, database)
    return (
        f"{rounds} times, {answers} requests under way were all answered, {after} later ones were not, "
        f"ended with 0 after {slowest:.2f} s at most, {ledger.answers} answers in all")


class Client:
    """A client that sends requests until the server is asked to stop and refuses one."""

    def __init__(self, port: int, ledger: Ledger, manner: str):
        self.port = port
        self.ledger = ledger
        self.manner = manner
        self.connection: Connection | None = None
        self.is_told = False
        # The response to the request that was in progress when the server was asked to stop.
        self.must_be_answered = False
        self.refused = 0

    async def work(self) -> None:
        with contextlib.suppress(Lost):
            while True:
                await self.register()
                if self.is_told and self.manner == "new":
                    return

    async def register(self) -> None:
        self.connection = self.connection or Connection(self.port)
        kind, key = random.randrange(10_000), f"{random.getrandbits(64):x}"
        pause = random.uniform(0.1, 0.8) if self.manner == "slow" else 0
        try:
            answer = await self.connection.register(key, device(kind), pause)
        except Lost as error:
            self.connection.is_sent = False
            if not self.is_told or self.must_be_answered:
                raise Violation(f"a request ({self.manner}) was taken before SIGTERM and not answered: {error}") from error
            self.refused += 1
            raise
        self.connection.is_sent = False
        self.must_be_answered = False
        if answer.status != 201:
            raise Violation(f"a new key was answered {answer}")
        self.ledger.note(key, kind, answer.udid)
        if self.manner == "new":
            self.connection.close()
            self.connection = None
