"""Registers devices with a service on this machine, and finds out whether it still knows them.

    PYTHONPATH=Scripts registrations.py load PORT FILE      registers until the service goes away, and writes each key that
                                                            was answered with its kind and its UDID
    PYTHONPATH=Scripts registrations.py verify PORT FILE    sends all of these keys again: each must get the UDID that it
                                                            has got before
"""

import asyncio
import json
import sys
from pathlib import Path

from service.http import Violation
from service.ledger import Ledger
from service.load import Load, repeat
from service.stage import first


async def load(port: int, file: Path) -> None:
    ledger = Ledger()
    clients = Load(port, ledger, connections=8, may_lose=True)
    async with asyncio.TaskGroup() as group:
        clients.start(group)
        while not clients.lost:
            await asyncio.sleep(0.01)
        clients.stop()
    file.write_text(json.dumps(ledger.registrations), encoding="utf-8")
    print(f"{ledger.answers} registrations were answered")
    if clients.unavailable:
        raise Violation(f"the service answered {clients.unavailable} times with 503")
    if ledger.answers < 100:
        raise Violation("too few registrations were answered for this to mean anything")


async def verify(port: int, file: Path) -> None:
    ledger = Ledger()
    for key, (kind, udid) in json.loads(file.read_text(encoding="utf-8")).items():
        ledger.note(key, kind, udid)
    print(f"{await repeat(port, ledger, len(ledger.keys))} registrations were sent again, none of them was lost")


try:
    asyncio.run({"load": load, "verify": verify}[sys.argv[1]](int(sys.argv[2]), Path(sys.argv[3])))
except (Violation, ExceptionGroup) as error:
    sys.exit(f"{first(error)}")
