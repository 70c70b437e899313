"""A primary is lost and its synchronous replica promoted behind the same address."""

import asyncio
import contextlib
import os
import signal
import time
from pathlib import Path

from service.cluster import Cluster, run_shell
from service.ledger import Ledger, PostgreSQL
from service.server import Server
from service.stage import Outage, Stage, verify


class Replica:
    def __init__(self, primary: Cluster, folder: Path):
        self.primary = primary
        self.data = folder / "data"
        self.sockets = Path(f"{primary.sockets}.replica")
        self.database = PostgreSQL(f"postgres://postgres@/postgres?host={self.sockets}", primary.programs)

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
        deadline = time.monotonic() + 30
        while await self.primary.query("SELECT sync_state FROM pg_stat_replication") != [["sync"]]:
            if time.monotonic() > deadline:
                raise RuntimeError("the replica is not synchronous")
            await asyncio.sleep(0.05)

    async def promote(self) -> None:
        await self.primary.call('as_postgres "$POSTGRESQL_BIN/pg_ctl" promote --wait --silent --pgdata "$1"', str(self.data))

    def remove(self) -> None:
        with contextlib.suppress(RuntimeError):
            run_shell(
                'POSTGRESQL_DATA=$1 pause_postgresql immediate', str(self.data), environment=self.primary.variables)
        run_shell('rm -rf "$1"', str(self.sockets), environment={})


async def failover(stage: Stage) -> str:
    figures = []
    for manner in ["stopped"] if stage.is_short else ["stopped", "killed", "held", "stopped", "held"]:
        figures.append(f"{manner}: {await one_failover(stage, manner, len(figures))}")
    return "; ".join(figures)


async def one_failover(stage: Stage, manner: str, number: int) -> str:
    folder = stage.make_folder(f"failover-{number}")
    primary = await Cluster.start(folder)
    (folder / "replica").mkdir()
    owner = primary.data.stat()
    os.chown(folder / "replica", owner.st_uid, owner.st_gid)
    replica = Replica(primary, folder / "replica")
    address = Path(f"{primary.sockets}.address")
    try:
        await replica.start()
        address.symlink_to(primary.sockets)
        async with Server(stage.program, f"postgres://postgres@/postgres?host={address}", folder).running() as server:
            outage = Outage(server, Ledger())
            async with outage.under_load():
                await outage.load.grow(200 if stage.is_short else 2000)
                await lose(primary, manner)
                lost = time.monotonic()
                # Both before and after the service notices.
                await asyncio.sleep(0.3 if stage.is_short or number % 2 else 5)
                await replica.promote()
                move(address, replica.sockets)
                back = time.monotonic()
                if manner != "held":
                    outage.expect_not_ready(lost, back)
                await outage.recover(back)
                await outage.load.grow(100)
            await verify(outage.ledger, replica.database)
            await server.end()
        return f"promoted after {back - lost:.1f} s, {outage.figures()}"
    finally:
        replica.remove()
        if manner == "held":
            with contextlib.suppress(ProcessLookupError, AssertionError):
                primary.signal_all(signal.SIGCONT)
        primary.remove()
        address.unlink(missing_ok=True)


async def lose(primary: Cluster, manner: str) -> None:
    match manner:
        case "stopped":
            await primary.pause("immediate")
        case "killed":
            primary.signal_all(signal.SIGKILL)
        case "held":
            # Simulates a lost network. The primary neither answers nor hangs up.
            primary.signal_all(signal.SIGSTOP)


def move(address: Path, target: Path) -> None:
    """Moves the address immediately, like an address that moves between two machines."""
    new = Path(f"{address}.new")
    new.symlink_to(target)
    new.rename(address)
