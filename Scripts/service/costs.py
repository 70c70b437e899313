"""Counts the allocations of requests and commands, and compares them with bounds. See Scripts/service.sh."""

import asyncio
import json
import os
import resource
import socket
import struct
import subprocess
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from service.http import BODY, MOST, Answer, Violation, described, get, receive_one
from service.ledger import SQLite
from service.server import Server
from service.table import Table

# The tolerance above the bound: a share, because the requests of a run differ slightly, and the allocations of a hash
# table that happens to grow.
MARGIN = 1.1
SLACK = (8, 1024)
UNITS = ("allocations", "bytes")
# The number of requests of each kind.
COUNT = 1000


@dataclass
class Cost:
    """The cost of one request or command."""

    allocations: float
    bytes: float
    # The processor time in microseconds.
    processor: float

    @property
    def counts(self) -> tuple[float, float]:
        return self.allocations, self.bytes


@dataclass
class Counter:
    """The allocations of a program, while it runs."""

    library: Path
    path: Path

    def environment(self, **rest: str) -> dict[str, str]:
        self.path.write_bytes(bytes(16))
        return {**os.environ, **rest, "LD_PRELOAD": str(self.library), "COSTS_FILE": str(self.path)}

    @property
    def counts(self) -> tuple[int, int]:
        """The allocations and their bytes."""
        return struct.unpack("qq", self.path.read_bytes())


async def costs_of_requests(program: str, counter: Counter, folder: Path) -> AsyncIterator[tuple[str, Cost]]:
    server = Server(program, SQLite(folder / "devices.sqlite"), folder, environment=counter.environment())
    async with server.running():
        peer = server.reach("127.0.0.1", timeout=30)
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

        def ask(expected: int, method: str, path: str, *fields: str, body: bytes = b"") -> Answer:
            announced = described(body) if body else ("Content-Length: 0",)
            peer.sendall(get(path, *fields, *announced, method=method) + body)
            answer = receive_one(peer)
            if answer.status != expected:
                raise Violation(f"{method} {path} was answered {answer}, and not {expected}")
            return answer

        def register(*fields: str, body: bytes = BODY, expected: int = 201) -> Answer:
            return ask(expected, "POST", "/udids", *fields, body=body)

        known = f"Idempotency-Key: {uuid.uuid4()}"
        register(known)
        credentials = {"name": "ada", "password": "a sentence that nobody says", "udid": (register()).udid}
        opened = ask(201, "POST", "/accounts", body=json.dumps(credentials).encode())
        token = f"Authorization: Bearer {json.loads(opened.body)['session']['token']}"
        kinds: dict[str, Callable[[], Answer]] = {
            "GET /health": lambda: ask(200, "GET", "/health"),
            "POST /udids without a key": register,
            "POST /udids with a new key": lambda: register(f"Idempotency-Key: {uuid.uuid4()}"),
            "POST /udids with a known key": lambda: register(known, expected=200),
            # Each copy of the longest allowed body counts.
            "POST /udids with the longest body": lambda: register(body=BODY.ljust(MOST)),
            "POST /udids that is refused": lambda: register(body=b"{}", expected=400),
            "GET /session": lambda: ask(200, "GET", "/session", token),
            "GET /nothing": lambda: ask(404, "GET", "/nothing"),
        }
        for name, kind in kinds.items():
            # The first ones are not counted.
            for _ in range(COUNT // 10):
                kind()
            before, seconds = counter.counts, server.processor_time()
            for _ in range(COUNT):
                kind()
            spent = (server.processor_time() - seconds) / COUNT * 1e6
            yield name, Cost(*((after - begin) / COUNT for begin, after in zip(before, counter.counts, strict=True)), spent)
        peer.close()


def costs_of_commands(program: str, counter: Counter, folder: Path) -> Iterator[tuple[str, Cost]]:
    for name, arguments in {
        "boot, the first time": ["boot"], "boot, then": ["boot"], "boot --help": ["boot", "--help"],
        "usecases Boot": ["usecases", "Boot"],
    }.items():
        before = processor_time_of_children()
        environment = counter.environment(CALEARNING_STATE_DIR=str(folder / "device"))
        subprocess.run([program, *arguments], check=True, stdout=subprocess.DEVNULL, env=environment)
        yield name, Cost(*counter.counts, (processor_time_of_children() - before) * 1e6)


def processor_time_of_children() -> float:
    """Returns the processor time of all ended children in seconds."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


async def costs(program: str, folder: Path) -> dict[str, Cost]:
    counter = Counter(folder / "count.so", folder / "count")
    found = {name: cost async for name, cost in costs_of_requests(program, counter, folder)}
    return found | dict(costs_of_commands(program, counter, folder))


def run(program: str, folder: Path, names: list[str]) -> bool:
    """Returns whether no figure is above its bound. With `--write`, what is counted becomes the bounds."""
    path = Path(__file__).parent / "bounds" / f"{os.environ.get('BOUNDS') or 'release'}.json"
    found = asyncio.run(costs(program, folder))
    if names:
        bounds = {name: {unit: round(count) for unit, count in zip(UNITS, cost.counts)} for name, cost in found.items()}
        path.write_text(json.dumps(bounds, indent=2) + "\n", encoding="utf-8")
    bounds = json.loads(path.read_text(encoding="utf-8"))
    table = Table()
    table.line("costs", "figure, and its processor time", "counted", "bound", "")
    for name, cost in found.items():
        for unit, count, slack in zip(UNITS, cost.counts, SLACK, strict=True):
            bound = bounds.get(name, {}).get(unit, 0) * MARGIN + slack
            table.row("costs", f"{unit}: {name} ({cost.processor:,.0f} µs)", f"{count:,.1f}", f"<= {bound:,.0f}", count <= bound)
    if unknown := bounds.keys() - found.keys():
        table.row("costs", "what has a bound and was not counted", ", ".join(sorted(unknown)), "", False)
    return not table.failures
