"""Two servers on one database are restarted, one after the other, behind nginx and under load."""

import asyncio
import time

from service_chaos.cluster import Cluster
from service_chaos.ledger import Ledger
from service_chaos.load import Load
from service_chaos.stage import verify

from ..arena import Arena
from ..nginx import Proxy, nginx

# The time limit for restarting both servers, in seconds.
LIMIT = 5


async def restarts(arena: Arena) -> None:
    nginx()
    least = arena.size(20_000, 2_000)
    async with (
        Cluster.running(arena.make_folder()) as cluster,
        arena.target("--trusted-proxies", "127.0.0.1", database=cluster.database) as first,
        arena.target("--trusted-proxies", "127.0.0.1", database=cluster.database) as second,
    ):
        proxy, ledger, rounds, slowest = Proxy(arena.make_folder(), first, second), Ledger(), 0, 0.0
        try:
            await proxy.start()
            load = Load(proxy.port, ledger, connections=16, tls=proxy.certificate.trust())
            async with asyncio.TaskGroup() as group:
                load.start(group)
                await load.grow(100)
                while not rounds or ledger.answers < least:
                    begin = time.monotonic()
                    for server in (first, second):
                        await server.terminate()
                        await server.start()
                    rounds += 1
                    slowest = max(slowest, time.monotonic() - begin)
                    await load.grow(100)
                load.stop()
            await verify(ledger, cluster.database)
        finally:
            proxy.stop()
    arena.at_least("requests through nginx during restarts", ledger.answers, least)
    arena.at_most("those of them that failed", load.unavailable + load.lost, 0)
    arena.at_least("restarts of both servers", rounds, 1)
    arena.within("the slowest restart of both servers", slowest, LIMIT)
