"""PostgreSQL is stopped, disconnected, suspended and runs out of disk space under load."""

import asyncio
import contextlib
import os
import signal
import time
from pathlib import Path

from service.cluster import Cluster
from service.http import Violation
from service.stage import Stage, fill, service_on, small_disk


async def stops(stage: Stage, cluster: Cluster) -> str:
    async with service_on(stage, cluster.database, stage.make_folder("stops")) as outage, outage.under_load():
        for mode in ["fast", "immediate"] * (1 if stage.is_short else 4):
            await cluster.pause(mode)
            away = time.monotonic()
            await asyncio.sleep(2 if stage.is_short else 4)
            begin = time.monotonic()
            await cluster.resume()
            outage.expect_not_ready(away, begin)
            await outage.recover()
    return outage.figures()


async def cuts(stage: Stage, cluster: Cluster) -> str:
    async with service_on(stage, cluster.database, stage.make_folder("cuts")) as outage:
        cut = 0
        async with outage.under_load():
            end = time.monotonic() + (3 if stage.is_short else 20)
            while time.monotonic() < end:
                cut += int((await cluster.query(
                    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                    "WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"))[0][0])
                await asyncio.sleep(0.1)
            await outage.recover()
        if cut < 10:
            raise Violation(f"only {cut} connections were there to be cut")
    return f"{cut} connections cut, {outage.figures()}"


async def stalls(stage: Stage, cluster: Cluster) -> str:
    """PostgreSQL exists but does not answer."""
    async with service_on(stage, cluster.database, stage.make_folder("stalls")) as outage, outage.under_load():
        for seconds in [4] if stage.is_short else [2, 8, 15]:
            cluster.signal_all(signal.SIGSTOP)
            begin = time.monotonic()
            try:
                await asyncio.sleep(seconds)
                # By then, a batch has waited for its maximum time.
                outage.expect_not_ready(begin + 0.5, time.monotonic())
            finally:
                cluster.signal_all(signal.SIGCONT)
            await outage.recover()
    return outage.figures()


async def full_disk(stage: Stage) -> str:
    """First only the disk of the table is full, then the common disk, which also stops PostgreSQL."""
    folder = stage.make_folder("full-postgresql")
    async with small_disk(folder, "200m") as disk, Cluster.running(disk) as cluster:
        figures = [await full_table(stage, cluster, folder)]
        if not stage.is_short:
            figures.append(await full_cluster(stage, cluster, disk))
    return "; ".join(figures)


async def full_table(stage: Stage, cluster: Cluster, folder: Path) -> str:
    (folder / "table").mkdir()
    async with small_disk(folder / "table", "12m") as disk:
        space = disk / "space"
        space.mkdir(mode=0o700)
        owner = cluster.data.stat()
        os.chown(space, owner.st_uid, owner.st_gid)
        await cluster.query(f"CREATE TABLESPACE small LOCATION '{space}'")
        await cluster.query("ALTER ROLE postgres SET default_tablespace = 'small'")
        async with service_on(stage, cluster.database, stage.make_folder("full-table")) as outage, outage.under_load():
            await outage.fill_and_empty(disk)
        await cluster.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        await cluster.query("ALTER ROLE postgres RESET default_tablespace")
        await cluster.query("CHECKPOINT")
        await cluster.query("DROP TABLESPACE small")
    return f"its table: {outage.figures()}"


async def full_cluster(stage: Stage, cluster: Cluster, disk: Path) -> str:
    async with service_on(stage, cluster.database, stage.make_folder("full-cluster")) as outage, outage.under_load():
        ballast = fill(disk)
        # At some point, PostgreSQL needs a new file for its log.
        with contextlib.suppress(Exception):
            for _ in range(100):
                await cluster.query("SELECT pg_switch_wal(), pg_logical_emit_message(false, 'chaos', 'x')")
        await outage.wait_for_refusals()
        await asyncio.sleep(1)
        ballast.unlink()
        went_down = not cluster.is_running
        if went_down:
            await cluster.resume()
        await outage.recover()
    return f"all of it{' (PostgreSQL went down)' if went_down else ''}: {outage.figures()}"
