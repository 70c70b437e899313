"""The service is killed, and loses its database, its disk and its connections. It must keep its promises."""

import asyncio
import contextlib
import os
import random
import resource
import signal
import time
from pathlib import Path

from service.databases import Cluster, Database, PostgreSQL, SQLite, run_shell
from service.http import Connection, Violation, post, receive
from service.load import Ledger, Load, Outage, until, verify
from service.trial import MB, Campaign, Trial, fill, on_cluster, on_postgresql, on_sqlite, small_disk

# ROUNDS of 20 (the default) or more are the full form, with at least 50 kills.
ROUNDS = int(os.environ.get("ROUNDS") or "20")
# The time from the start of the process to its first successful response, in seconds.
FIRST_ANSWER_LIMIT = 2.0


async def kill(trial: Trial, database: Database) -> None:
    """What was answered is in the database after `kill -9`, also of a server that starts."""
    server = trial.server(database)
    slowest, kills, while_starting = await server.start(), 0, 0
    load = Load(server.port, connections=40, may_lose=True)
    async with load.running():
        while kills < trial.size(max(ROUNDS, 50), ROUNDS):
            await asyncio.sleep(random.uniform(0.05, 1))
            await server.kill()
            kills += 1
            if kills % 5 == 2:
                await server.spawn()
                await asyncio.sleep(random.uniform(0, 0.3))
                await server.kill()
                while_starting += 1
            slowest = max(slowest, await server.start())
            answered, least = load.ledger.since()
            await verify(answered, database, least)
            await load.grow(20)
    connection = Connection(server.port)
    for key in random.sample(load.ledger.keys, min(500, len(load.ledger.keys))):
        kind, udid = load.ledger.registrations[key]
        answer = await connection.register(key, kind)
        if answer.status != 200 or answer.udid != udid:
            raise Violation(f"{key} was answered {udid}, and now {answer}")
    connection.close()
    await verify(load.ledger, database)
    await server.end()
    trial.check(f"kills under load, {while_starting} while starting, {load.ledger.answers} answers", kills, "> 0", kills > 0)
    trial.check("connections lost, or the kills did not happen under load", load.lost, "> 0", load.lost > 0)
    trial.at_most("first answer after a kill", slowest, trial.size(1, 2) * FIRST_ANSWER_LIMIT, "s")


async def outages(trial: Trial, cluster: Cluster) -> None:
    """PostgreSQL is stopped, its connections are cut, and it exists but does not answer."""
    async with Outage.of(trial, cluster.database) as outage:
        for mode in ("fast", "immediate") * trial.size(3, 1):
            await cluster.call('pause_postgresql "$1"', mode)
            away = time.monotonic()
            await asyncio.sleep(trial.size(4, 2))
            outage.expect_not_ready(away)
            await cluster.call("resume_postgresql")
            await outage.recover()
        cut, end = 0, time.monotonic() + trial.size(20, 2)
        while time.monotonic() < end:
            [(count,)] = await cluster.query(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                "WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()")
            cut += int(count)
            await asyncio.sleep(0.1)
        await outage.recover()
        trial.check("connections cut", cut, ">= 5", cut >= 5)
        for seconds in [3] if trial.is_short else [2, 8, 15]:
            cluster.signal_all(signal.SIGSTOP)
            away = time.monotonic()
            try:
                await asyncio.sleep(seconds)
                # By then, a batch has waited for its maximum time.
                outage.expect_not_ready(away + 0.5)
            finally:
                cluster.signal_all(signal.SIGCONT)
            await outage.recover()


class Replica:
    """A synchronous replica of a cluster, with its own socket."""

    def __init__(self, primary: Cluster, folder: Path):
        self.primary = primary
        self.data = folder / "data"
        self.sockets = Path(f"{primary.sockets}.replica")
        self.database = PostgreSQL(f"postgres://postgres@/postgres?host={self.sockets}", primary.database.programs)
        owner = primary.data.stat()
        os.chown(folder, owner.st_uid, owner.st_gid)

    async def start(self) -> None:
        await self.primary.call(
            'as_postgres mkdir -m 700 "$1"; as_postgres "$POSTGRESQL_BIN/pg_basebackup" --pgdata "$2" '
            '--host "$POSTGRESQL_SOCKETS" --username postgres --write-recovery-conf --checkpoint fast --no-sync '
            '--dbname "host=$POSTGRESQL_SOCKETS application_name=standby"; '
            'printf "unix_socket_directories = \'%s\'\\n" "$1" | as_postgres tee -a "$2/postgresql.conf" >/dev/null; '
            'POSTGRESQL_DATA=$2 POSTGRESQL_LOG=$2/../log resume_postgresql',
            str(self.sockets), str(self.data))
        # From here on, a commit returns only after it has reached the replica.
        await self.primary.query("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
        await self.primary.query("SELECT pg_reload_conf()")
        state = "SELECT sync_state FROM pg_stat_replication"
        await until(lambda: self.primary.database.query(state) == [("sync",)], 30, "the replica is not synchronous")

    async def promote(self) -> None:
        await self.primary.call('as_postgres "$POSTGRESQL_BIN/pg_ctl" promote --wait --silent --pgdata "$1"', str(self.data))

    def remove(self) -> None:
        with contextlib.suppress(RuntimeError):
            run_shell('POSTGRESQL_DATA=$1 pause_postgresql immediate', str(self.data), environment=self.primary.variables)
        run_shell('rm -rf "$1"', str(self.sockets), environment={})


async def failover(trial: Trial) -> None:
    """A primary is lost, and its synchronous replica promoted behind the same address."""
    for manner in ["stopped"] if trial.is_short else ["stopped", "killed", "held"]:
        async with Cluster.running(trial.make_folder(manner)) as primary:
            replica, address = Replica(primary, trial.make_folder(f"{manner}-replica")), Path(f"{primary.sockets}.address")
            try:
                await fail_over(trial, manner, primary, replica, address)
            finally:
                replica.remove()
                address.unlink(missing_ok=True)
                if manner == "held":
                    primary.signal_all(signal.SIGCONT)


async def fail_over(trial: Trial, manner: str, primary: Cluster, replica: Replica, address: Path) -> None:
    await replica.start()
    address.symlink_to(primary.sockets)
    moving = PostgreSQL(f"postgres://postgres@/postgres?host={address}", primary.database.programs)
    async with Outage.of(trial, moving) as outage:
        await outage.load.grow(trial.size(2000, 200))
        lost = time.monotonic()
        match manner:
            case "stopped":
                await primary.call("pause_postgresql immediate")
            case "killed":
                primary.signal_all(signal.SIGKILL)
            case "held":
                # As when the network is lost. The primary neither answers nor hangs up.
                primary.signal_all(signal.SIGSTOP)
        # Before or after the service notices.
        await asyncio.sleep(random.choice([0.3, 5]))
        if manner != "held":
            outage.expect_not_ready(lost)
        await replica.promote()
        # The address moves in one step, like an address that moves between two machines.
        new = Path(f"{address}.new")
        new.symlink_to(replica.sockets)
        new.rename(address)
        await outage.recover()


async def full_sqlite(trial: Trial) -> None:
    """The disk is full, and a server that is killed then starts and answers known keys. With room, all goes on."""
    async with small_disk(trial.make_folder(), "24m") as disk:
        database, ledger = SQLite(disk / "devices.sqlite"), Ledger()
        async with trial.server(database).running() as server:
            for _ in range(trial.size(5, 1)):
                outage = Outage(server, ledger)
                async with outage.under_load(trial):
                    ballast = fill(disk)
                    await outage.wait_for_refusals()
                    ballast.unlink()
                    await outage.recover()
            ballast = fill(disk)
            await server.kill()
            await server.spawn()
            key, connection = random.choice(ledger.keys), Connection(server.port)
            await server.until_ready(200, 503)
            # The log can have room that the killed server had used.
            while (answer := await connection.register(None)).status == 201:
                ledger.note(None, 11, answer.udid)
            connection.close()
            trial.equal("a new registration on a full disk", answer.status, 503)
            await server.until_ready(503)
            known = (await server.ask("POST", "/udids", f"Idempotency-Key: {key}", body=post()[-19:])).status
            trial.check("a known key on a full disk after kill -9", known, "200 or 422", known in (200, 422))
            ballast.unlink()
            await server.until_ready()
            await verify(ledger, database)
            await server.end()


async def full_postgresql(trial: Trial) -> None:
    """The disk of the table is full."""
    async with Cluster.running(trial.make_folder("cluster")) as cluster:
        async with small_disk(trial.make_folder("table"), "24m") as small:
            space, owner = small / "space", cluster.data.stat()
            space.mkdir(mode=0o700)
            os.chown(space, owner.st_uid, owner.st_gid)
            await cluster.query(f"CREATE TABLESPACE small LOCATION '{space}'")
            await cluster.query("CREATE DATABASE small TABLESPACE small")
            name = cluster.database.address.replace("/postgres?", "/small?")
            async with Outage.of(trial, PostgreSQL(name, cluster.database.programs)) as outage:
                ballast = fill(small)
                await outage.wait_for_refusals()
                ballast.unlink()
                await outage.recover()
            await cluster.query("DROP DATABASE small")
            await cluster.query("DROP TABLESPACE small")


async def idle(trial: Trial) -> None:
    """Thousands of clients send nothing, or stop in the middle. Their memory and files are released again."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    count, timeout = min(trial.size(10_000, 1_000), hard - 500), trial.size(40, 20)
    limits = (
        "--request-timeout", str(timeout // 2), "--idle-timeout", str(timeout), "--connections-per-address", "100000")
    async with trial.serving(*limits) as server:
        # The first connections cause the one-time allocations.
        await asyncio.to_thread(open_and_close, server.reach, 200)
        await trial.gone(server, 10, "connections of a few clients")
        files, before = server.file_count(), server.memory("VmRSS")
        peers = await asyncio.to_thread(open_idle, server.reach, count)
        taken = server.memory("VmRSS") - before
        trial.check(f"files open beside {count} connections", server.file_count(), f">= {count}", server.file_count() >= count)
        trial.at_most("memory of each connection", taken / count / 1024, trial.size(48, 64), "KB")
        async with (load := Load(server.port, connections=4)).running():
            await load.grow(100)
        trial.at_most("an answer beside them", load.slowest, trial.patience(1), "s")
        await trial.gone(server, 2 * timeout + 2, "idle connections")
        answers = [(await asyncio.to_thread(receive, peer, 1))[0][9:12] for peer in peers[::50]]
        trial.equal("answers to idle clients", set(answers), {b"408", b""})
        for peer in peers:
            peer.close()
        await asyncio.sleep(3)
        trial.at_most("files open afterwards", server.file_count(), files + 2)
        trial.at_most("memory kept afterwards", (server.memory("VmRSS") - before) / MB, max(taken / MB / 4, 16), "MB")


def open_idle(reach, count: int) -> list:
    """Opens connections of many clients. Each has one answered request, and then nothing, half a head or half a body."""
    peers = []
    for number in range(count):
        peers.append(reach(f"127.0.{1 + number // 4000}.{2 + number % 50}"))
        peers[-1].sendall(post())
    for number, peer in enumerate(peers):
        peer.recv(4096)
        peer.sendall((b"", post()[:60], post()[:-10])[number % 3])
    return peers


def open_and_close(reach, count: int) -> None:
    for peer in open_idle(reach, count):
        peer.close()


CAMPAIGN = Campaign({
    "kill-sqlite": on_sqlite(kill), "kill-postgresql": on_postgresql(kill),
    "outages": on_cluster(outages), "failover": failover, "full-sqlite": full_sqlite, "full-postgresql": full_postgresql,
    "idle": idle,
})
