"""Two servers on one database get the same keys at the same time."""

import asyncio
import random
import subprocess

from service.http import Connection, Violation, device
from service.ledger import Database, Ledger
from service.server import Server
from service.stage import Stage, verify

CONNECTIONS = 16


async def twins(stage: Stage, database: Database) -> str:
    count = 1_000 if stage.is_short else 10_000
    folder = stage.make_folder(f"twins-{database.name}")
    servers = [Server(stage.program, database, folder, name=f"server-{number}") for number in range(2)]
    # The tables do not exist yet when they start.
    await asyncio.gather(*(server.spawn() for server in servers))
    await asyncio.gather(*(server.first_answer() for server in servers))
    before = len(await asyncio.to_thread(database.rows))
    keys = {f"twin-{number}": random.randrange(10_000) for number in range(count)}
    ledger, created, unavailable = Ledger(), [0, 0], [0]

    async def send(server: int, share: list[str]) -> None:
        connection = Connection(servers[server].port)
        for key in share:
            while (answer := await connection.register(key, device(keys[key]))).status == 503:
                unavailable[0] += 1
            if answer.status not in (200, 201):
                raise Violation(f"{key} was answered {answer}")
            created[server] += answer.status == 201
            # The later request must have received an equal UDID.
            ledger.note(key, keys[key], answer.udid)
        connection.close()

    async with asyncio.TaskGroup() as group:
        for server in range(2):
            order = random.sample(sorted(keys), count)
            for number in range(CONNECTIONS):
                group.create_task(send(server, order[number::CONNECTIONS]))
    rows = await asyncio.to_thread(database.rows)
    if len(rows) - before != count or len(ledger.udids) != count or sum(created) != count:
        raise Violation(
            f"{count} keys: {len(rows) - before} rows, {len(ledger.udids)} UDIDs, {sum(created)} times 201")
    if not all(created):
        raise Violation(f"one of the servers issued nothing, so they did not compete: {created}")
    await verify(ledger, database)
    for server in servers:
        await check_metrics(server)
        await server.end()
    return (
        f"{count} keys sent to both: {len(ledger.udids)} UDIDs, {created[0]} from one and {created[1]} from the other, "
        f"{unavailable[0]} times 503")


async def check_metrics(server: Server) -> None:
    """Each metric has a meaning, a type and a name according to the rules of Prometheus."""
    answer = await server.ask("GET", "/metrics")
    checked = subprocess.run(["promtool", "check", "metrics"], input=answer.body, capture_output=True, check=False)
    if answer.status != 200 or checked.returncode != 0:
        raise Violation(f"promtool check metrics: {checked.stderr.decode() or answer}")
