"""Tests accounts under attack and failure. See docs/explanation/security.md, "Accounts". Scripts/service.sh explains the settings."""

import asyncio
import base64
import contextlib
import hashlib
import json
import os
import random
import signal
import sqlite3
import statistics
import subprocess
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from service.cluster import Cluster, run_shell
from service.http import BODY, Answer, Lost
from service.ledger import PostgreSQL, SQLite
from service.server import Server
from service.stage import Stage

PASSWORD = "a sentence that nobody says"
# The maximum number of passwords that are hashed or wait at the same time. See docs/decisions/0024-passwords.md.
ADMITTED = 4 + 32
SEED = int(os.environ.get("SEED", random.randrange(1 << 32)))
generator = random.Random(SEED)
failures: list[str] = []


def wrong_password() -> str:
    """Returns a different password each time, to detect a comparison that accepts one in some hundreds."""
    return f"{generator.getrandbits(128):x} nobody says"


def check(holds: bool, sentence: str) -> None:
    print(("  " if holds else "! ") + sentence, flush=True)
    if not holds:
        failures.append(sentence)


def check_quietly(holds: bool, sentence: str) -> None:
    if not holds:
        check(False, sentence)


def network(number: int) -> str:
    """Returns a local address. The service treats it as a separate network."""
    return f"127.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


class Service(Server):
    """The service, with requests of accounts."""

    async def send(self, path: str, name: str, password: str, source: str, *fields: str) -> Answer:
        body = json.dumps({"name": name, "password": password, "udid": "u-1"}).encode()
        # A login waits for all earlier ones.
        return await self.ask("POST", path, *fields, source=source, patience=600, body=body)

    async def sign_up(self, name: str) -> Answer:
        return await self.send("/accounts", name, PASSWORD, "127.0.0.1", f"Idempotency-Key: key-of-{name}")

    async def log_in(self, name: str, password: str, source: str) -> Answer:
        return await self.send("/sessions", name, password, source)

    async def timed_log_in(self, name: str, password: str, source: str) -> tuple[Answer, float]:
        start = time.perf_counter()
        answer = await self.log_in(name, password, source)
        return answer, time.perf_counter() - start

    async def account(self, token: str) -> str | None:
        """Returns the account of the session, or `None` if it has ended."""
        answer = await self.ask("GET", "/session", f"Authorization: Bearer {token}")
        return json.loads(answer.body)["account"]["id"] if answer.status == 200 else None

    async def registrations(self, goes_on: Callable[[], bool]) -> list[float]:
        """Returns the duration of each registration of one client. The registrations follow one another."""
        durations = []
        while goes_on():
            start = time.perf_counter()
            answer = await self.ask("POST", "/udids", body=BODY)
            check_quietly(answer.status == 201, f"a registration was answered with {answer.status}")
            durations.append(time.perf_counter() - start)
        return durations


@dataclass
class Place:
    """The folder of a part, and the databases of its servers."""

    program: str
    folder: Path
    postgresql: PostgreSQL

    @property
    def sqlite(self) -> SQLite:
        return SQLite(self.folder / "service.sqlite")

    def serving(
        self, database: PostgreSQL | None = None, name: str = "server", options: tuple[str, ...] = ()
    ) -> contextlib.AbstractAsyncContextManager[Service]:
        """Runs a server on the database, or on SQLite."""
        return Service(self.program, database or self.sqlite, self.folder, name=name, options=options).running()


def rank_sum(one: list[float], other: list[float]) -> float:
    """Returns the probability of ranks at least as uneven as these if both come from one distribution. This is
    Mann-Whitney's two-sided test."""
    ranked = sorted([(value, 0) for value in one] + [(value, 1) for value in other])
    ranks, index = [0.0] * len(ranked), 0
    while index < len(ranked):
        end = index
        while end + 1 < len(ranked) and ranked[end + 1][0] == ranked[index][0]:
            end += 1
        for place in range(index, end + 1):
            ranks[place] = (index + end) / 2 + 1
        index = end + 1
    total = sum(rank for rank, (_, kind) in zip(ranks, ranked) if kind == 0)
    first, second = len(one), len(other)
    mean = first * (first + second + 1) / 2
    deviation = (first * second * (first + second + 1) / 12) ** 0.5
    return 2 * (1 - statistics.NormalDist().cdf(abs(total - mean) / deviation))


async def timing(place: Place) -> None:
    """Failed logins with known and with unknown names, interleaved, must take the same time."""
    tries = int(os.environ.get("TRIES", "500"))
    async with place.serving() as service:
        check((await service.sign_up("ada")).status == 201, "an account is made")
        durations: dict[bool, list[float]] = {True: [], False: []}
        for number in range(2 * tries):
            # The kinds take turns as the first of a pair.
            is_known = (number + number // 2) % 2 == 0
            name = "ada" if is_known else f"nobody-{number}"
            answer, took = await service.timed_log_in(name, wrong_password(), network(256 + number))
            durations[is_known].append(took)
            check_quietly(answer.status == 401, f"a failed login was answered with {answer.status}")
    probability = rank_sum(durations[True], durations[False])
    known, unknown = (statistics.median(durations[kind]) * 1000 for kind in (True, False))
    print(f"  {tries} tries of each: {known:.2f} ms with a known name, {unknown:.2f} ms with an unknown one (medians)")
    check(probability > 0.001, f"the times cannot be told apart: Mann-Whitney, p = {probability:.3f}, level 0.001")


def microseconds(durations: list[float]) -> str:
    return f"{statistics.median(durations) * 1e6:.0f} µs" if durations else "none"


async def crowds(place: Place) -> None:
    """Concurrent logins are bounded, refused immediately or served, and do not slow registrations down."""
    for size in map(int, os.environ.get("CROWDS", "200,2000").split(",")):
        async with place.serving() as service:
            await service.sign_up("ada")
            idle = service.resident()
            end = time.perf_counter() + 3
            quiet = await service.registrations(lambda: time.perf_counter() < end)
            service.forget_peak()
            start = time.perf_counter()
            crowd = [
                asyncio.create_task(service.timed_log_in("ada", PASSWORD, network(256 + number)))
                for number in range(size)]
            # Until nearly all logins have their responses, they keep this process busy.
            while sum(not login.done() for login in crowd) > ADMITTED:
                await asyncio.sleep(0.01)
            meanwhile = await service.registrations(lambda: not all(login.done() for login in crowd))
            replies = await asyncio.gather(*crowd)
            took, peak = time.perf_counter() - start, service.peak()
        counts = Counter(answer.status for answer, _ in replies)
        at_once = [duration for answer, duration in replies if answer.status == 503] or [0]
        print(f"  {size} at once, {took:.1f} s: {dict(counts)}; 503 after {statistics.median(at_once) * 1000:.0f} ms (median)")
        print(
            f"  memory: {idle >> 20} MB before, {peak >> 20} MB at most; {len(meanwhile)} registrations meanwhile:"
            f" {microseconds(quiet)} before, {microseconds(meanwhile)} meanwhile (medians; aim: a tenth more)")
        check(set(counts) <= {201, 503}, "each was logged in, or told when to come again")
        check(counts[201] > 0, "somebody was logged in")
        rows = place.sqlite.query("SELECT count(*) FROM guesses")[0][0]
        check(rows == 0, f"{rows} of these right passwords are counted as guesses")
        check(peak - idle < 256 << 20, "less than 256 MB were needed besides")


async def starving(place: Place) -> None:
    """An owner logs in once a second, next to one address that sends passwords for random names."""
    for rate in map(int, os.environ.get("RATES", "10,50,95").split(",")):
        async with place.serving(name=f"beside-{rate}", options=("--password-rate-limit", "1/s")) as service:
            check_quietly((await service.sign_up("ada")).status in (201, 409), "the account was not made")
            alone = (await service.timed_log_in("ada", PASSWORD, network(3)))[1]
            attack = asyncio.create_task(flood(service, network(2), rate))
            await asyncio.sleep(1)
            logins = []
            for _ in range(15):
                start = time.perf_counter()
                logins.append(await service.timed_log_in("ada", PASSWORD, network(3)))
                await asyncio.sleep(max(0, 1 - (time.perf_counter() - start)))
            attack.cancel()
            statuses = Counter(answer.status for answer, _ in logins)
            # A build for debugging, on a busy machine, needs more than a second for a hash.
            limit, slowest = 3 if alone < 0.5 else 20 * alone, max(took for _, took in logins)
            check(
                statuses[201] >= 14 and slowest < limit,
                f"beside {rate} a second: {dict(statuses)}, {slowest:.2f} s at most (limit {limit:.1f}; {alone:.2f} s alone)")


async def flood(service: Service, source: str, rate: int) -> None:
    async with asyncio.TaskGroup() as group:
        while True:
            group.create_task(ignoring_loss(service.log_in(f"nobody-{generator.getrandbits(64):x}", wrong_password(), source)))
            await asyncio.sleep(1 / rate)


async def ignoring_loss(answer: Awaitable[Answer]) -> None:
    with contextlib.suppress(Lost):
        await answer


async def wrong(place: Place) -> None:
    """Different wrong passwords are compared over HTTP with a hash that costs little, on each database."""
    count = int(os.environ.get("WRONG", "2000"))
    for database in (None, place.postgresql):
        kind = "PostgreSQL" if database else "SQLite"
        async with place.serving(database, f"wrong-{kind}") as service:
            name = f"cheap-{generator.getrandbits(32):x}"
            check_quietly((await service.sign_up(name)).status == 201, "the account was not made")
            set_hash(place, database, name, cheap_hash(PASSWORD))
            gate = asyncio.Semaphore(16)

            async def one(number: int) -> int:
                async with gate:
                    return (await service.log_in(name, wrong_password(), network(1000 + number))).status

            statuses = Counter(await asyncio.gather(*(one(number) for number in range(count))))
            right = (await service.log_in(name, PASSWORD, network(99_999))).status
        check(statuses == Counter({401: count}), f"{count} different wrong passwords on {kind}: {dict(statuses)}")
        check(right == 201, f"the right one is accepted ({right})")


def cheap_hash(password: str) -> str:
    salt = generator.randbytes(16)
    texts = [
        base64.b64encode(part).decode().rstrip("=")
        for part in (salt, hashlib.scrypt(password.encode(), salt=salt, n=2, r=1, p=1, dklen=32))]
    return f"$scrypt$ln=1,r=1,p=1${texts[0]}${texts[1]}"


def set_hash(place: Place, database: PostgreSQL | None, name: str, text: str) -> None:
    statement = f"UPDATE accounts SET password = '{text}' WHERE name = '{name}'"
    if database:
        database.query(statement)
        return
    connection = sqlite3.connect(place.sqlite.path, timeout=30)
    with connection:
        connection.execute(statement)
    connection.close()


async def guess(services: list[Service], sources: Iterable[str], at_once: int) -> Counter[int]:
    """Returns the statuses of guesses from these addresses, at most `at_once` at the same time. The services take
    turns."""
    gate = asyncio.Semaphore(at_once)

    async def one(number: int, source: str) -> int:
        async with gate:
            return (await services[number % len(services)].log_in("ada", wrong_password(), source)).status

    return Counter(await asyncio.gather(*(one(number, source) for number, source in enumerate(sources))))


async def guessing(place: Place) -> None:
    """Guesses are counted where all servers see them, and the owner can still log in from elsewhere."""
    guesses = int(os.environ.get("GUESSES", "10000"))
    async with place.serving(place.postgresql) as one, place.serving(place.postgresql, "other") as two:
        services = [one, two]
        status = (await one.sign_up("ada")).status
        check(status == 201, f"an account is made ({status})")
        alone = await guess(services, [network(257)] * guesses, at_once=8)
        check(alone[401] == 10, f"{alone[401]} of {guesses} guesses from one address were compared, on {len(services)} servers")
        many = guesses // 10
        spread = await guess(services, [network(1000 + number % 1000) for number in range(many)], at_once=64)
        check(
            spread[401] > 0 and set(spread) <= {401, 429, 503},
            f"{many} guesses from a thousand addresses: {dict(spread)}")
        status = (await one.log_in("ada", PASSWORD, network(99_999))).status
        check(status == 201, f"the owner logs in from elsewhere ({status})")
        check((await one.log_in("ada", PASSWORD, network(257))).status == 429, "and not from where it was guessed")


async def note_sign_up(service: Service, name: str, acknowledged: dict[str, tuple[str, str]]) -> None:
    try:
        answer = await service.sign_up(name)
    except Lost:
        # The service was killed before it had answered.
        return
    if answer.status == 201:
        members = json.loads(answer.body)
        acknowledged[name] = (members["account"]["id"], members["session"]["token"])


async def kills(place: Place) -> None:
    """A killed service or program leaves only complete accounts, and repeats its work."""
    rounds = int(os.environ.get("ROUNDS", "200"))
    # The accounts and the tokens, by their names.
    acknowledged: dict[str, tuple[str, str]] = {}

    async def check_sessions(service: Service, names: Iterable[str]) -> None:
        for name in names:
            account, token = acknowledged[name]
            check_quietly(await service.account(token) == account, f"{name}'s session was lost")

    async with place.serving() as service:
        start = time.perf_counter()
        await note_sign_up(service, "user-0", acknowledged)
        pace = time.perf_counter() - start
    for number in range(rounds):
        async with place.serving() as service:
            await check_sessions(service, generator.sample(sorted(acknowledged), min(2, len(acknowledged))))
            clients = asyncio.gather(
                *(note_sign_up(service, f"user-{number}-{client}", acknowledged) for client in range(4)))
            # Four concurrent requests take about twice as long as one.
            await asyncio.sleep(generator.uniform(0, 3 * pace))
            await service.kill()
            await clients
    async with place.serving() as service:
        await check_sessions(service, acknowledged)
        for name in generator.sample(sorted(acknowledged), min(20, len(acknowledged))):
            repeated = await service.sign_up(name)
            is_same = repeated.status == 201 and json.loads(repeated.body)["account"]["id"] == acknowledged[name][0]
            check_quietly(is_same, f"{name} was made twice")
    lonely, stray, accounts = (
        place.sqlite.query(f"SELECT count(*) FROM {rows}")[0][0]
        for rows in (
            "accounts WHERE id NOT IN (SELECT account FROM sessions)",
            "sessions WHERE account NOT IN (SELECT id FROM accounts)", "accounts"))
    check(
        (lonely, stray) == (0, 0),
        f"{rounds} kills of the service, {len(acknowledged)} accounts acknowledged, {accounts} kept:"
        " none without a session, no session without one")
    check(not failures, "nothing that was acknowledged was lost, and nothing was done twice")
    devices(place, max(1, rounds // 4))


def devices(place: Place, rounds: int) -> None:
    """The program itself, on its embedded backend, killed while it signs up."""
    killed, pace, program = 0, 0.0, place.program
    typed = PASSWORD.encode() + b"\n"
    for number in range(rounds + 1):
        state = f"{place.folder}/device-{number}"
        command = [program, "signup", "--name", "ada", "--password-stdin", "--state-dir", state, "--format", "json"]
        start = time.perf_counter()
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        process.stdin.write(typed)
        process.stdin.close()
        if not pace:
            check_quietly(process.wait() == 0, f"signing up ended with {process.returncode}")
            pace = time.perf_counter() - start
            continue
        time.sleep(generator.uniform(0, pace))
        process.send_signal(signal.SIGKILL)
        if process.wait() == 0:
            continue
        killed += 1
        # A program killed after that has an account, and its name is taken.
        store = Path(f"{state}/store.json")
        is_logged_in = store.exists() and "session" in json.loads(store.read_text(encoding="utf-8"))
        after = subprocess.run(command, input=typed, capture_output=True, check=False)
        who = subprocess.run([program, "whoami", "--state-dir", state], capture_output=True, check=False)
        kept = json.loads(Path(f"{state}/accounts.json").read_text(encoding="utf-8"))
        good = after.returncode == (76 if is_logged_in else 0) or is_logged_in and after.returncode == 0
        check_quietly(
            good and who.returncode == 0 and len(kept["accounts"]) == 1,
            f"after a kill, signing up again ended with {after.returncode}, and {len(kept['accounts'])} accounts were kept")
    check(
        not failures,
        f"{killed} of {rounds} runs of `signup` were killed, and each was logged in by the next one, in one account")


PARTS = {part.__name__: part for part in (timing, crowds, starving, wrong, guessing, kills)}


def run(program: str, folder: Path, names: list[str]) -> bool:
    """Returns whether all checks held."""
    print(f"SEED={SEED}", flush=True)
    asyncio.run(run_parts(Stage(program, folder), names or list(PARTS)))
    return not failures


async def run_parts(stage: Stage, names: list[str]) -> None:
    async with contextlib.AsyncExitStack() as stack:
        if address := os.environ.get("DATABASE"):
            postgresql = PostgreSQL(address, run_shell("postgresql_programs", environment={}).strip())
        else:
            cluster = await stack.enter_async_context(
                Cluster.running(stage.make_folder("cluster"), "max_connections=100"))
            postgresql = cluster.database
        for name in names:
            print(name, flush=True)
            await PARTS[name](Place(stage.program, stage.make_folder(name), postgresql))
