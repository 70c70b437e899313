"""Takes parts of three machines away under load, and checks the answers, the rows and the time without answers."""

import asyncio
import contextlib
import hashlib
import json
import os
import random
import re
import signal
import statistics
import time
import urllib.parse
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from service.cluster import ETCD, NAMES, PATRONI, PROGRAMS, SERVICE, Machine, Machines, run
from service.databases import Cluster, PostgreSQL
from service.history import History, Shown, check_checker
from service.http import Answer, Connection, Lost, Violation
from service.load import Load as RegistrationLoad
from service.load import until, verify
from service.server import PASSWORD, free_port
from service.trial import Campaign, Trial

ROUNDS = int(os.environ.get("ROUNDS") or "20")
# In seconds: Patroni's ttl in deploy/cluster/patroni.yml, after which another machine takes over, and the time that the
# services have in addition. A switchover and the loss of a service need only the latter.
TTL, PATIENCE = 20, 3
# In seconds, what a request with a password may need in addition. All machines share the processors of this one.
HASH = 5
# The database counts requests with a password, and refuses none.
OPTIONS = ("--rate-limit", "off", "--password-rate-limit", "1000000/s")
COOKIE = "__Host-device"


class Over(Exception):
    """The load is over."""


class Client:
    """A client that sends one request after the other, and repeats what was refused or not answered."""

    def __init__(self, load: "Load"):
        self.load = load
        self.connection = Connection(load.port)
        # When its successful requests ended, and what they were.
        self.successes: list[float] = []
        self.requests: list[str] = []

    async def insist(
        self, method: str, path: str, *fields: str, body: bytes = b"", **members: object
    ) -> tuple[Answer, float, float]:
        """Sends the request until it is answered, and returns the answer and the times of the last attempt."""
        attempts = 0
        while not self.load.is_over:
            if "udid" in members:
                # A request that was given up may still be done, and would end the session of the same device.
                members["udid"] = f"u-{random.getrandbits(64):x}"
            body = json.dumps(members).encode() if members else body
            begin, attempts = time.monotonic(), attempts + 1
            with contextlib.suppress(Lost):
                answer = await self.ask(method, path, fields, body)
                end = time.monotonic()
                if answer.status != 503:
                    self.load.durations.append(end - begin)
                    self.successes.append(end)
                    self.requests.append(f"{method} {path}, attempt {attempts}, which took {end - begin:.1f} s")
                    await asyncio.sleep(random.uniform(0, 2 * self.load.pause))
                    return answer, begin, end
            self.load.failed += 1
            await asyncio.sleep(random.uniform(0.01, 0.1))
        raise Over

    async def ask(self, method: str, path: str, fields: tuple[str, ...], body: bytes) -> Answer:
        return await self.connection.ask(method, path, *fields, body=body)

    async def work(self, name: str) -> None:
        raise NotImplementedError


class Device(Client):
    async def work(self, name: str) -> None:
        history, keys, number = self.load.history, self.load.keys, 0
        while True:
            number += 1
            match random.choices(("new", "known", "keyless"), (70, 20, 10))[0]:
                case "keyless":
                    answer, begin, end = await self.insist("POST", "/udids", appDeviceKbn=11)
                    history.attempt(f"udid {answer.udid}", 1, begin)
                    history.show(f"udid {answer.udid}", 1, "", begin, end)
                    continue
                case "known" if keys:
                    key = random.choice(keys)
                case _:
                    key = f"{name}-{number}"
                    # Others send it at the same time.
                    keys.append(key)
            history.attempt(f"key {key}", 1, time.monotonic())
            answer, begin, end = await self.insist("POST", "/udids", f"Idempotency-Key: {key}", appDeviceKbn=11)
            history.show(f"key {key}", 1, answer.udid, begin, end)


class Owner(Client):
    """Signs up, logs in, names a device, and logs out."""

    async def work(self, name: str) -> None:
        number = 0
        while True:
            number += 1
            await self.live(f"{name}-{number}")

    async def live(self, name: str) -> None:
        history = self.load.history
        history.attempt(f"account {name}", 1, time.monotonic())
        token = await self.open("/accounts", name, f"Idempotency-Key: {name}")
        history.attempt(f"name in {digest(token)}", 1, time.monotonic())
        _, begin, end = await self.insist("PUT", "/session/name", bearer(token), deviceName=f"device of {name}")
        history.show(f"name in {digest(token)}", 1, f"device of {name}", begin, end)
        for _ in range(3):
            await self.look(token)
        second = await self.open("/sessions", name)
        await self.look(second)
        history.attempt(f"session {digest(second)}", 2, time.monotonic())
        # A repetition of the request finds the session ended.
        _, begin, end = await self.insist("DELETE", "/session", bearer(second))
        history.show(f"session {digest(second)}", 2, "", begin, end)
        await self.look(second)
        await self.look(token)

    async def open(self, path: str, name: str, *fields: str) -> str:
        history = self.load.history
        answer, begin, end = await self.insist("POST", path, *fields, name=name, password=PASSWORD, udid="")
        if answer.status != 201:
            # The account is missing, or belongs to another request.
            history.show(f"account {name}", 1, f"{answer.status}", begin, end)
            raise Over
        account, token = answer.members["account"]["id"], answer.members["session"]["token"]
        history.show(f"account {name}", 1, account, begin, end)
        history.attempt(f"session {digest(token)}", 1, begin)
        history.show(f"session {digest(token)}", 1, of_session(account, token), begin, end)
        return token

    async def look(self, token: str) -> None:
        answer, begin, end = await self.insist("GET", "/session", bearer(token))
        if answer.status != 200:
            self.load.history.show(f"session {digest(token)}", 2, "", begin, end)
            return
        value = of_session(answer.members["account"]["id"], token)
        self.load.history.show(f"session {digest(token)}", 1, value, begin, end)
        if name := answer.members["session"].get("deviceName"):
            self.load.history.show(f"name in {digest(token)}", 1, name, begin, end)


class Browser(Client):
    """Signs up and logs out by forms, and reads pages in between."""

    def __init__(self, load: "Load"):
        super().__init__(load)
        self.connection.content = "Content-Type: application/x-www-form-urlencoded"
        self.cookie = ""

    async def ask(self, method: str, path: str, fields: tuple[str, ...], body: bytes) -> Answer:
        answer = await self.connection.ask(
            method, path, "Accept: text/html", "Sec-Fetch-Site: same-origin", f"Cookie: {COOKIE}={self.cookie}", *fields,
            body=body)
        for name, value in answer.headers:
            if name == "set-cookie" and (found := re.match(f"{COOKIE}=([0-9a-f]+)", value)):
                self.cookie = found[1]
        return answer

    async def send(self, place: str, **texts: str) -> None:
        """Sends the form of this page."""
        page = (await self.insist("GET", f"/web/{place}"))[0].body.decode()
        hidden = dict(re.findall(r'name="(form|token)" value="([0-9a-f]+)"', page))
        await self.insist("POST", f"/web/{place}", body=urllib.parse.urlencode(hidden | texts).encode())

    async def work(self, name: str) -> None:
        number = 0
        while True:
            number += 1
            await self.live(f"{name}-{number}")

    async def live(self, name: str) -> None:
        subject = f"pages of {name}"
        self.load.history.attempt(subject, 1, time.monotonic())
        await self.send("signup", name=name, password=PASSWORD)
        # A run whose server has died is not repeated.
        if not await self.look(subject, name, until_logged_in=True):
            return
        for _ in range(20):
            await self.look(subject, name)
        self.load.history.attempt(subject, 2, time.monotonic())
        await self.send("logout")
        await self.look(subject, name)

    async def look(self, subject: str, name: str, *, until_logged_in: bool = False) -> bool:
        """Reads the first page, and returns whether it shows the name."""
        end = time.monotonic() + 40
        while True:
            answer, begin, now = await self.insist("GET", "/web")
            is_shown = name in answer.body.decode()
            if is_shown or not until_logged_in:
                self.load.history.show(subject, 1 if is_shown else 2, "", begin, now)
                return is_shown
            if now > end:
                return False


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def of_session(account: str, token: str) -> str:
    return f"{account} in {digest(token)[:16]}"


def bearer(token: str) -> str:
    return f"Authorization: Bearer {token}"


@dataclass
class Load:
    """Clients of the balancer, and the history of their answers."""

    port: int
    # In seconds, between two requests of a client, on average.
    pause: float = 0.02
    history: History = field(default_factory=History)
    keys: list[str] = field(default_factory=list)
    clients: list[Client] = field(default_factory=list)
    durations: list[float] = field(default_factory=list)
    # Requests that were refused with 503 or not answered, and then repeated.
    failed: int = 0
    is_over: bool = False

    @contextlib.asynccontextmanager
    async def running(self, devices: int = 6, owners: int = 2, browsers: int = 1) -> AsyncIterator[None]:
        tag = f"{random.getrandbits(32):x}"
        self.clients = [Device(self) for _ in range(devices)]
        self.clients += [Owner(self) for _ in range(owners)] + [Browser(self) for _ in range(browsers)]
        async with asyncio.TaskGroup() as group:
            for number, client in enumerate(self.clients):
                group.create_task(self.work(client, f"{tag}-{number}"))
            await self.all_served()
            yield
            await self.all_served()
            self.is_over = True
        for client in self.clients:
            client.connection.close()

    async def work(self, client: Client, name: str) -> None:
        with contextlib.suppress(Over):
            await client.work(name)

    async def all_served(self, patience: float = 90) -> None:
        """Waits until each client has had a success from now on."""
        since = time.monotonic()
        await until(lambda: all(client.successes and client.successes[-1] > since for client in self.clients), patience,
                    "there is a client without an answer")

    def outage(self, since: float, *, with_password: bool) -> tuple[float, str]:
        """Returns the longest time that a client was without a success, of those that ended after this time, and the
        request that ended it, with a password or without one. Forms do not count, because a browser waits up to 30 s for a
        run that an outage ended."""
        return max(((later - earlier, request) for client in self.clients
                    for earlier, later, request in zip(client.successes, client.successes[1:], client.requests[1:])
                    if later >= since and not request.startswith("POST /web")
                    and request.startswith(("POST /accounts", "POST /sessions")) == with_password), default=(0.0, "nothing"))

    def rows(self, machines: Machines) -> list[Shown]:
        rows = []
        for udid, key in machines.query("SELECT udid, key FROM registrations"):
            rows += [Shown(f"key {key}", 1, udid), Shown(f"udid {udid}", 1, "")]
        accounts = machines.query("SELECT id, name FROM accounts")
        rows += [Shown(f"account {name}", 1, account) for account, name in accounts]
        sessions = set()
        for hashed, account, device in machines.query("SELECT encode(digest, 'hex'), account, device FROM sessions"):
            sessions.add(f"session {hashed}")
            rows.append(Shown(f"session {hashed}", 1, f"{account} in {hashed[:16]}"))
            if device:
                rows.append(Shown(f"name in {hashed}", 1, device))
        subjects = {answer.subject for answer in self.history.answers}
        rows += [Shown(subject, 2, "") for subject in subjects - sessions if subject.startswith("session ")]
        # Pages are compared with each other, and their accounts with the rows.
        rows += [Shown(f"pages of {name}", 2, "") for _, name in accounts]
        return rows


@dataclass
class Trouble:
    """The machines under load, and the outages that were measured: the longest time without an answer of each round, to
    requests without a password and with one."""

    trial: Trial
    machines: Machines
    load: Load
    outages: dict[str, list[tuple[float, float]]] = field(default_factory=dict)

    @classmethod
    @contextlib.asynccontextmanager
    async def of(cls, trial: Trial) -> AsyncIterator["Trouble"]:
        """Runs the machines with clients, and judges their answers at the end."""
        program = os.environ.get("OLDER") or trial.program
        async with Machines.running(trial.make_folder("machines"), program, *OPTIONS) as machines:
            trouble = cls(trial, machines, Load(machines.port))
            async with trouble.load.running():
                yield trouble
            await machines.until_whole()
            trouble.judge()

    def judge(self) -> None:
        trial, load = self.trial, self.load
        verdict = load.history.judge(load.rows(self.machines))
        self.machines.check()
        count = len(load.history.answers)
        trial.check(f"answers, and {load.failed} requests that were refused or lost, and repeated", count, "> 500", count > 500)
        for name, faults in vars(verdict).items():
            trial.equal({"lost": "acknowledged rows that are lost", "doubled": "rows that exist twice",
                         "contradictory": "answers that contradict others"}[name], len(faults), 0)
            for fault in faults[:5]:
                trial.note(fault)
        errors = [line for machine in self.machines.all for line in machine.log.splitlines() if is_error(line)]
        trial.equal("errors in the logs of the services", len(errors), 0)
        for error in errors[:3]:
            trial.note(error[:500])

    async def measure(self, name: str, act: Awaitable[None], is_over: Callable[[], object]) -> None:
        """Does this, waits until it is over and all clients are served, and measures their time without an answer."""
        since = time.monotonic()
        await act
        await self.machines.until(is_over, 90, f"no end of {name}")
        own = time.monotonic() - since
        await self.load.all_served()
        # Long enough for each client to meet each service.
        await asyncio.sleep(3)
        await self.load.all_served()
        (without, request), (with_password, _) = (self.load.outage(since, with_password=each) for each in (False, True))
        self.outages.setdefault(name, []).append((without, with_password))
        # The time of the database includes what the outage needs to be seen here.
        print(f"    {name}, round {len(self.outages[name])}: the database {own:.1f} s, with a password {with_password:.1f} s, "
              f"others {without:.1f} s, until {request}", flush=True)

    def report(self, bound: float) -> None:
        for case, rounds in self.outages.items():
            for kind, limit, seconds in zip(("", ", with a password"), (bound, bound + HASH), zip(*rounds)):
                figure = f"{case}{kind}, {len(rounds)} rounds, median {statistics.median(seconds):.1f} s, longest"
                self.trial.check(figure, f"{max(seconds):.1f} s", f"<= {limit} s", max(seconds) <= limit)

    def replaced(self, former: Machine) -> Callable[[], object]:
        """Whether another machine is the primary."""
        others = [each for each in self.machines.all if each is not former]
        return lambda: any(machine.is_primary() for machine in others)


def is_error(line: str) -> bool:
    # The level of the log of a service.
    return '"level":"error"' in line or '"level":"critical"' in line


async def checker(trial: Trial) -> None:
    """The checker finds planted faults, and no other."""
    trial.all_right("planted histories that are judged rightly", 12, check_checker())


async def killed(trial: Trial) -> None:
    """The primary is killed."""
    async with Trouble.of(trial) as trouble:
        for _ in range(ROUNDS):
            primary = trouble.machines.primary
            former = primary.postgresql()[0]

            async def kill(primary=primary) -> None:
                primary.signal_postgresql(signal.SIGKILL)

            def is_back(primary=primary, former=former) -> bool:
                # Patroni restarts it, or another machine takes over.
                now = trouble.machines.find_primary()
                return now is not None and (now is not primary or now.postgresql()[0] != former)

            await trouble.measure("kill -9 of the primary", kill(), is_back)
            await trouble.machines.until_whole()
        trouble.report(TTL + PATIENCE)


async def held(trial: Trial) -> None:
    """The primary stops, as a virtual machine that is not scheduled. It goes on when another machine has taken over."""
    async with Trouble.of(trial) as trouble:
        for _ in range(ROUNDS):
            primary = trouble.machines.primary
            held = [*primary.postgresql(), primary.processes[PATRONI].pid]

            async def hold(held=held) -> None:
                for process in held:
                    os.kill(process, signal.SIGSTOP)

            try:
                await trouble.measure("SIGSTOP of the primary", hold(), trouble.replaced(primary))
            finally:
                for process in held:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(process, signal.SIGCONT)
            await trouble.machines.until_whole()
        trouble.report(TTL + PATIENCE)


async def cut(trial: Trial) -> None:
    """The machine of the primary is isolated. It writes a row that no standby has, and its service may not answer with it."""
    async with Trouble.of(trial) as trouble:
        refused = 0
        for number in range(ROUNDS):
            primary = trouble.machines.primary

            async def isolate(primary=primary) -> None:
                primary.isolate()

            try:
                measured = asyncio.create_task(
                    trouble.measure("isolation of the primary's machine", isolate(), trouble.replaced(primary)))
                await asyncio.sleep(0.2)
                refused += await asyncio.to_thread(diverge, primary, f"divergent-{number}")
                await measured
            finally:
                primary.isolate(is_isolated=False)
            await trouble.machines.until_whole()
        left = trouble.machines.query("SELECT key FROM registrations WHERE key LIKE 'divergent-%'")
        trial.equal("rows of former primaries that are left", len(left), 0)
        trial.check("requests for these rows on the isolated machines, all refused", refused, "> 0", refused > 0)
        trouble.report(TTL + PATIENCE)


def diverge(primary: Machine, key: str) -> int:
    """Writes a row on the isolated primary, and requests it from the service there. Returns the number of refusals."""
    run(*primary.command(
        f"{PROGRAMS}/psql", primary.database.address, "--quiet", "--command",
        f"SET synchronous_commit = local; INSERT INTO registrations (udid, key, kind) VALUES ('{key}', '{key}', 11)"))
    refused, end = 0, time.monotonic() + 30
    while time.monotonic() < end:
        output = run(*primary.command(
            "curl", "--silent", "--max-time", "8", "--write-out", "%{http_code}", "--output", "/dev/null", "--header",
            f"Idempotency-Key: {key}", "--json", '{"appDeviceKbn":11}', f"http://{primary.address}:8000/udids"), check=False)
        if output not in ("503", "000"):
            raise Violation(f"the isolated service answered {output} for a row that no standby has")
        refused += output == "503"
    return refused


async def service_cut(trial: Trial) -> None:
    """A machine that has neither the primary nor the synchronous standby is isolated, and with it one service."""
    async with Trouble.of(trial) as trouble:
        for _ in range(ROUNDS):
            machine = await other(trouble.machines)

            async def isolate(machine=machine) -> None:
                machine.isolate()

            await trouble.measure("isolation of a service", isolate(), lambda: True)
            machine.isolate(is_isolated=False)
            await trouble.machines.until_whole()
        trouble.report(PATIENCE)


async def other(machines: Machines) -> Machine:
    """Returns the machine that has neither the primary nor the synchronous standby."""
    standby = await machines.until(lambda: machines.synchronous, 60, "no synchronous standby")
    primary = machines.primary
    return next(each for each in machines.all if each not in (primary, standby))


async def switchover(trial: Trial) -> None:
    """Another machine becomes the primary, as an operator asks."""
    async with Trouble.of(trial) as trouble:
        for _ in range(ROUNDS):
            await trouble.measure(
                "switchover", trouble.machines.switch_over(), trouble.replaced(trouble.machines.primary))
            await trouble.machines.until_whole()
        trouble.report(PATIENCE)


async def etcd(trial: Trial) -> None:
    """One etcd of three is killed."""
    async with Trouble.of(trial) as trouble:
        for number in range(ROUNDS):
            machine = trouble.machines.all[number % len(NAMES)]
            await trouble.measure("loss of one etcd", machine.kill(ETCD), lambda: True)
            await machine.start(ETCD)
            await trouble.machines.until_whole()
        trouble.report(PATIENCE)


async def host(trial: Trial) -> None:
    """A whole machine loses its power: the one of the primary, of the synchronous standby, and the third, in turn."""
    async with Trouble.of(trial) as trouble:
        machines = trouble.machines
        for number in range(ROUNDS):
            primary, third = machines.primary, await other(machines)
            match number % 3:
                case 0:
                    await trouble.measure("loss of the primary's machine", primary.lose(), trouble.replaced(primary))
                    lost = primary
                case 1:
                    lost = next(each for each in machines.all if each not in (primary, third))
                    await trouble.measure("loss of the synchronous standby's machine", lost.lose(), lambda: True)
                case _:
                    await trouble.measure("loss of the third machine", third.lose(), lambda: True)
                    lost = third
            await lost.come_back()
            await machines.until_whole()
        trouble.report(TTL + PATIENCE)


async def quorum(trial: Trial) -> None:
    """Two of three etcds are lost. The primary gives up, and returns with them."""
    async with Trouble.of(trial) as trouble:
        machines = trouble.machines
        for _ in range(trial.size(3, 1)):
            for machine in machines.all[:2]:
                await machine.kill(ETCD)
            await machines.until(lambda: machines.find_primary() is None, 60, "a primary without a quorum")
            failed = trouble.load.failed
            await asyncio.sleep(10)
            trial.check("requests that are refused without a quorum", trouble.load.failed - failed, "> 20",
                        trouble.load.failed - failed > 20)
            for machine in machines.all[:2]:
                await machine.start(ETCD)
            await trouble.measure("return of the quorum", asyncio.sleep(0), machines.find_primary)
            await machines.until_whole()


async def upgrade(trial: Trial) -> None:
    """All steps of an upgrade under load, in the order of docs/operate/cluster.md. With OLDER=FILE, the services begin with
    an earlier program."""
    async with Trouble.of(trial) as trouble:
        machines, load = trouble.machines, trouble.load

        async def cost(step: str, act: Awaitable[None]) -> None:
            load.durations.clear()
            begin, failed = time.monotonic(), load.failed
            await act
            await load.all_served()
            took, slowest = time.monotonic() - begin, max(load.durations)
            trial.note(f"{step}: {took:.0f} s, the slowest request {slowest:.1f} s, {load.failed - failed} failed")

        before = schema(machines)
        for machine in machines.all:
            machine.program = trial.program
            await cost(f"a new service on {machine.name}", renew_service(machines, machine))
            if machine is machines.all[0]:
                # From now on, the others work on the next schema.
                after = schema(machines)
                lines = sum(each.log.count("the database was migrated") for each in machines.all)
                trial.equal(f"migrations by the first new service, of {before} to {after}", lines, int(after > before))
        for machine in [each for each in machines.all if each is not machines.primary]:
            await cost(f"a restart of the standby on {machine.name}", restart_standby(machines, machine))
        former = machines.primary
        await cost("a switchover", switch(machines))
        await cost(f"a restart of the former primary on {former.name}", restart_standby(machines, former))
        for machine in machines.all:
            await cost(f"a restart of etcd on {machine.name}", restart_etcd(machines, machine))
        trial.equal("schemas after the upgrade", schema(machines), after)
        trial.equal("requests that failed during the upgrade", load.failed, 0)


def schema(machines: Machines) -> int:
    return int(machines.query("SELECT max(version) FROM calearning_schema")[0][0])


async def restart_etcd(machines: Machines, machine: Machine) -> None:
    await machine.end(ETCD)
    await machine.start(ETCD)
    await machines.until(lambda: all(each.has_healthy_etcd() for each in machines.all), 60, "no healthy etcd")


async def renew_service(machines: Machines, machine: Machine) -> None:
    machines.balance(machine, "drain")
    # Longer than any request.
    await asyncio.sleep(5)
    if (status := await machine.end(SERVICE)) != 0:
        raise Violation(f"the service of {machine.name} ended with {status}")
    await machine.start(SERVICE)
    await machines.until(machine.is_ready, 30, f"no service on {machine.name}")
    machines.balance(machine, "ready")
    # Until the balancer uses it.
    await asyncio.sleep(2)


async def restart_standby(machines: Machines, machine: Machine) -> None:
    """Restarts a standby. If commits wait for it, another one takes its place before."""
    file = machine.folder / "patroni.yml"
    settings = file.read_text()
    try:
        file.write_text(settings + "tags: {nosync: true}\n")
        machine.processes[PATRONI].send_signal(signal.SIGHUP)
        await machines.until(
            lambda: (found := machines.synchronous) is not None and found is not machine, 60, "no other synchronous standby")
        await asyncio.to_thread(run, "patronictl", "-c", str(file), "restart", "calearning", machine.name, "--force")
    finally:
        file.write_text(settings)
        machine.processes[PATRONI].send_signal(signal.SIGHUP)
    await machines.until_whole()


async def switch(machines: Machines) -> None:
    await machines.switch_over()
    await machines.until_whole()


async def scale(trial: Trial) -> None:
    """One service beside three, on the same database and in one run."""
    async with Machines.running(trial.make_folder("machines"), trial.program, *OPTIONS) as machines:
        figures = {}
        for count in (3, 1):
            for machine in machines.all[count:]:
                await machine.end(SERVICE)
            await asyncio.sleep(4)
            load = Load(machines.port, pause=0)
            async with load.running(devices=32, owners=0, browsers=0):
                await asyncio.sleep(3)
                load.durations.clear()
                before, begin = processor(), time.monotonic()
                await asyncio.sleep(trial.size(30, 10))
                rate, durations = len(load.durations) / (time.monotonic() - begin), sorted(load.durations)
                busy = processor_use(before, processor())
            figures[count] = rate, 1000 * durations[len(durations) * 99 // 100]
            trial.note("{} services: {:.0f} registrations/s, p99 {:.0f} ms, processors {:.0f} % busy".format(
                count, *figures[count], busy))
        throughput, slowness = (more / less for more, less in zip(figures[3], figures[1]))
        trial.note(f"p99 of three services, in relation to one: {slowness:.2f}")
        # All machines share the processors of this one.
        trial.check("throughput of three services, in relation to one", f"{throughput:.2f}", ">= 0.5", throughput >= 0.5)


def processor() -> list[int]:
    return [int(each) for each in Path("/proc/stat").read_text().splitlines()[0].split()[1:]]


def processor_use(before: list[int], after: list[int]) -> float:
    """Returns how busy all processors were, in percent."""
    spent = [later - earlier for earlier, later in zip(before, after)]
    # Idle, and waiting for a disk.
    return 100 * (1 - (spent[3] + spent[4]) / sum(spent))


async def poolers(trial: Trial) -> None:
    """PgBouncer in its three modes, with other programs on its connections, which find their settings as they were."""
    async with Cluster.running(trial.make_folder("cluster")) as cluster:
        for mode, is_usable in (("session", True), ("transaction", False), ("statement", False)):
            async with pooler(trial.make_folder(mode), cluster, mode) as database:
                before = await settings(database)
                crowd = [asyncio.create_task(use(database)) for _ in range(4)]
                try:
                    await try_pooler(trial, mode, is_usable, database)
                finally:
                    for each in crowd:
                        each.cancel()
                trial.equal(f"{mode}: settings that others find changed", sorted(await settings(database) - before), [])


@contextlib.asynccontextmanager
async def pooler(folder: Path, cluster: Cluster, mode: str) -> AsyncIterator[PostgreSQL]:
    port, owner = free_port(), cluster.data.stat()
    file = folder / "pgbouncer.ini"
    file.write_text(f"""[databases]
postgres = host={cluster.sockets} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = {mode}
default_pool_size = 12
""")
    with (folder / "pgbouncer.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            "setpriv", f"--reuid={owner.st_uid}", f"--regid={owner.st_gid}", "--clear-groups", "/usr/sbin/pgbouncer", str(file),
            stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log)
    database = PostgreSQL(f"postgres://postgres@127.0.0.1:{port}/postgres", cluster.database.programs)
    try:
        await until(lambda: bool(attempt(database)), 10, "PgBouncer does not answer")
        yield database
    finally:
        process.kill()
        await process.wait()


def attempt(database: PostgreSQL) -> list:
    with contextlib.suppress(RuntimeError):
        return database.query("SELECT 1")
    return []


async def use(database: PostgreSQL) -> None:
    """Another program, which has a transaction now and then."""
    while True:
        await asyncio.to_thread(database.query, "SELECT pg_sleep(random() * 0.01)")


async def settings(database: PostgreSQL) -> set:
    """The settings, the prepared statements and the channels of all connections of the pool."""
    statement = (
        "SELECT name || '=' || setting FROM pg_settings WHERE name IN ('enable_seqscan', 'plan_cache_mode', 'jit', "
        "'statement_timeout', 'lock_timeout', 'synchronous_commit', 'idle_in_transaction_session_timeout', "
        "'default_transaction_isolation', 'client_min_messages') "
        "UNION ALL SELECT name FROM pg_prepared_statements UNION ALL SELECT pg_listening_channels() "
        # At the same time, so each is on its own connection.
        "UNION ALL SELECT 'x' FROM pg_sleep(1)")
    found = await asyncio.gather(*(asyncio.to_thread(database.query, statement) for _ in range(12)))
    return {row for rows in found for row in rows}


async def try_pooler(trial: Trial, mode: str, is_usable: bool, database: PostgreSQL) -> None:
    state = str(trial.make_folder())
    for words, count in ((("serve", "--check"), trial.size(40, 8)), (("operate", "devices"), trial.size(10, 2))):
        right = 0
        for _ in range(count):
            process = await asyncio.create_subprocess_exec(
                trial.program, *words, "--database", database.address, "--state-dir", state, stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT, env=os.environ | {"LANG": "C.UTF-8"})
            output = (await process.communicate())[0].decode()
            is_refused = process.returncode != 0 and "pool_mode = session" in output
            if is_refused == is_usable:
                trial.note(output[:1000])
            right += is_refused != is_usable
        trial.equal(f"{mode}: {' '.join(words)}, {'accepted' if is_usable else 'refused'}", right, count)
    server = trial.server(database)
    if is_usable:
        async with server.running():
            load = RegistrationLoad(server.port, connections=8)
            async with load.running():
                await load.grow(trial.size(2000, 200))
            await verify(load.ledger, database)
            await server.end()
    else:
        await server.spawn()
        with contextlib.suppress(Violation):
            # It has ended, or answers.
            await server.until_ready(200, 503)
        trial.equal(f"{mode}: exit status of serve", server.process and server.process.returncode, 64)
        await server.kill()


CAMPAIGN = Campaign({
    "checker": checker, "killed": killed, "held": held, "cut": cut, "service-cut": service_cut, "switchover": switchover,
    "etcd": etcd, "host": host, "quorum": quorum, "upgrade": upgrade, "scale": scale, "poolers": poolers,
})
