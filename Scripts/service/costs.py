"""Counts the allocations of requests and commands, and compares them with bounds. See Scripts/costs.sh."""

import argparse
import contextlib
import json
import os
import resource
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hostile.table import Table
from service_chaos.server import free_port

# The tolerance above the bound: a share, because the requests of a run differ slightly, and the allocations of a hash
# table that happens to grow.
MARGIN = 1.1
SLACK = (8, 1024)
UNITS = ("allocations", "bytes")
DEVICE = b'{"appDeviceKbn":11}'
# The longest allowed body, so each copy of it counts.
LONG_DEVICE = DEVICE.ljust(16_384)


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

    library: str
    path: Path

    def environment(self, **rest: str) -> dict[str, str]:
        self.path.write_bytes(bytes(16))
        return {**os.environ, **rest, "LD_PRELOAD": self.library, "COSTS_FILE": str(self.path)}

    @property
    def counts(self) -> tuple[int, int]:
        """The allocations and their bytes."""
        return struct.unpack("qq", self.path.read_bytes())


@dataclass
class Service:
    """A service on a database in a folder, and one connection to it."""

    counter: Counter
    pid: int
    client: socket.socket

    def ask(self, method: str, path: str, *fields: str, body: bytes = b"") -> tuple[int, bytes]:
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(body)}", *fields]
        if body:
            lines.append("Content-Type: application/json")
        self.client.sendall("\r\n".join([*lines, "", ""]).encode() + body)
        data = b""
        while (end := data.find(b"\r\n\r\n")) < 0:
            data += self.receive()
        head = data[:end].lower()
        length = int(head.split(b"content-length:")[1].split(b"\r\n")[0]) if b"content-length:" in head else 0
        while len(data) < end + 4 + length:
            data += self.receive()
        return int(head.split(b" ")[1]), data[end + 4:]

    def receive(self) -> bytes:
        if not (part := self.client.recv(65536)):
            raise EOFError("the service has closed the connection")
        return part

    def processor_time(self) -> float:
        """Returns the processor time of all threads in seconds."""
        return time.clock_gettime((~self.pid << 3) | 2)

    def cost(self, ask: Callable[[], None], count: int) -> Cost:
        """Returns the cost of each of `count` requests, after similar ones."""
        for _ in range(max(count // 10, 20)):
            ask()
        before, seconds = self.counter.counts, self.processor_time()
        for _ in range(count):
            ask()
        spent = (self.processor_time() - seconds) / count * 1e6
        return Cost(*((after - begin) / count for begin, after in zip(before, self.counter.counts, strict=True)), spent)


@contextlib.contextmanager
def service(program: str, counter: Counter, folder: Path) -> Iterator[Service]:
    port = free_port()
    with (folder / "service.log").open("wb") as log:
        process = subprocess.Popen(
            [program, "serve", "--host", "127.0.0.1", "--port", str(port), "--database", f"sqlite:{folder}/devices.sqlite",
             "--rate-limit", "off", "--password-rate-limit", "off", "--state-dir", str(folder / "state")],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=counter.environment())
    try:
        client = reach(port, process)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        yield Service(counter, process.pid, client)
    finally:
        process.terminate()
        process.wait()


def reach(port: int, process: subprocess.Popen[bytes]) -> socket.socket:
    deadline = time.monotonic() + 30
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=30)
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                sys.exit("The service does not start.")
            time.sleep(0.05)


def check(expected: int, got: tuple[int, bytes]) -> None:
    if got[0] != expected:
        sys.exit(f"The service answered {got[0]}, and not {expected}: {got[1][:300]!r}")


def costs_of_requests(service: Service, count: int) -> Iterator[tuple[str, Cost]]:
    def register(*fields: str, body: bytes = DEVICE, expected: int = 201) -> None:
        check(expected, service.ask("POST", "/udids", *fields, body=body))

    known = f"Idempotency-Key: {uuid.uuid4()}"
    register(known)
    status, answer = service.ask("POST", "/udids", body=DEVICE)
    check(201, (status, answer))
    credentials = {"name": "ada", "password": "correct horse battery staple", "udid": json.loads(answer)["udid"]}
    status, opened = service.ask("POST", "/accounts", body=json.dumps(credentials).encode())
    check(201, (status, opened))
    token = f"Authorization: Bearer {json.loads(opened)['session']['token']}"
    kinds: dict[str, Callable[[], None]] = {
        "GET /health": lambda: check(200, service.ask("GET", "/health")),
        "POST /udids without a key": register,
        "POST /udids with a new key": lambda: register(f"Idempotency-Key: {uuid.uuid4()}"),
        "POST /udids with a known key": lambda: register(known, expected=200),
        "POST /udids with the longest body": lambda: register(body=LONG_DEVICE),
        "POST /udids that is refused": lambda: check(
            400, service.ask("POST", "/udids", body=b"{}")),
        "GET /session": lambda: check(200, service.ask("GET", "/session", token)),
        "GET /nothing": lambda: check(404, service.ask("GET", "/nothing")),
    }
    for name, ask in kinds.items():
        yield name, service.cost(ask, count)


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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("--counter", required=True)
    parser.add_argument("--bounds", required=True, type=Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--write", action="store_true", help="write what is counted as the bounds")
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="calearning-costs."))
    counter = Counter(arguments.counter, folder / "count")
    found: dict[str, Cost] = {}
    try:
        with service(arguments.program, counter, folder) as running:
            found.update(costs_of_requests(running, arguments.count))
        found.update(costs_of_commands(arguments.program, counter, folder))
    finally:
        shutil.rmtree(folder)
    if arguments.write:
        bounds = {name: {unit: round(count) for unit, count in zip(UNITS, cost.counts)} for name, cost in found.items()}
        arguments.bounds.write_text(json.dumps(bounds, indent=2) + "\n", encoding="utf-8")
    bounds = json.loads(arguments.bounds.read_text(encoding="utf-8"))
    table = Table()
    table.line("costs", "figure, and its processor time", "counted", "bound", "")
    for name, cost in found.items():
        for unit, count, slack in zip(UNITS, cost.counts, SLACK, strict=True):
            bound = bounds.get(name, {}).get(unit, 0) * MARGIN + slack
            table.row("costs", f"{unit}: {name} ({cost.processor:,.0f} µs)", f"{count:,.1f}", f"<= {bound:,.0f}", count <= bound)
    if unknown := bounds.keys() - found.keys():
        table.row("costs", "what has a bound and was not counted", ", ".join(sorted(unknown)), "", False)
    return 1 if table.failures else 0


if __name__ == "__main__":
    sys.exit(main())
