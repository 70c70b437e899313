"""The server as a process, with the system's figures about it."""

import asyncio
import ctypes
import json
import os
import random
import resource
import signal
import socket
import ssl
import time
from pathlib import Path

from .exchange import Connection, Lost, Violation
from .ledger import Database

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
    def __init__(
        self, program: str, database: Database | str, folder: Path, *, name: str = "server", options: tuple[str, ...] = (),
        files: int | None = None, tls: ssl.SSLContext | None = None, errors: int | None = None,
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
        self.process: asyncio.subprocess.Process | None = None
        self.started = 0.0

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
                preexec_fn=prepare, start_new_session=True)

    async def start(self, patience: float = 30) -> float:
        """Returns the seconds until its first successful response."""
        await self.spawn()
        return await self.first_answer(patience)

    async def first_answer(self, patience: float = 30) -> float:
        """Returns the seconds from the start of the process to the first successful `POST /udids`."""
        connection = Connection(self.port, tls=self.tls)
        headers = {"Idempotency-Key": f"first-{random.getrandbits(64):x}"}
        while time.monotonic() < self.started + patience:
            if self.process is None or self.process.returncode is not None:
                raise Violation(f"the server does not start: {self.tail()}")
            try:
                answer = await connection.ask("POST", "/udids", headers, b'{"appDeviceKbn":11}')
                if answer.status in (200, 201):
                    connection.close()
                    return time.monotonic() - self.started
            except Lost:
                pass
            await asyncio.sleep(0.005)
        raise Violation(f"the server answered nothing good within {patience} s: {self.tail()}")

    @property
    def pid(self) -> int:
        assert self.process
        return self.process.pid

    async def kill(self) -> None:
        if self.process and self.process.returncode is None:
            self.process.kill()
        await self.wait()

    async def terminate(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return await self.wait()

    async def wait(self) -> int:
        return await self.process.wait() if self.process else 0

    async def end(self) -> None:
        """Checks at the end of a campaign that it stops on request, and has logged no unexpected error."""
        if self.process is None or self.process.returncode is not None:
            raise Violation(f"the server ended by itself: {self.tail()}")
        status = await self.terminate()
        if status != 0:
            raise Violation(f"the server ended with {status} after SIGTERM: {self.tail()}")
        self.check_log()

    def check_log(self) -> None:
        for line in self.log.read_text(errors="replace").splitlines():
            try:
                level = json.loads(line)["level"]
            except (ValueError, KeyError, TypeError):
                # Only the service itself writes there, and it writes only objects.
                level = "not JSON"
            if level in ("not JSON", "critical", "error"):
                raise Violation(f"the server logged: {line[:500]}")

    def tail(self) -> str:
        return "\n" + "\n".join(self.log.read_text(errors="replace").splitlines()[-10:])

    def resident(self) -> int:
        """Returns its resident memory in bytes."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        return 0

    def file_count(self) -> int:
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def unread(self) -> set[int]:
        """Returns the ports of clients whose connections or data the server has not accepted from the system yet."""
        ports = set()
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
            fields = line.split()
            if int(fields[1].rpartition(":")[2], 16) == self.port and fields[3] == "01":
                if fields[9] == "0" or int(fields[4].rpartition(":")[2], 16) > 0:
                    ports.add(int(fields[2].rpartition(":")[2], 16))
        return ports
