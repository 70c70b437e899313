"""The server as a process, with the system's figures about it."""

import asyncio
import contextlib
import ctypes
import json
import os
import random
import resource
import signal
import socket
import ssl
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Self

from service.http import Answer, Connection, Lost, Violation
from service.ledger import Database, SQLite

# From linux/prctl.h.
PR_SET_PDEATHSIG = 1


def free_port() -> int:
    """Returns a port below the system's range of assigned ports, so it stays free between two servers."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as attempt:
            try:
                attempt.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


class Server:
    """The tested server. In attacks, operators have the address 127.0.0.1, attackers other addresses in 127.0.0.0/8."""

    def __init__(
        self, program: str, database: Database | str, folder: Path, *, name: str = "server", options: tuple[str, ...] = (),
        files: int | None = None, tls: ssl.SSLContext | None = None, errors: int | None = None,
        environment: dict[str, str] | None = None,
    ):
        self.program = program
        self.address = database if isinstance(database, str) else database.address
        self.port = free_port()
        self.log = folder / f"{name}.log"
        self.folder = folder
        self.options = options
        # The soft limit on open files at its start.
        self.files = files
        # The settings of clients for requests over TLS.
        self.tls = tls
        # The destination of its log, instead of the file.
        self.errors = errors
        # Its environment, if it differs from this program's environment.
        self.environment = environment
        # `None` before its start, and after `kill`.
        self.process: asyncio.subprocess.Process | None = None
        self.started = 0.0

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[Self]:
        """Starts it, and kills it at the end."""
        try:
            await self.start()
            yield self
        finally:
            await self.kill()

    async def spawn(self) -> None:
        def prepare() -> None:
            # It ends together with this program, in any case.
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            if self.files:
                resource.setrlimit(resource.RLIMIT_NOFILE, (self.files, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))

        with self.log.open("ab") as log:
            self.started = time.monotonic()
            self.process = await asyncio.create_subprocess_exec(
                self.program, "serve", "--host", "127.0.0.1", "--port", str(self.port), "--database", self.address,
                "--rate-limit", "off", "--password-rate-limit", "off", "--state-dir", str(self.folder / "state"), *self.options,
                stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log if self.errors is None else self.errors,
                preexec_fn=prepare, start_new_session=True, env=self.environment)

    async def start(self, patience: float = 30) -> float:
        """Returns the seconds until its first successful response."""
        await self.spawn()
        return await self.first_answer(patience)

    async def first_answer(self, patience: float = 30) -> float:
        """Returns the seconds from the start of the process to the first successful `POST /udids`."""
        connection, key = Connection(self.port, tls=self.tls), f"first-{random.getrandbits(64):x}"
        while time.monotonic() < self.started + patience:
            if self.has_ended:
                raise Violation(f"the server does not start: {self.tail()}")
            with contextlib.suppress(Lost):
                if (await connection.register(key)).status in (200, 201):
                    connection.close()
                    return time.monotonic() - self.started
            await asyncio.sleep(0.005)
        raise Violation(f"the server answered nothing good within {patience} s: {self.tail()}")

    @property
    def has_ended(self) -> bool:
        return self.process is None or self.process.returncode is not None

    @property
    def pid(self) -> int:
        assert self.process
        return self.process.pid

    async def kill(self) -> None:
        if self.process:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()
            self.process = None

    async def terminate(self) -> int:
        assert self.process
        self.process.send_signal(signal.SIGTERM)
        return await self.process.wait()

    async def end(self) -> None:
        """Checks at the end of a campaign that it stops on request, and has logged no unexpected error."""
        if self.has_ended:
            raise Violation(f"the server ended by itself: {self.tail()}")
        status = await self.terminate()
        if status != 0:
            raise Violation(f"the server ended with {status} after SIGTERM: {self.tail()}")
        self.check_log()

    def check_log(self) -> None:
        for line, level in zip(self.lines(), self.levels(), strict=True):
            if level in ("not JSON", "critical", "error"):
                raise Violation(f"the server logged: {line[:500].decode(errors='replace')}")

    def tail(self) -> str:
        return "\n" + "\n".join(self.log.read_text(errors="replace").splitlines()[-10:])

    def log_size(self) -> int:
        return self.log.stat().st_size

    def lines(self, offset: int = 0) -> list[bytes]:
        """The lines of its log from that position on."""
        with self.log.open("rb") as log:
            log.seek(offset)
            return log.read().splitlines()

    def levels(self, offset: int = 0) -> list[str]:
        levels = []
        for line in self.lines(offset):
            try:
                levels.append(json.loads(line)["level"])
            except (ValueError, KeyError, TypeError):
                # Only the service itself writes there, and it writes only objects.
                levels.append("not JSON")
        return levels

    def processor_time(self) -> float:
        """The processor time of all its threads, including ended ones, in seconds."""
        # The clock of another process, in the form of `clock_getcpuclockid`.
        return time.clock_gettime((~self.pid << 3) | 2)

    def memory(self, name: str) -> int:
        """Returns a figure about its memory in bytes."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) * 1024
        return 0

    def resident(self) -> int:
        return self.memory("VmRSS")

    def peak(self) -> int:
        """The peak of the resident memory since `forget_peak`."""
        return self.memory("VmHWM")

    def forget_peak(self) -> None:
        Path(f"/proc/{self.pid}/clear_refs").write_text("5")

    def file_count(self) -> int:
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def sockets(self) -> list[list[str]]:
        """The connections to its port, according to the system."""
        lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        # It listens in the state 0A.
        return [fields for fields in lines if int(fields[1].rpartition(":")[2], 16) == self.port and fields[3] != "0A"]

    def accepted(self) -> list[list[str]]:
        """The connections that it has accepted and not closed."""
        return [fields for fields in self.sockets() if fields[9] != "0"]

    def connections(self) -> int:
        return len(self.accepted())

    def waiting_bytes(self) -> int:
        """The bytes that the system buffers for all connections, in both directions."""
        return sum(int(part, 16) for fields in self.accepted() for part in fields[4].split(":"))

    def unread(self) -> set[int]:
        """Returns the ports of clients whose connections or data the server has not accepted from the system yet."""
        return {
            int(fields[2].rpartition(":")[2], 16) for fields in self.sockets()
            if fields[3] == "01" and (fields[9] == "0" or int(fields[4].rpartition(":")[2], 16) > 0)
        }

    def rows(self) -> int:
        """The number of rows in its SQLite database."""
        return len(SQLite(Path(self.address.removeprefix("sqlite:"))).rows())

    async def ask(
        self, method: str, path: str, *fields: str, source: str = "127.0.0.1", patience: float = 20, body: bytes = b""
    ) -> Answer:
        """Sends the request on a new connection."""
        connection = Connection(self.port, source=source, tls=self.tls)
        connection.patience = patience
        try:
            return await connection.ask(method, path, *fields, body=body)
        finally:
            connection.close()

    async def metrics(self) -> dict[str, float]:
        """The metrics, by their names and labels."""
        text = (await self.ask("GET", "/metrics")).body.decode()
        return {
            name: float(value)
            for name, _, value in (line.rpartition(" ") for line in text.splitlines() if line and line[0] != "#")
        }

    async def total(self, name: str) -> float | None:
        """Returns the sum of a metric over all its labels, or `None` if the metric does not exist."""
        values = [value for label, value in (await self.metrics()).items() if label.partition("{")[0] == name]
        return sum(values) if values else None

    def reach(self, source: str = "127.0.0.2", *, buffer: int | None = None, timeout: float = 5) -> socket.socket:
        """Returns a socket that is connected to it from that address. `buffer` is the size of the receive buffer."""
        peer = socket.socket()
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if buffer:
            peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        peer.settimeout(timeout)
        peer.bind((source, 0))
        peer.connect(("127.0.0.1", self.port))
        return peer
