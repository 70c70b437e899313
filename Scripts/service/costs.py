"""Counts the allocations of requests and commands, and compares them with bounds. See Scripts/service.sh."""

import json
import os
import resource
import socket
import struct
import subprocess
import uuid
from collections.abc import Callable
from pathlib import Path

from service.http import BODY, MOST, Answer, Violation, described, get, receive_one
from service.trial import Campaign, Trial

# The tolerance above the bound: a share, because the requests of a run differ slightly, and the allocations of a hash
# table that happens to grow.
MARGIN = 1.1
SLACK = {"allocations": 8, "bytes": 1024}
# The number of requests of each kind.
COUNT = 1000
PATH = Path(__file__).parent / "bounds" / f"{os.environ.get('BOUNDS') or 'release'}.json"
IS_WRITING = bool(os.environ.get("WRITE"))
# The allocations, their bytes and the microseconds of processor time of one request or command.
Cost = tuple[float, float, float]


class Counter:
    """The allocations of a program with the library of Scripts/service/count.c, while it runs."""

    def __init__(self, folder: Path):
        self.path, self.library = folder / "count", folder / "count.so"
        source = Path(__file__).with_name("count.c")
        subprocess.run([os.environ["CC"], "-shared", "-fPIC", "-O2", "-o", str(self.library), str(source)], check=True)

    def environment(self, **rest: str) -> dict[str, str]:
        self.path.write_bytes(bytes(16))
        return {**os.environ, **rest, "LD_PRELOAD": str(self.library), "COSTS_FILE": str(self.path)}

    @property
    def counts(self) -> tuple[int, int]:
        return struct.unpack("qq", self.path.read_bytes())


async def costs_of_requests(trial: Trial, counter: Counter) -> dict[str, Cost]:
    found = {}
    async with trial.server(environment=counter.environment()).running() as server:
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
        token = f"Authorization: Bearer {(await server.sign_up('ada')).members['session']['token']}"
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
            allocations, size = ((after - begin) / COUNT for begin, after in zip(before, counter.counts, strict=True))
            found[name] = allocations, size, spent
        peer.close()
    return found


def costs_of_commands(trial: Trial, counter: Counter) -> dict[str, Cost]:
    found = {}
    for name, arguments in {
        "boot, the first time": ["boot"], "boot, then": ["boot"], "boot --help": ["boot", "--help"],
        "usecases Boot": ["usecases", "Boot"],
    }.items():
        before = processor_time_of_children()
        environment = counter.environment(CALEARNING_STATE_DIR=str(trial.folder / "device"))
        subprocess.run([trial.program, *arguments], check=True, stdout=subprocess.DEVNULL, env=environment)
        found[name] = *counter.counts, (processor_time_of_children() - before) * 1e6
    return found


def processor_time_of_children() -> float:
    """Returns the processor time of all ended children in seconds."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


async def costs(trial: Trial) -> None:
    counter = Counter(trial.folder)
    found = await costs_of_requests(trial, counter) | costs_of_commands(trial, counter)
    if IS_WRITING:
        lines = (f'  {json.dumps(name)}: [{cost[0]:.0f}, {cost[1]:.0f}]' for name, cost in found.items())
        PATH.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    bounds = json.loads(PATH.read_text())
    trial.equal("figures without a bound, and bounds without a figure", set(found) ^ set(bounds), set())
    for name, (*counts, processor) in found.items():
        for count, bound, (unit, slack) in zip(counts, bounds.get(name, (0, 0)), SLACK.items()):
            trial.at_most(f"{unit}: {name} ({processor:,.0f} µs)", count, bound * MARGIN + slack)


CAMPAIGN = Campaign({"costs": costs})
