"""The server as a process, with the system's figures about it, and with the requests of accounts."""

import asyncio
import contextlib
import ctypes
import json
import os
import random
import signal
import socket
import ssl
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Self

from service.databases import Database
from service.http import Answer, Connection, Lost, Violation

# From linux/prctl.h.
PR_SET_PDEATHSIG = 1
PASSWORD = "a sentence that nobody says"


def free_port() -> int:
    """Returns a port below the system's range of assigned ports, so it stays free between two servers."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as attempt, contextlib.suppress(OSError):
            attempt.bind(("127.0.0.1", port))
            return port


def network(number: int) -> str:
    """Returns a local address. The service treats it as a separate network."""
    return f"127.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


class Server:
    """The tested server. In attacks, operators have the address 127.0.0.1, attackers other addresses in 127.0.0.0/8."""

    def __init__(
        self, program: str, database: Database, folder: Path, *options: str, name: str = "server",
        tls: ssl.SSLContext | None = None, environment: dict[str, str] | None = None
    ):
        self.program = program
        self.database = database
        self.port = free_port()
        self.log = folder / f"{name}.log"
        self.options = ("--database", database.address, "--state-dir", str(folder / "state"), *options)
        # The settings of clients for requests over TLS.
        self.tls = tls
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
        with self.log.open("ab") as log:
            self.started = time.monotonic()
            self.process = await asyncio.create_subprocess_exec(
                self.program, "serve", "--host", "127.0.0.1", "--port", str(self.port), "--rate-limit", "off",
                "--password-rate-limit", "off", *self.options, stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log,
                # It ends together with this program, in any case.
                preexec_fn=lambda: ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL), start_new_session=True,
                env=self.environment)

    async def start(self) -> float:
        """Returns the seconds from the start of the process to the first successful `POST /udids`."""
        await self.spawn()
        connection, key = Connection(self.port, tls=self.tls), f"first-{random.getrandbits(64):x}"
        while time.monotonic() < self.started + 30:
            if self.has_ended:
                raise Violation(f"the server does not start: {self.tail()}")
            with contextlib.suppress(Lost):
                if (await connection.register(key)).status in (200, 201):
                    connection.close()
                    return time.monotonic() - self.started
            await asyncio.sleep(0.005)
        raise Violation(f"the server answered nothing good within 30 s: {self.tail()}")

    async def until_ready(self, *statuses: int) -> Answer:
        """Waits until /ready has one of these statuses, by default 200, and returns the answer."""
        statuses = statuses or (200,)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and not self.has_ended:
            with contextlib.suppress(Lost):
                if (answer := await self.ask("GET", "/ready")).status in statuses:
                    return answer
            await asyncio.sleep(0.02)
        raise Violation(f"/ready was not answered {statuses}: {self.tail()}")

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
        """Checks at the end of a part that it stops on request, and has logged no unexpected error."""
        if self.has_ended:
            raise Violation(f"the server ended by itself: {self.tail()}")
        if (status := await self.terminate()) != 0:
            raise Violation(f"the server ended with {status} after SIGTERM: {self.tail()}")
        self.check_log()

    def check_log(self) -> None:
        for line in self.log.read_bytes().splitlines():
            # Only the service itself writes there, and it writes only objects.
            with contextlib.suppress(ValueError, KeyError, TypeError):
                if json.loads(line)["level"] not in ("critical", "error"):
                    continue
            raise Violation(f"the server logged: {line[:500].decode(errors='replace')}")

    def tail(self) -> str:
        return "\n" + "\n".join(self.log.read_text(errors="replace").splitlines()[-10:])

    def processor_time(self) -> float:
        """The processor time of all its threads, including ended ones, in seconds."""
        # The clock of another process, in the form of `clock_getcpuclockid`.
        return time.clock_gettime((~self.pid << 3) | 2)

    def memory(self, name: str) -> int:
        """Returns a figure about its memory in bytes: VmRSS, or VmHWM, the peak since `forget_peak`."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next((int(line.split()[1]) * 1024 for line in lines if line.startswith(f"{name}:")), 0)

    def forget_peak(self) -> None:
        Path(f"/proc/{self.pid}/clear_refs").write_text("5")

    def file_count(self) -> int:
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def sockets(self) -> list[list[str]]:
        """The connections to its port, according to the system."""
        lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        # It listens in the state 0A.
        return [fields for fields in lines if int(fields[1].rpartition(":")[2], 16) == self.port and fields[3] != "0A"]

    def connections(self) -> int:
        """The number of connections that it has accepted and not closed."""
        return sum(fields[9] != "0" for fields in self.sockets())

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

    async def send_password(self, path: str, name: str, password: str, source: str, *fields: str) -> Answer:
        body = json.dumps({"name": name, "password": password, "udid": "u-1"}).encode()
        # A login waits for all earlier ones.
        return await self.ask("POST", path, *fields, source=source, patience=600, body=body)

    async def sign_up(self, name: str) -> Answer:
        return await self.send_password("/accounts", name, PASSWORD, "127.0.0.1", f"Idempotency-Key: key-of-{name}")

    async def log_in(self, name: str, password: str, source: str) -> Answer:
        return await self.send_password("/sessions", name, password, source)

    async def account(self, token: str) -> str | None:
        """Returns the account of the session, or `None` if it has ended."""
        answer = await self.ask("GET", "/session", f"Authorization: Bearer {token}")
        return answer.members["account"]["id"] if answer.status == 200 else None

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
