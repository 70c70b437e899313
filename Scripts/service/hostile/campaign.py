"""Runs all known attacks on the service and the client, one after the other."""

import asyncio
import os
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from service.hostile.arena import Arena
from service.hostile.attacks import (
    bad_settings,
    clients,
    closings,
    crowds,
    databases,
    defined_answers,
    json_bodies,
    limits,
    log_floods,
    mutations,
    names,
    never_reads,
    one_address,
    pipelines,
    proxies,
    resets,
    restarts,
    servers,
    slow,
    unread_errors,
    upgrades,
)
from service.stage import Skipped, Stage, first
from service.table import Table

ATTACKS = {
    attack.__name__.replace("_", "-"): attack
    for attack in (
        upgrades.upgrades, json_bodies.json_bodies, resets.resets_after_sending, resets.resets_in_bodies,
        never_reads.never_reads, log_floods.log_floods, unread_errors.unread_errors, proxies.proxy, restarts.restarts,
        bad_settings.bad_settings, databases.full_disk, databases.lost_file, databases.locked_database, databases.links,
        databases.refused_key, one_address.one_address, crowds.crowds, pipelines.pipelines, slow.slow, closings.closings,
        defined_answers.defined_answers, names.names, limits.hangers_on, limits.open_files, limits.comings_and_goings,
        mutations.mutations, clients.clients, servers.servers)
}
# Attacks whose bounds do not depend on time, so other attacks cannot disturb them.
QUIET = {
    "never-reads", "proxy", "bad-settings", "full-disk", "lost-file", "locked-database", "links", "one-address", "slow",
    "closings", "defined-answers", "names", "hangers-on", "open-files", "unread-errors", "refused-key", "crowds",
    "resets-after-sending", "mutations",
}
# The number of concurrent attacks in the short form.
AT_ONCE = 6
# The maximum number of tries for an attack that exceeds only bounds of time. Other load on the machine can be the cause
# once. A service that is too slow is too slow each time.
TRIES = 3


@dataclass
class Campaign:
    stage: Stage
    seed: int
    # Whether each attack runs twice, to check that a second attempt is possible.
    is_repeated: bool

    async def attack(self, name: str, table: Table, attempt: int = 1) -> bool:
        """Returns whether all failures were bounds of time, so the attack is tried again."""
        own = Table(is_kept_back=table.is_kept_back)
        await attack_once(Arena(name, self.stage, own, self.seed, attempt))
        is_late = own.failures == own.late > 0 and attempt < TRIES
        if is_late:
            own.note(f"{name} is tried again by itself, as only bounds of time were not kept")
            own.forgive()
        table.take(own)
        return is_late or (self.is_repeated and attempt == 1)

    async def attack_all(self, names: list[str], table: Table) -> None:
        # Attackers spend most of their time waiting.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(64))
        beside = [name for name in names if self.stage.is_short and name in QUIET]
        slots = asyncio.Semaphore(AT_ONCE)

        async def attack_beside(name: str) -> bool:
            own = Table(is_kept_back=True)
            async with slots:
                is_again = await self.attack(name, own)
            table.take(own)
            return is_again

        again = await asyncio.gather(*(attack_beside(name) for name in beside))
        is_again = dict(zip(beside, again, strict=True))
        for name in names:
            if not is_again.get(name, True):
                continue
            for attempt in range(2 if name in is_again else 1, TRIES + 1):
                if not await self.attack(name, table, attempt):
                    break


async def attack_once(arena: Arena) -> None:
    name, table, begin = arena.name, arena.table, time.monotonic()
    try:
        await ATTACKS[name](arena)
    except Skipped as reason:
        table.leave_out(name, f"{reason}")
    except (Exception, BaseExceptionGroup) as error:
        traceback.print_exception(error)
        table.row(
            name, "the attack came to its end", type(first(error)).__name__, "", False,
            is_timed=isinstance(first(error), TimeoutError))
        table.note(f"{first(error)}"[:500])
    table.note(f"{name} took {time.monotonic() - begin:.0f} s")


def run(program: str, folder: Path, names: list[str]) -> bool:
    """Returns whether all figures were within their bounds."""
    stage, table, begin = Stage(program, folder, is_short=bool(os.environ.get("SHORT"))), Table(), time.monotonic()
    table.head()
    campaign = Campaign(stage, int(os.environ.get("SEED") or 1), bool(os.environ.get("AGAIN")))
    asyncio.run(campaign.attack_all(names or list(ATTACKS), table))
    for line in table.failed:
        print(line)
    print(f"{table.rows} figures, {table.failures} failed, in {time.monotonic() - begin:.0f} s", flush=True)
    return not table.failures
