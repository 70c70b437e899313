"""Attacks on the cookie of a browser: a thief knows it, plants it, or makes the service forget it."""

import concurrent.futures
import contextlib
import http.client
import itertools
import os
import random
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable
from urllib.parse import urlencode

from web.answers import DEVICE
from web.client import Client
from web.devtools import Fault
from web.journey import OTHER, PASSWORD, WRONG
from web.service import Service

# The cookies that a neighbouring host can plant, by their names in reports. Chromium stores the first four.
PLANTED = {
    "U+2000": "\u2000{}", "U+00A0": "\u00a0{}", "U+3000": "\u3000{}", "U+037E": "x=1\u037e{}",
    "U+0085": "\u0085{}", "U+2028": "\u2028{}", "U+FEFF": "\ufeff{}", "$Version": "$Version=1; x={}",
}
# The forms that a thief sends, besides asking for pages.
FORMS = {"boot": {}, "language": {"language": "en"}, "login": {"name": "thief", "password": WRONG}}
# The rates of polls on a connection, in a second, and the number of connections.
RATES = ((5, 1), (7, 1), (20, 2), (80, 3))
# The time for which a victim of an eviction types, in seconds.
TYPING = 20.0


class Poller(Client):
    """A browser that keeps its connection."""

    kept: http.client.HTTPConnection | None = None

    def reach(self) -> http.client.HTTPConnection:
        self.kept = self.kept or super().reach()
        return self.kept

    def leave(self, connection: http.client.HTTPConnection) -> None:
        pass


class Thief:
    """Knows a cookie, and polls with it, and with each next cookie, on one server after the other."""

    addresses = (f"127.9.{number // 250}.{number % 250 + 1}" for number in itertools.count())

    def __init__(self, services: list[Service], cookie: str, rate: float, connections: int):
        self.services, self.rate = services, rate
        # The known cookies, and the number of requests.
        self.cookies, self.count = [cookie], 0
        self.has_ended = threading.Event()
        self.threads = [threading.Thread(target=self.poll, args=(number,)) for number in range(connections)]

    def __enter__(self) -> "Thief":
        for thread in self.threads:
            thread.start()
        # The victim acts at any moment between two polls.
        time.sleep(random.uniform(0.3, 0.8))
        return self

    def __exit__(self, *_: object) -> None:
        time.sleep(0.5)
        self.has_ended.set()
        for thread in self.threads:
            thread.join()

    def poll(self, number: int) -> None:
        pollers = [Poller(service, next(self.addresses)) for service in self.services]
        turns = itertools.cycle(("/web", "/web/whoami", "boot", "/web/sessions", "language", "login", "/web/export-account"))
        for turn in range(number, 1_000_000):
            if self.has_ended.wait(random.uniform(0.5, 1.5) / self.rate):
                return
            poller, what = pollers[turn % len(pollers)], next(turns)
            poller.cookies = {DEVICE: self.cookies[turn % len(self.cookies)]}
            try:
                if what.startswith("/"):
                    answer = poller.ask("GET", what)
                else:
                    if not poller.page.token:
                        poller.open("/web/login")
                    fields = {"token": poller.page.token, "form": turn} | FORMS[what]
                    answer = poller.send((f"/web/{what}", urlencode(fields).encode()), Sec_Fetch_Site="same-origin")
            except Fault:
                poller.kept = None
                continue
            self.count += 1
            if (cookie := answer.cookies.get(DEVICE)) and cookie not in self.cookies:
                self.cookies.append(cookie)

    def sees(self, name: str) -> bool:
        """Whether any of the cookies shows the account."""
        return any(name in Client(self.services[0], next(self.addresses), {DEVICE: cookie}).ask("GET", path).text
                   for cookie in self.cookies for path in ("/web", "/web/export-account"))


class Takeovers:
    """Attacks on servers over one database."""

    def __init__(self, services: list[Service], rounds: int):
        self.services, self.rounds = services, rounds
        self.addresses = (f"127.8.{number // 250}.{number % 250 + 1}" for number in itertools.count())
        self.names = (f"victim-{number}-{os.getpid()}" for number in itertools.count())
        self.faults: list[str] = []

    def client(self, number: int = 0) -> Client:
        return Client(self.services[number % len(self.services)], next(self.addresses))

    def sign_up(self) -> tuple[str, Client]:
        name, client = next(self.names), self.client()
        client.begin()
        client.press("Sign up")
        client.press("Sign up", name=name, password=PASSWORD)
        return name, client

    def log_in(self, client: Client, name: str, password: str = PASSWORD) -> None:
        self.act(client, name, "/web/login", "Log in", name=name, password=password)

    def act(self, client: Client, account: str, page: str, words: str, **texts: str) -> None:
        """Sends a form that logs in, or changes the password. A thief's forms may displace its result, when it takes long."""
        began, addresses = time.monotonic(), []
        for _ in range(3):
            client.open(page)
            if account in client.press(words, **texts).heading or "The current password is wrong." in client.page.text:
                return
            addresses.append(f"{client.address} after {time.monotonic() - began:.1f} s")
            time.sleep(5)
        raise Fault(f"the victim cannot send “{words}”: {addresses} {' '.join(client.page.text.split())}")

    def report(self, attack: str, taken: int, rounds: int, rest: str = "") -> None:
        print(f"{attack}: {taken} of {rounds} {rest}", flush=True)
        if taken:
            self.faults.append(f"{attack}: {taken} of {rounds} {rest}")

    def fixation_race(self) -> None:
        """The thief knows the cookie before the login. He has it from the service, or has chosen it himself."""
        taken, polls = 0, 0
        name, _ = self.sign_up()
        for number in range(self.rounds):
            victim = self.client(number)
            if number % 2:
                victim.cookies = {DEVICE: f"{random.getrandbits(256):064x}"}
            else:
                victim.begin()
            with Thief(self.services, victim.cookies[DEVICE], *RATES[number % len(RATES)]) as thief:
                if number % 4 == 1:
                    victim.begin()
                self.log_in(victim, name)
            taken += thief.sees(name)
            polls += thief.count
        self.report("fixation_race", taken, self.rounds, f"({polls} polls)")

    def follow(self) -> None:
        """The thief has stolen a cookie, and follows it through a login, a change of the password and a logout."""
        taken, polls = 0, 0
        name, victim = self.sign_up()
        passwords = itertools.cycle((PASSWORD, OTHER))
        present = next(passwords)
        for number in range(self.rounds):
            victim.service = self.services[number % len(self.services)]
            rate = RATES[number // 3 % len(RATES)]
            with Thief(self.services, victim.cookies[DEVICE], *rate) as thief:
                match number % 3:
                    case 0:
                        new = next(passwords)
                        self.act(victim, name, "/web/password", "Change", present=present, new=new)
                        present = new
                    case 1:
                        victim.open()
                        victim.press("Log out")
                    case _:
                        self.log_in(victim, name, present)
                        if not Thief(self.services, victim.cookies[DEVICE], 1, 0).sees(name):
                            raise Fault("the cookie itself does not show the account")
            taken += thief.sees(name)
            polls += thief.count
        self.report("follow", taken, self.rounds, f"({polls} polls)")

    def planted(self) -> None:
        """A cookie of a thief with other bytes around its name is not read, and does not displace the genuine one."""
        name, thief = self.sign_up()
        other, victim = self.sign_up()
        genuine, foreign = (f"{DEVICE}={each.cookies[DEVICE]}" for each in (victim, thief))
        taken = displaced = 0
        if name not in self.client().ask("GET", Cookie=foreign).text:
            raise Fault("the cookie itself is not read")
        for form in PLANTED.values():
            wrong = form.format(foreign)
            for header, shows_victim in ((wrong, False), (f"{wrong}; {genuine}", True), (f"{genuine}; {wrong}", True)):
                # http.client sends the characters of a header as latin-1.
                page = self.client().ask("GET", Cookie=header.encode().decode("latin-1")).text
                taken += name in page
                displaced += shows_victim and other not in page
        self.report("planted cookies that are read", taken, len(PLANTED) * 3)
        self.report("planted cookies that displace the genuine one", displaced, len(PLANTED) * 2)

    def ended(self) -> None:
        """A browser whose session was ended, or whose account was locked or deleted, shows nothing of the account."""
        service, shown, count = self.services[0], 0, 0

        def operate(*words: str) -> None:
            subprocess.run([service.program, "operate", *words, "--state-dir", str(service.state), "--database",
                            service.database.address], check=True, capture_output=True, stdin=subprocess.DEVNULL)

        def change(name: str) -> None:
            other = self.client()
            other.begin()
            self.log_in(other, name)
            self.act(other, name, "/web/password", "Change", present=PASSWORD, new=OTHER)

        for end in (lambda name: operate("sessions", "end", name, "--yes"), lambda name: operate("lock", name, "--yes"),
                    lambda name: operate("delete", name, "--yes"), change):
            name, victim = self.sign_up()
            addresses = ["/web", "/web/whoami", "/web/export-account", "/web/sessions", "/web/password", "/web/delete-account",
                         "/web/sessions/end?others=yes", "/web/login", "/web/signup"]
            victim.open("/web/password")
            victim.press("Change", present=WRONG, new=OTHER)
            addresses.append(victim.address)
            victim.open("/web/delete-account")
            victim.press("Delete the account", password=WRONG)
            addresses.append(victim.address)
            end(name)
            for address in addresses:
                victim.source = next(self.addresses)
                count += 1
                if name in victim.open(address).text:
                    shown += 1
                    self.faults.append(f"ended: {address} shows the account")
        self.report("ended sessions that show the account", shown, count)

    def eviction(self) -> None:
        """New browsers of a /48 do not make the service forget the visits of others. Needs a trusted proxy at 127.0.0.1."""
        names = [self.sign_up()[0] for _ in range(20)]
        has_ended, statuses, lost = threading.Event(), {}, Counter[str]()

        def flood(number: int) -> None:
            source, known = Poller(self.services[0]), []
            while not has_ended.is_set():
                source.cookies = {}
                address = f"2001:db8:1:{random.getrandbits(16):x}::{random.getrandbits(16):x}"
                with contextlib.suppress(Fault):
                    if known and random.random() < 0.8:
                        source.cookies = {DEVICE: random.choice(known)}
                        source.ask("GET", X_Forwarded_For=address)
                        continue
                    page = source.ask("GET", X_Forwarded_For=address)
                    source.page = type(source.page)(page.text)
                    answer = source.send(source.form("Start"), X_Forwarded_For=address)
                    statuses[answer.status] = statuses.get(answer.status, 0) + 1
                    known.append(source.cookies[DEVICE])

        def type_and_log_in(number: int) -> bool:
            victim = Visitor(self.services[0], f"198.51.{number}.7")
            # One after the other, or the queue of the passwords would be what is tested.
            time.sleep(number)
            victim.begin()
            time.sleep(TYPING)
            page = victim.press("Log in", name=names[number], password=PASSWORD)
            lost.update([page.heading] if names[number] not in page.heading else [])
            return names[number] in page.heading

        threads = [threading.Thread(target=flood, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        with concurrent.futures.ThreadPoolExecutor(20) as pool:
            logged_in = sum(pool.map(type_and_log_in, range(20)))
        has_ended.set()
        for thread in threads:
            thread.join()
        self.report("victims of an eviction who cannot log in", 20 - logged_in, 20,
                    f"(new browsers of the /48: {statuses}, {dict(lost)})")


class Visitor(Client):
    """A browser behind a proxy."""

    def ask(self, method: str, path: str = "/web", body: bytes | None = None, **fields: str):  # type: ignore[no-untyped-def]
        return super().ask(method, path, body, **({"X_Forwarded_For": self.source} | fields))


ALL: list[Callable[[Takeovers], None]] = [Takeovers.planted, Takeovers.ended, Takeovers.fixation_race, Takeovers.follow]


def run(services: list[Service], rounds: int, attacks: list[Callable[[Takeovers], None]] = ALL) -> list[str]:
    takeovers = Takeovers(services, rounds)
    for attack in attacks:
        try:
            attack(takeovers)
        except (Fault, OSError, subprocess.CalledProcessError) as error:
            takeovers.faults.append(f"{attack.__name__} ended: {error}")
    return takeovers.faults
