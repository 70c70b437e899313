"""Two servers on one PostgreSQL database are restarted in turn while clients send requests."""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable

from service.accounts import Service
from service.hostile.nginx import Proxy, nginx
from service.ledger import PostgreSQL
from service.operate.pace import Client, Pool, Watch
from service.operate.program import expect
from service.operate.trial import Trial, sign_up, until_ready
from service.stage import verify

# In seconds, longer than the interval of the client's probes.
DELAY = 2
OPTIONS = ("--drain-delay", str(DELAY), "--trusted-proxies", "127.0.0.1")


async def behind_nginx(trial: Trial) -> str:
    nginx()
    async with two_servers(trial) as (database, servers):
        folder = trial.folder / "nginx"
        folder.mkdir()
        async with Proxy(folder, *servers) as proxy:
            pool = Pool(proxy.port, tls=proxy.certificate.trust())
            client = Client(lambda: pool, await sign_up(servers[0], "ada"))
            figures = await restart_all(trial, servers, client)
            pool.close()
            used = [f'"127.0.0.1:{server.port}"' in proxy.log.read_text() for server in servers]
        expect("whether nginx used each server", used, [True, True])
        await verify(client.ledger, database)
    return figures


async def without_proxy(trial: Trial) -> str:
    async with two_servers(trial) as (database, servers):
        watch = Watch(*servers)
        async with watch.running():
            client = Client(watch.choose, await sign_up(servers[0], "ada"))
            figures = await restart_all(trial, servers, client, watch.wait_for)
        expect("whether the client used each server", [pool.sent > 0 for pool in watch.pools.values()], [True, True])
        await verify(client.ledger, database)
    return figures


@contextlib.asynccontextmanager
async def two_servers(trial: Trial) -> AsyncIterator[tuple[PostgreSQL, tuple[Service, Service]]]:
    database = await trial.postgresql()
    first, second = (trial.service(database, name, OPTIONS) for name in ("first", "second"))
    async with first.running(), second.running():
        yield database, (first, second)
        for server in (first, second):
            server.check_log()


async def restart_all(
    trial: Trial, servers: tuple[Service, Service], client: Client,
    notice: Callable[[Service], Awaitable[None]] | None = None
) -> str:
    """Restarts one server after the other, when the clients have noticed that the previous one is ready."""
    slowest, count, end = 0.0, 0, time.monotonic() + trial.load_seconds
    async with client.running():
        await asyncio.sleep(0.5)
        while not count or time.monotonic() < end:
            for server in servers:
                slowest = max(slowest, await restart(server))
                count += 1
                if notice:
                    await notice(server)
        await asyncio.sleep(0.5)
    return (
        f"{count} restarts, {slowest:.1f} s at most with a delay of {DELAY} s; {client.sent} requests, 0 failed, slowest "
        f"{client.slowest:.1f} s")


async def restart(server: Service) -> float:
    """Returns the seconds from SIGTERM until the next process is ready."""
    begin = time.monotonic()
    ending = asyncio.create_task(server.terminate())
    answer = await until_ready(server, 503)
    expect("the code of /ready after SIGTERM", json.loads(answer.body)["code"], "ENDING")
    expect("the status of the server after SIGTERM", await ending, 0)
    if (seconds := time.monotonic() - begin) < DELAY:
        expect("the seconds until the server ended", f"{seconds:.1f}", f"{DELAY} or more")
    await server.spawn()
    await until_ready(server)
    return time.monotonic() - begin
