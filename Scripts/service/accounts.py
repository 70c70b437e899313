"""Tests accounts under attack and failure. See docs/explanation/security.md, "Accounts". Scripts/service.sh explains the
settings."""

import asyncio
import base64
import contextlib
import hmac
import json
import os
import random
import statistics
import struct
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable

from service.http import Answer, Lost
from service.server import PASSWORD, Server, network
from service.trial import MB, Campaign, Trial

# The maximum number of passwords that are hashed or wait at the same time. See docs/decisions/0024-passwords.md.
ADMITTED = 4 + 32
SEED = int(os.environ.get("SEED", random.randrange(1 << 32)))
generator = random.Random(SEED)


def wrong_password() -> str:
    """Returns a different password each time, to detect a comparison that accepts one in some hundreds."""
    return f"{generator.getrandbits(128):x} nobody says"


async def timed(answer: Awaitable[Answer]) -> tuple[int, float]:
    """Returns the status and the duration in seconds."""
    start = time.perf_counter()
    return (await answer).status, time.perf_counter() - start


def rank_sum(one: list[float], other: list[float]) -> float:
    """Returns the probability of ranks at least as uneven as these if both come from one distribution. This is
    Mann-Whitney's two-sided test, for durations, of which no two are equal."""
    ranked = sorted([(value, 0) for value in one] + [(value, 1) for value in other])
    total = sum(rank for rank, (_, kind) in enumerate(ranked, 1) if kind == 0)
    first, second = len(one), len(other)
    mean = first * (first + second + 1) / 2
    deviation = (first * second * (first + second + 1) / 12) ** 0.5
    return 2 * (1 - statistics.NormalDist().cdf(abs(total - mean) / deviation))


def time_code(secret: str) -> str:
    """Returns the time-based code of the secret now (RFC 6238)."""
    mac = hmac.digest(base64.b32decode(secret), struct.pack(">q", int(time.time()) // 30), "sha1")
    return f"{(int.from_bytes(mac[mac[-1] & 15:][:4]) & 0x7FFFFFFF) % 1_000_000:06}"


async def secure(server: Server, token: str) -> Answer:
    """Turns the second factor of an account on."""
    bearer, path = f"Authorization: Bearer {token}", "/account/second-factor"
    begun = await server.ask("POST", path, bearer, body=json.dumps({"password": PASSWORD}).encode())
    return await server.ask("PUT", path, bearer, body=json.dumps({"code": time_code(begun.members["secret"])}).encode())


async def timing(trial: Trial) -> None:
    """Failed logins to accounts with and without a second factor and to unknown names, interleaved, must be alike."""
    tries = int(os.environ.get("TRIES", "500"))
    key = trial.make_folder() / "key"
    key.write_text("0f" * 32)
    key.chmod(0o600)
    kinds = ["plain", "secured", "unknown"]
    async with trial.server(None, "--second-factor-key", str(key)).running() as server:
        for name in kinds[:2]:
            trial.equal(f"an account is made, {name}", (created := await server.sign_up(name)).status, 201)
        trial.equal("its second factor is on", (await secure(server, created.members["session"]["token"])).status, 200)
        durations: dict[str, list[float]] = {kind: [] for kind in kinds}
        answers: Counter[tuple[int, bytes]] = Counter()
        for number in range(3 * tries):
            # The kinds take turns as the first of three.
            kind = kinds[(number + number // 3) % 3]
            name = f"nobody-{number}" if kind == "unknown" else kind
            start = time.perf_counter()
            answer = await server.log_in(name, wrong_password(), network(256 + number))
            durations[kind].append(time.perf_counter() - start)
            answers[answer.status, answer.body] += 1
    trial.equal("failed logins", [(status, count) for (status, _), count in answers.items()], [(401, 3 * tries)])
    for one, other in (("plain", "unknown"), ("secured", "unknown"), ("secured", "plain")):
        medians = [statistics.median(durations[kind]) * 1000 for kind in (one, other)]
        probability = rank_sum(durations[one], durations[other])
        trial.check(
            f"Mann-Whitney's p: medians {medians[0]:.2f} ms {one}, {medians[1]:.2f} ms {other}", f"{probability:.3f}",
            "> 0.001", probability > 0.001)


async def registrations(server: Server, goes_on: Callable[[], bool]) -> list[float]:
    """Returns the duration of each registration of one client. The registrations follow one another."""
    durations = []
    while goes_on():
        start = time.perf_counter()
        await server.ask("POST", "/udids", "Idempotency-Key: crowd", body=b'{"appDeviceKbn":11}')
        durations.append(time.perf_counter() - start)
    return durations


async def crowds(trial: Trial) -> None:
    """Concurrent logins are bounded, refused immediately or served, and do not slow registrations down."""
    for size in map(int, os.environ.get("CROWDS", "200,2000").split(",")):
        async with trial.server().running() as server:
            await server.sign_up("ada")
            end = time.perf_counter() + 3
            quiet = await registrations(server, lambda: time.perf_counter() < end)
            with trial.memory(server, 256 * MB, f"{size} logins"):
                crowd = [
                    asyncio.create_task(timed(server.log_in("ada", PASSWORD, network(256 + number))))
                    for number in range(size)]
                # Until nearly all logins have their responses, they keep this process busy.
                while sum(not login.done() for login in crowd) > ADMITTED:
                    await asyncio.sleep(0.01)
                meanwhile = await registrations(server, lambda: not all(login.done() for login in crowd))
                replies = await asyncio.gather(*crowd)
            guesses = server.database.query("SELECT count(*) FROM guesses")
        counts = Counter(status for status, _ in replies)
        at_once = statistics.median([duration for status, duration in replies if status == 503] or [0])
        trial.note(
            f"503 after {at_once * 1000:.0f} ms; {len(meanwhile)} registrations meanwhile, "
            f"{statistics.median(meanwhile or [0]) * 1e6:.0f} µs, before {statistics.median(quiet) * 1e6:.0f} µs (medians)")
        is_served = set(counts) <= {201, 503} and counts[201] > 0
        trial.check(f"{size} at once were logged in, or told when to come again", dict(counts), "201, 503", is_served)
        trial.equal("right passwords that count as guesses", guesses, [("0",)])


async def starving(trial: Trial) -> None:
    """An owner logs in once a second, next to one address that sends passwords for random names."""
    for rate in map(int, os.environ.get("RATES", "10,50,95").split(",")):
        async with trial.server(None, "--password-rate-limit", "1/s").running() as server:
            await server.sign_up("ada")
            _, alone = await timed(server.log_in("ada", PASSWORD, network(3)))
            attack = asyncio.create_task(flood(server, network(2), rate))
            await asyncio.sleep(1)
            logins = []
            for _ in range(15):
                start = time.perf_counter()
                logins.append(await timed(server.log_in("ada", PASSWORD, network(3))))
                await asyncio.sleep(max(0, 1 - (time.perf_counter() - start)))
            attack.cancel()
        count = sum(status == 201 for status, _ in logins)
        trial.check(f"logins of 15 next to {rate} passwords a second", count, ">= 14", count >= 14)
        # A build for debugging, on a busy machine, needs more than a second for a hash.
        trial.at_most("the slowest of them", max(took for _, took in logins), 3 if alone < 0.5 else 20 * alone, "s")


async def flood(server: Server, source: str, rate: int) -> None:
    async def send() -> None:
        with contextlib.suppress(Lost):
            await server.log_in(f"nobody-{generator.getrandbits(64):x}", wrong_password(), source)

    async with asyncio.TaskGroup() as group:
        while True:
            group.create_task(send())
            await asyncio.sleep(1 / rate)


async def kills(trial: Trial) -> None:
    """A killed service leaves only complete accounts, and repeats its work."""
    rounds, database = int(os.environ.get("ROUNDS", "200")), trial.sqlite()
    # The accounts and the tokens of acknowledged sign-ups, by their names.
    acknowledged: dict[str, tuple[str, str]] = {}
    wrong: list[str] = []

    async def sign_up(server: Server, name: str) -> None:
        # A service that was killed before it had answered has promised nothing.
        with contextlib.suppress(Lost):
            if (answer := await server.sign_up(name)).status == 201:
                acknowledged[name] = answer.members["account"]["id"], answer.members["session"]["token"]

    async def check_sessions(server: Server, names: Iterable[str]) -> None:
        wrong.extend([f"{name}'s session was lost" for name in names
                      if await server.account(acknowledged[name][1]) != acknowledged[name][0]])

    async with trial.server(database).running() as server:
        start = time.perf_counter()
        await sign_up(server, "user-0")
        pace = time.perf_counter() - start
    for number in range(rounds):
        async with trial.server(database).running() as server:
            await check_sessions(server, generator.sample(sorted(acknowledged), min(2, len(acknowledged))))
            clients = asyncio.gather(*(sign_up(server, f"user-{number}-{client}") for client in range(4)))
            # Four concurrent requests take about twice as long as one.
            await asyncio.sleep(generator.uniform(0, 3 * pace))
            await server.kill()
            await clients
    async with trial.server(database).running() as server:
        await check_sessions(server, acknowledged)
        for name in generator.sample(sorted(acknowledged), min(20, len(acknowledged))):
            repeated = await server.sign_up(name)
            if repeated.status != 201 or repeated.members["account"]["id"] != acknowledged[name][0]:
                wrong.append(f"{name} was made twice")
    trial.all_right(f"accounts acknowledged in {rounds} kills of the service", len(acknowledged), wrong)
    [(lonely, stray)] = database.query(
        "SELECT (SELECT count(*) FROM accounts WHERE id NOT IN (SELECT account FROM sessions)), "
        "(SELECT count(*) FROM sessions WHERE account NOT IN (SELECT id FROM accounts))")
    trial.equal("accounts without a session, and sessions without an account", (lonely, stray), ("0", "0"))


CAMPAIGN = Campaign({"timing": timing, "crowds": crowds, "starving": starving, "kills": kills})
