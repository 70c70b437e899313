"""Plays durable runs on several servers that are killed, frozen, cut off and upgraded, and reads what the tables noted."""

import asyncio
import contextlib
import os
import random
import signal
import statistics
import subprocess
import time
from collections.abc import AsyncIterator
from pathlib import Path

from service.chaos import Replica
from service.databases import Cluster, Row, run_shell
from service.http import Violation
from service.load import until
from service.trial import Campaign, Trial

# In seconds, of a server's claim on a run.
LEASE = 3
# Each write of a checkpoint, and each end of a run, in the transaction that makes it.
HISTORY = """
CREATE TABLE works (parcel int, work text, PRIMARY KEY (parcel, work));
CREATE TABLE notes (task uuid, name text, attempt uuid);
CREATE TABLE endings (task uuid, attempt uuid);
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO notes VALUES (NEW.task_id, NEW.checkpoint_name, NEW.owner_run_id); RETURN NULL; END $$;
CREATE FUNCTION note_end() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO endings VALUES (NEW.task_id, NEW.run_id); RETURN NULL; END $$;
CREATE TRIGGER noted AFTER INSERT OR UPDATE ON absurd.c_parcels FOR EACH ROW EXECUTE FUNCTION note();
CREATE TRIGGER ended AFTER UPDATE ON absurd.r_parcels FOR EACH ROW WHEN (NEW.state = 'completed') EXECUTE FUNCTION note_end();
"""


class Worker:
    """A server, with its own way to the database."""

    def __init__(self, shop: "Shop", number: int):
        self.shop, self.number = shop, number
        self.way = Path(f"{shop.cluster.sockets}.{number}")
        self.later = False
        self.process: asyncio.subprocess.Process | None = None

    async def start(self, *words: str, **variables: str) -> None:
        environment = os.environ | {
            "PARCELS_DATABASE": f"{self.address}&application_name=parcels-{self.number}", "PARCELS_LEASE": str(LEASE)}
        if self.later:
            environment["PARCELS_LATER"] = "1"
        with (self.shop.folder / f"{self.number}.log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                self.shop.program, *(words or ("work",)), stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log,
                env=environment | variables)

    @property
    def address(self) -> str:
        return f"postgres://postgres@/postgres?host={self.way}"

    def lead(self, folder: Path) -> None:
        """Lets the way lead to this server of the database."""
        new = Path(f"{self.way}.new")
        new.symlink_to(folder)
        new.rename(self.way)

    async def end(self, number: signal.Signals) -> int:
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(number)
        return await self.process.wait()

    async def restart(self, number: signal.Signals) -> None:
        if (status := await self.end(number)) != (0 if number == signal.SIGTERM else -number):
            raise Violation(f"a worker ended with {status}")
        await self.start()

    async def freeze(self) -> None:
        """Stops it for longer than a lease."""
        self.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(LEASE * random.uniform(1.1, 2))
        self.process.send_signal(signal.SIGCONT)

    async def cut(self) -> None:
        """Takes the database from it, for longer than a lease."""
        self.way.unlink()
        await self.shop.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            f"WHERE application_name = 'parcels-{self.number}'")
        await asyncio.sleep(LEASE * random.uniform(1.1, 2))
        self.lead(self.shop.sockets)


class Shop:
    """Three workers on a database with Absurd."""

    def __init__(self, trial: Trial, cluster: Cluster):
        self.program, self.folder, self.cluster = trial.program, trial.make_folder("logs"), cluster
        self.database, self.sockets = cluster.database, cluster.sockets
        self.workers = [Worker(self, number) for number in range(3)]

    @classmethod
    @contextlib.asynccontextmanager
    async def running(cls, trial: Trial) -> AsyncIterator["Shop"]:
        async with Cluster.running(trial.make_folder("cluster")) as cluster:
            await cluster.call("create_absurd")
            await cluster.query("SELECT absurd.create_queue('parcels')")
            await cluster.query(HISTORY)
            shop = cls(trial, cluster)
            for worker in shop.workers:
                worker.lead(cluster.sockets)
            try:
                yield shop
            finally:
                for worker in shop.workers:
                    if worker.process and worker.process.returncode is None:
                        worker.process.kill()
                        await worker.process.wait()
                    worker.way.unlink(missing_ok=True)

    async def query(self, statement: str) -> list[Row]:
        return await asyncio.to_thread(self.database.query, statement)

    async def send(self, first: int, last: int) -> None:
        sender = Worker(self, 9)
        sender.lead(self.sockets)
        await sender.start("send", str(first), str(last))
        status = await sender.process.wait()
        sender.way.unlink()
        if status != 0:
            raise Violation(f"parcels are not queued: {(self.folder / '9.log').read_text()[-1000:]}")

    def left(self) -> int:
        return int(self.database.query("SELECT count(*) FROM absurd.t_parcels WHERE state <> 'completed'")[0][0])

    async def until_sent(self, patience: float) -> None:
        await until(lambda: self.left() == 0, patience, "runs do not end")

    async def verify(self, trial: Trial, count: int, checkpoints: tuple[int, ...] = (3,)) -> None:
        """Compares the history with what must have happened: each run ends once, and each checkpoint is written once."""
        allowed = ", ".join(map(str, checkpoints))
        for figure, statement, expected in (
            ("runs that have ended", "SELECT count(*) FROM absurd.t_parcels WHERE state = 'completed'", count),
            ("runs that ended more than once", "SELECT count(*) FROM (SELECT FROM endings GROUP BY task HAVING count(*) > 1) x", 0),
            ("endings", "SELECT count(*) FROM endings", count),
            ("checkpoints written twice, or by two attempts",
             "SELECT count(*) FROM (SELECT FROM notes GROUP BY task, name HAVING count(*) > 1) x", 0),
            (f"runs whose checkpoints are not {allowed}",
             "SELECT count(*) FROM (SELECT FROM absurd.t_parcels AS t LEFT JOIN notes ON task = task_id GROUP BY task_id "
             f"HAVING count(notes.*) NOT IN ({allowed})) x", 0),
            ("parcels whose work is not done",
             f"SELECT {count} - count(*) FROM (SELECT FROM works GROUP BY parcel HAVING count(*) IN ({allowed})) x", 0),
        ):
            trial.equal(figure, int((await self.query(statement))[0][0]), expected)


async def storm(trial: Trial) -> None:
    """Three servers are killed, frozen and cut off from the database at random, and the database fails over."""
    async with Shop.running(trial) as shop:
        replica = Replica(shop.cluster, trial.make_folder("replica"))
        try:
            await replica.start()
            count, sent = trial.size(10_000, 1_500), 0
            for worker in shop.workers:
                await worker.start()
            seed = int(os.environ.get("SEED") or random.getrandbits(32))
            choices = random.Random(seed)
            trial.note(f"SEED={seed}")
            faults = {"killed": 0, "frozen": 0, "cut off": 0, "stopped": 0}
            share = count // trial.size(20, 6)
            while sent < count or shop.left():
                if sent < count:
                    await shop.send(sent + 1, min(count, sent + share))
                    sent = min(count, sent + share)
                    if sent >= count // 2 > sent - share:
                        await fail_over(shop, replica)
                worker, fault = choices.choice(shop.workers), choices.choice(list(faults))
                faults[fault] += 1
                await asyncio.sleep(choices.uniform(0, 0.5))
                match fault:
                    case "killed":
                        await worker.restart(signal.SIGKILL)
                    case "frozen":
                        await worker.freeze()
                    case "cut off":
                        await worker.cut()
                    case _:
                        await worker.restart(signal.SIGTERM)
                if sum(faults.values()) > 400:
                    raise Violation(f"{shop.left()} runs do not end")
            trial.note(f"servers: {faults}, and one failover")
            attempts = await shop.query("SELECT attempts, count(*) FROM absurd.t_parcels GROUP BY 1 ORDER BY 1")
            trial.note(f"runs by their attempts: {dict(attempts)}")
            await shop.verify(trial, count)
        finally:
            replica.remove()


async def fail_over(shop: Shop, replica: Replica) -> None:
    await shop.cluster.call("pause_postgresql immediate")
    await asyncio.sleep(random.choice([0.3, LEASE]))
    await replica.promote()
    shop.database, shop.sockets = replica.database, replica.sockets
    for worker in shop.workers:
        worker.lead(replica.sockets)


async def takeover(trial: Trial) -> None:
    """The time from `kill -9` of a server to the next attempt of its run, at a lease of five seconds."""
    lease, times = 5, []
    async with Shop.running(trial) as shop:
        for worker in shop.workers:
            await worker.start(PARCELS_LEASE=str(lease), PARCELS_PAUSE="1")
        for number in range(trial.size(20, 3)):
            await shop.send(number + 1, number + 1)
            # The second work is under way. The claim is as old as the first note.
            await until(
                lambda: shop.database.query(f"SELECT 1 FROM works WHERE parcel = {number + 1}") != [], 10, "no work")
            owner, = await shop.query(
                "SELECT claimed_by, extract(epoch FROM clock_timestamp()) FROM absurd.r_parcels WHERE state = 'running'")
            worker = next(each for each in shop.workers if str(each.process.pid) == owner[0])
            await worker.end(signal.SIGKILL)
            await until(lambda: shop.left() == 0, 30, "nobody takes the run over")
            began, = await shop.query(
                "SELECT extract(epoch FROM max(started_at)) FROM absurd.r_parcels WHERE attempt = 2")
            times.append(float(began[0]) - float(owner[1]))
            await worker.start(PARCELS_LEASE=str(lease), PARCELS_PAUSE="1")
        trial.note(f"takeover after {statistics.median(times):.1f} s, the median, and {max(times):.1f} s, the longest")
        trial.at_most("takeover, at a lease of 5 s", max(times), 1.5 * lease, "s")
        await shop.verify(trial, len(times))


async def upgrade(trial: Trial) -> None:
    """Servers are replaced one by one with a version whose use case has one more scene, and back, under load."""
    async with Shop.running(trial) as shop:
        for worker in shop.workers:
            await worker.start(PARCELS_PAUSE="0.02")
        share, sent = trial.size(1_000, 100), 0
        for later in (True, False, True):
            for worker in shop.workers:
                await shop.send(sent + 1, sent + share)
                sent += share
                await asyncio.sleep(0.2)
                worker.later = later
                # Half of them end without giving anything back.
                await worker.restart(random.choice([signal.SIGTERM, signal.SIGKILL]))
        await shop.until_sent(300)
        await shop.verify(trial, sent, (3, 4))


async def throughput(trial: Trial) -> None:
    """Runs of three checkpoints beside DBOS, which does the same on the same server of the database, in turns."""
    folder = trial.make_folder("dbos")
    run_shell('require_python "$1" dbos dbos==3.4.0; "$1/bin/python" -m pip install --quiet --disable-pip-version-check "psycopg[binary]"',
              str(folder), environment={})
    count, rates = trial.size(4_000, 400), {"Absurd and this worker": [], "DBOS 3.4.0": []}
    async with Shop.running(trial) as shop:
        await shop.query("CREATE DATABASE dbos")
        for number in range(trial.size(3, 1)):
            begin = time.monotonic()
            # As many as DBOS.
            await shop.workers[0].start(PARCELS_IDLE="1", PARCELS_CONNECTIONS="32")
            await shop.send(number * count + 1, (number + 1) * count)
            await shop.until_sent(600)
            rates["Absurd and this worker"].append(count / (time.monotonic() - begin))
            await shop.workers[0].end(signal.SIGTERM)
            result = await asyncio.to_thread(
                subprocess.run,
                # Without this folder, whose modules have the names of others.
                [f"{folder}/bin/python", "-P", str(Path(__file__).with_name("dbos_runs.py")),
                 shop.database.address.replace("/postgres?", "/dbos?"), str(count)], capture_output=True, text=True)
            if result.returncode != 0:
                raise Violation(f"DBOS ended with {result.returncode}: {result.stderr[-1000:]}")
            rates["DBOS 3.4.0"].append(float(result.stdout))
    own, other = (statistics.median(each) for each in rates.values())
    for name, each in rates.items():
        trial.note(f"{name}: {', '.join(f'{rate:.0f}' for rate in each)} runs/s")
    trial.check("runs a second, in relation to DBOS", f"{own / other:.1f}", ">= 2", own / other >= 2)


CAMPAIGN = Campaign({"storm": storm, "takeover": takeover, "upgrade": upgrade, "throughput": throughput})
