"""An older and a newer server run next to each other on one PostgreSQL database, as in an upgrade without a pause."""

import asyncio
import os

from service.accounts import PASSWORD, Service
from service.operate.pace import Client, Watch
from service.operate.program import expect
from service.operate.restarts import OPTIONS, restart
from service.operate.trial import Trial, sign_up
from service.stage import Skipped, verify


async def upgrades(trial: Trial) -> str:
    older = os.environ.get("OLDER")
    if not older:
        raise Skipped("OLDER names no older program")
    database = await trial.postgresql()
    first, second = (trial.service(database, name, OPTIONS, older) for name in ("first", "second"))
    async with first.running(), second.running():
        watch = Watch(first, second)
        async with watch.running():
            client = Client(watch.choose, await sign_up(first, "ada"))
            async with client.running():
                first.program = trial.program.path
                await restart(first)
                await watch.wait_for(first)
                # The operator has the newer program, and migrates the tables if the server has not done it.
                await trial.operator(database).run("devices")
                await asyncio.sleep(trial.load_seconds / 2)
                await use_both(first, second)
                second.program = trial.program.path
                await restart(second)
                await asyncio.sleep(1)
        await verify(client.ledger, database)
        for server in (first, second):
            server.check_log()
    return f"{client.sent} requests to an older and a newer server, 0 failed, and sessions of each on the other"


async def use_both(newer: Service, older: Service) -> None:
    """Accounts and sessions of each work on the other."""
    for here, there, name in ((newer, older, "of-newer"), (older, newer, "of-older")):
        account = await sign_up(here, name)
        expect(f"the session of {name} on the other server", await there.account(account.token), account.identifier)
        expect(f"the login of {name} on the other server", (await there.log_in(name, PASSWORD, "127.0.0.1")).status, 201)
