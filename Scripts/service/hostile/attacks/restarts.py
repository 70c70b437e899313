"""Two servers on one database are restarted, one after the other, behind nginx and under load."""

import asyncio
import time

from service.cluster import Cluster
from service.hostile.arena import Arena
from service.hostile.nginx import Proxy, nginx
from service.ledger import Ledger
from service.load import Load
from service.stage import verify

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
        ledger, rounds, slowest = Ledger(), 0, 0.0
        async with Proxy(arena.make_folder(), first, second) as proxy:
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
    arena.at_least("requests through nginx during restarts", ledger.answers, least)
    arena.at_most("those of them that failed", load.unavailable + load.lost, 0)
    arena.at_least("restarts of both servers", rounds, 1)
    arena.within("the slowest restart of both servers", slowest, LIMIT)
