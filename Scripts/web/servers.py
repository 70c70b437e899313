"""Two servers over one database, behind a proxy that sends each connection to the next one, while servers end and start."""

import asyncio
import contextlib
import random
import signal
import threading
import time
import types
from collections import Counter
from collections.abc import Callable, Iterator

from web.client import Answer, Client
from web.devtools import PATIENCE, Fault
from web.journey import OTHER, PAGES, PASSWORD, WRONG
from web.service import Service

INTERRUPTED = "The service was interrupted."


class Proxy:
    """Passes each connection on to the next server that accepts it."""

    def __init__(self, services: list[Service]):
        self.services, self.count, self.port = services, 0, 0
        self.loop = asyncio.new_event_loop()

    @contextlib.contextmanager
    def running(self) -> Iterator[Service]:
        """Returns the place of clients."""
        server = self.loop.run_until_complete(asyncio.start_server(self.accept, "127.0.0.1", 0))
        thread = threading.Thread(target=self.loop.run_forever)
        thread.start()
        try:
            yield types.SimpleNamespace(  # type: ignore[misc]
                port=server.sockets[0].getsockname()[1], secure=True, certificate=self.services[0].certificate)
        finally:
            self.loop.call_soon_threadsafe(self.loop.stop)
            thread.join()

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in self.services:
            self.count += 1
            port = self.services[self.count % len(self.services)].port
            with contextlib.suppress(OSError):
                other_reader, other = await asyncio.open_connection("127.0.0.1", port)
                await asyncio.gather(self.copy(reader, other), self.copy(other_reader, writer))
                return
        writer.close()

    async def copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(1 << 16):
                writer.write(data)
                await writer.drain()
        with contextlib.suppress(OSError):
            writer.close()


class Restarts:
    """Ends one server after the other, at random moments, and starts it again."""

    def __init__(self, services: list[Service], random: random.Random):
        self.services, self.random, self.counts = services, random, Counter[str]()
        self.has_ended = threading.Event()
        self.thread = threading.Thread(target=self.run)

    def __enter__(self) -> "Restarts":
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.has_ended.set()
        self.thread.join()

    def run(self) -> None:
        while not self.has_ended.wait(self.random.uniform(0.1, 1.5)):
            service = self.random.choice(self.services)
            number = self.random.choice((signal.SIGTERM, signal.SIGTERM, signal.SIGKILL))
            status = service.stop(number)
            self.counts[f"{number.name} {status}"] += 1
            service.start()


class User(Client):
    """Sends a form again if its answer is lost, and looks at the account if the service says that it was interrupted."""

    def __init__(self, service: Service, counts: Counter[str]):
        super().__init__(service)
        self.counts = counts

    def ask(self, method: str, path: str = "/web", body: bytes | None = None, **fields: str) -> Answer:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                answer = super().ask(method, path, body, **fields)
                if answer.status != 503 or time.monotonic() > deadline:
                    return answer
                self.counts[f"503 of {method}"] += 1
            except Fault:
                self.counts[f"lost answers of {method}"] += 1
                if time.monotonic() > deadline:
                    raise
            time.sleep(0.05)

    def act(self, words: str, is_done: Callable[[], bool] = lambda: False, **texts: str) -> None:
        """Sends the form, and again if the service was interrupted and it was not done."""
        page = self.address
        while self.press(words, **texts).heading == INTERRUPTED:
            self.counts["interrupted"] += 1
            if is_done():
                return
            self.open(page)

    def expect(self, words: str) -> None:
        if words not in self.page.text:
            raise Fault(f"{self.address} has no “{words}”: {' '.join(self.page.text.split())[:500]}")


class Journeys:
    def __init__(self, service: Service, place: Service):
        self.service, self.place = service, place
        self.counts = Counter[str]()

    def expect(self, name: str, accounts: int, sessions: int) -> None:
        found = [self.service.count(table, f"WHERE name = '{name}'") for table in ("accounts", "sessions")]
        if found != [accounts, sessions]:
            raise Fault(f"{found} accounts and sessions instead of {[accounts, sessions]}")

    def log_in(self, user: User, name: str, password: str = PASSWORD) -> None:
        user.open("/web/login")
        user.act("Log in", lambda: name in user.open().heading, name=name, password=password)
        user.open()
        user.expect(f"Logged in as {name}")

    def travel(self, name: str) -> None:
        """The life of an account, with two devices."""
        counted = ("browsers", "registrations")
        before = [self.service.count(table) for table in counted]
        user, other = User(self.place, self.counts), User(self.place, self.counts)
        for each in (user, other):
            each.open()
            each.act("Start", lambda each=each: "Tutorial" in each.open("/web/tutorial").heading)
            for page in range(2, PAGES + 1):
                each.open(f"/web/tutorial?page={page}")
                each.expect(f"Tutorial {page}/{PAGES}")
            each.press("Complete the tutorial")
        user.press("Sign up")
        user.act("Sign up", lambda: name in user.open().heading or self.service.count("accounts", f"WHERE name = '{name}'") == 1,
                 name=name, password=PASSWORD)
        if name not in user.open().heading:
            self.counts["sign-ups without a login"] += 1
            self.log_in(user, name)
        self.expect(name, 1, 1)
        self.log_in(other, name)
        self.expect(name, 1, 2)
        user.open("/web/sessions")
        user.press("Log it out")
        user.act("Log out", lambda: "Log it out" not in user.open("/web/sessions").text, password=PASSWORD)
        user.open("/web/sessions")
        self.expect(name, 1, 1)
        other.open("/web/sessions")
        other.expect("Nobody is logged in.")
        user.open("/web/password")
        user.act("Change", present=WRONG, new=OTHER)
        user.expect("The current password is wrong.")
        user.act("Change", lambda: user.open("/web/sessions") is None, present=PASSWORD, new=OTHER)
        user.expect("The password was changed.")
        self.expect(name, 1, 1)
        user.open()
        user.act("Log out", lambda: name not in user.open().heading)
        self.expect(name, 1, 0)
        self.log_in(user, name, OTHER)
        self.expect(name, 1, 1)
        user.open("/web/delete-account")
        user.act("Delete the account", lambda: self.service.count("accounts", f"WHERE name = '{name}'") == 0, password=OTHER)
        user.open()
        user.expect("Log in")
        self.expect(name, 0, 0)
        added = [self.service.count(table) - count for table, count in zip(counted, before, strict=True)]
        if added != [2, 2]:
            raise Fault(f"two browsers add {added} to {counted}")


def run(services: list[Service], rounds: int, seed: int) -> list[str]:
    """The servers have the same database."""
    faults, began = [], time.monotonic()
    with Proxy(services).running() as place, Restarts(services, random.Random(seed)) as restarts:
        journeys = Journeys(services[0], place)
        for number in range(rounds):
            try:
                journeys.travel(f"traveller-{number}")
            except Fault as error:
                faults.append(f"journey {number} with two servers: {error}")
    print(f"{rounds} journeys in {time.monotonic() - began:.0f} s, {len(faults)} of them with a lost form or a doubled effect; "
          f"{dict(restarts.counts)}, {dict(journeys.counts)}")
    return faults
