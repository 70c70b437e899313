"""Tests `calearning serve` in one of four campaigns. See Scripts/service.sh, which calls this.

usage: PYTHONPATH=Scripts python3 -m service CAMPAIGN PROGRAM FOLDER [PART]...     all parts without a name
"""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from service import accounts, costs
from service.chaos import campaign as chaos
from service.hostile import campaign as hostile

# The function that runs a campaign, and the names of its parts. It returns whether the service has passed.
CAMPAIGNS: dict[str, tuple[Callable[[str, Path, list[str]], bool], Iterable[str]]] = {
    "hostile": (hostile.run, hostile.ATTACKS), "chaos": (chaos.run, chaos.PARTS),
    "accounts": (accounts.run, accounts.PARTS), "costs": (costs.run, ["--write"]),
}


def main() -> int:
    campaign, program, folder, *names = sys.argv[1:]
    run, known = CAMPAIGNS[campaign]
    if unknown := set(names) - set(known):
        sys.exit(f"{campaign} has no {', '.join(sorted(unknown))}. It has {', '.join(known)}.")
    return 0 if run(program, Path(folder), names) else 1


if __name__ == "__main__":
    sys.exit(main())
