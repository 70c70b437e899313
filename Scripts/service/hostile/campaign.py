"""Runs all known attacks on the service and the client, one after the other. See Scripts/hostile.sh."""

import argparse
import asyncio
import sys
import time
import traceback
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from service_chaos.stage import Skipped, Stage

from .arena import Arena
from .attacks import (
    bad_settings, clients, closings, crowds, databases, defined_answers, full_disks, json_bodies, limits, log_floods,
    lost_files, mutations, names, never_reads, one_address, pipelines, proxies, resets, restarts,
    servers, slow, unread_errors, upgrades)
from .table import Table

ATTACKS: dict[str, Callable[[Arena], Awaitable[None]]] = {
    "upgrades": upgrades.upgrades,
    "json-bodies": json_bodies.json_bodies,
    "resets-after-sending": resets.resets_after_sending,
    "resets-in-bodies": resets.resets_in_bodies,
    "never-reads": never_reads.never_reads,
    "log-floods": log_floods.log_floods,
    "unread-errors": unread_errors.unread_errors,
    "proxy": proxies.proxies,
    "restarts": restarts.restarts,
    "bad-settings": bad_settings.bad_settings,
    "full-disk": full_disks.full_disk,
    "lost-file": lost_files.lost_file,
    "locked-database": databases.locked_database,
    "links": databases.links,
    "refused-key": databases.refused_key,
    "one-address": one_address.one_address,
    "crowds": crowds.crowds,
    "pipelines": pipelines.pipelines,
    "slow": slow.slow,
    "closings": closings.closings,
    "defined-answers": defined_answers.defined_answers,
    "names": names.names,
    "hangers-on": limits.hangers_on,
    "open-files": limits.open_files,
    "comings-and-goings": limits.comings_and_goings,
    "mutations": mutations.mutations,
    "clients": clients.clients,
    "servers": servers.servers,
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


def first(error: BaseException) -> BaseException:
    return first(error.exceptions[0]) if isinstance(error, BaseExceptionGroup) else error


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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("--folder", required=True, type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--again", action="store_true", help="make each attack twice")
    parser.add_argument("attacks", nargs="*", choices=[*ATTACKS, []])
    arguments = parser.parse_args()
    stage, table, begin = Stage(arguments.program, arguments.folder, 1, arguments.short), Table(), time.monotonic()
    table.head()
    campaign = Campaign(stage, arguments.seed, arguments.again)
    asyncio.run(campaign.attack_all(arguments.attacks or list(ATTACKS), table))
    for line in table.failed:
        print(line)
    print(f"{table.rows} figures, {table.failures} failed, in {time.monotonic() - begin:.0f} s", flush=True)
    return 1 if table.failures else 0


if __name__ == "__main__":
    sys.exit(main())
