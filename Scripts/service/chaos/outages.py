"""PostgreSQL is stopped, disconnected, suspended and runs out of disk space under load."""

import asyncio
import contextlib
import os
import signal
import time

from .stage import Cluster, Ledger, Outage, Server, Stage, Violation, fill, small_disk, verify


@contextlib.asynccontextmanager
async def service_on(stage: Stage, cluster: Cluster, name: str):
    """Runs the service with clients, and checks at the end that the database contains everything."""
    server = Server(stage.program, cluster.database, stage.make_folder(f"service-{name}"))
    await server.start()
    outage = Outage(server, Ledger())
    try:
        yield server, outage
        await verify(outage.ledger, cluster.database)
        await server.end()
    finally:
        await server.kill()


async def stops(stage: Stage) -> str:
    async with Cluster.running(stage.make_folder("stops")) as cluster:
        async with service_on(stage, cluster, "stops") as (_, outage):
            async with outage.under_load():
                for mode in ["fast", "immediate"] * (1 if stage.is_short else 4):
                    await cluster.pause(mode)
                    away = time.monotonic()
                    await asyncio.sleep(2 if stage.is_short else 4)
                    begin = time.monotonic()
                    await cluster.resume()
                    outage.expect_not_ready(away, begin)
                    await outage.recover(time.monotonic())
                    await outage.load.grow(100)
        return outage.figures()


async def cuts(stage: Stage) -> str:
    async with Cluster.running(stage.make_folder("cuts")) as cluster:
        async with service_on(stage, cluster, "cuts") as (_, outage):
            cut = 0
            async with outage.under_load():
                end = time.monotonic() + (3 if stage.is_short else 20)
                while time.monotonic() < end:
                    cut += int((await cluster.query(
                        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                        "WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"))[0][0])
                    await asyncio.sleep(0.1)
                await outage.recover(time.monotonic())
            if cut < 10:
                raise Violation(f"only {cut} connections were there to be cut")
        return f"{cut} connections cut, {outage.figures()}"


async def stalls(stage: Stage) -> str:
    """PostgreSQL exists but does not answer."""
    async with Cluster.running(stage.make_folder("stalls")) as cluster:
        async with service_on(stage, cluster, "stalls") as (_, outage):
            async with outage.under_load():
                for seconds in [4] if stage.is_short else [2, 8, 15]:
                    cluster.signal_all(signal.SIGSTOP)
                    begin = time.monotonic()
                    try:
                        await asyncio.sleep(seconds)
                        # By then, a batch has waited for its maximum time.
                        outage.expect_not_ready(begin + 0.5, time.monotonic())
                    finally:
                        cluster.signal_all(signal.SIGCONT)
                    await outage.recover(time.monotonic())
                    await outage.load.grow(100)
        return outage.figures()


async def full_disk(stage: Stage) -> str:
    """First only the disk of the table is full, then the common disk, which also stops PostgreSQL."""
    folder = stage.make_folder("full-postgresql")
    async with small_disk(folder, "200m") as disk:
        async with Cluster.running(disk) as cluster:
            figures = [await full_table(stage, cluster, folder)]
            if not stage.is_short:
                figures.append(await full_cluster(stage, cluster, disk))
    return "; ".join(figures)


async def full_table(stage: Stage, cluster: Cluster, folder) -> str:
    (folder / "table").mkdir()
    async with small_disk(folder / "table", "12m") as disk:
        space = disk / "space"
        space.mkdir(mode=0o700)
        owner = cluster.data.stat()
        os.chown(space, owner.st_uid, owner.st_gid)
        await cluster.query(f"CREATE TABLESPACE small LOCATION '{space}'")
        await cluster.query("ALTER ROLE postgres SET default_tablespace = 'small'")
        async with service_on(stage, cluster, "full-table") as (_, outage):
            async with outage.under_load():
                ballast = fill(disk)
                await wait_for_refusals(outage)
                await outage.wait_until_not_ready(time.monotonic())
                ballast.unlink()
                await outage.recover(time.monotonic())
                await outage.load.grow(100)
        await cluster.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        await cluster.query("ALTER ROLE postgres RESET default_tablespace")
        await cluster.query("CHECKPOINT")
        await cluster.query("DROP TABLESPACE small")
    return f"its table: {outage.figures()}"


async def full_cluster(stage: Stage, cluster: Cluster, disk) -> str:
    async with service_on(stage, cluster, "full-cluster") as (_, outage):
        async with outage.under_load():
            ballast = fill(disk)
            # At some point, PostgreSQL needs a new file for its log.
            with contextlib.suppress(Exception):
                for _ in range(100):
                    await cluster.query("SELECT pg_switch_wal(), pg_logical_emit_message(false, 'chaos', 'x')")
            await wait_for_refusals(outage)
            await asyncio.sleep(1)
            ballast.unlink()
            went_down = not cluster.is_running
            if went_down:
                await cluster.resume()
            await outage.recover(time.monotonic())
            await outage.load.grow(100)
    return f"all of it{' (PostgreSQL went down)' if went_down else ''}: {outage.figures()}"


async def wait_for_refusals(outage: Outage, patience: float = 60) -> None:
    before, deadline = outage.load.unavailable, time.monotonic() + patience
    while outage.load.unavailable < before + 50:
        if time.monotonic() > deadline:
            raise Violation(f"nobody was refused within {patience} s, so nothing was put to the test")
        await asyncio.sleep(0.05)
