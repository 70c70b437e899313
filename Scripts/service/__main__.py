"""Tests `calearning serve` in one of its campaigns. See Scripts/service.sh, which calls this.

usage: PYTHONPATH=Scripts python3 -m service CAMPAIGN PROGRAM FOLDER [PART]...     all parts without a name
"""

import asyncio
import importlib
import os
import signal
import sys
from pathlib import Path


async def run() -> bool:
    name, program, folder, *names = sys.argv[1:]
    campaign = importlib.import_module(f"service.{name.replace('-', '_')}").CAMPAIGN
    if unknown := set(names) - set(campaign.parts):
        sys.exit(f"{name} has no {', '.join(sorted(unknown))}. It has {', '.join(campaign.parts)}.")
    task = asyncio.current_task()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # At a signal, all parts end their servers and remove their clusters.
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    is_short = bool(os.environ.get("SHORT")) or name in ("chaos", "cluster-check") and int(os.environ.get("ROUNDS") or "20") < 20
    return await campaign.run(program, Path(folder), names or list(campaign.parts), is_short)


if __name__ == "__main__":
    try:
        sys.exit(0 if asyncio.run(run()) else 1)
    except asyncio.CancelledError:
        sys.exit(128 + signal.SIGTERM)
