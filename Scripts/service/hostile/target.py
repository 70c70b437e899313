"""The attacked service, and the resources that it uses."""

import json
import os
import socket
import sqlite3
import time
from pathlib import Path

from service_chaos.exchange import Answer, Connection
from service_chaos.server import Server


class Target(Server):
    """The attacked server. Operators have the address 127.0.0.1, attackers other addresses in 127.0.0.0/8."""

    def processor_time(self) -> float:
        """The processor time of all its threads, including ended ones, in seconds."""
        # The clock of another process, in the form of `clock_getcpuclockid`.
        return time.clock_gettime((~self.pid << 3) | 2)

    def forget_peak(self) -> None:
        Path(f"/proc/{self.pid}/clear_refs").write_text("5")

    def peak(self) -> int:
        """The peak memory in bytes since `forget_peak`."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
        return 0

    def threads(self) -> int:
        return len(os.listdir(f"/proc/{self.pid}/task"))

    def sockets(self) -> list[list[str]]:
        """The connections that it has accepted and not closed, according to the system."""
        lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        return [
            fields for fields in lines
            if int(fields[1].rpartition(":")[2], 16) == self.port and fields[3] != "0A" and fields[9] != "0"
        ]

    def connections(self) -> int:
        return len(self.sockets())

    def waiting_bytes(self) -> int:
        """The bytes that the system buffers for all connections, in both directions."""
        return sum(int(part, 16) for fields in self.sockets() for part in fields[4].split(":"))

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
                levels.append("not JSON")
        return levels

    def rows(self) -> int:
        """The number of rows in its SQLite database."""
        with sqlite3.connect(f"file:{self.address.removeprefix('sqlite:')}?mode=ro", uri=True, timeout=30) as database:
            count = database.execute("SELECT count(*) FROM registrations").fetchone()[0]
        database.close()
        return count

    async def ask(self, method: str, path: str, *, source: str = "127.0.0.1", patience: float = 20, **rest) -> Answer:
        """Sends the request on a new connection."""
        connection = Connection(self.port, source=source, tls=self.tls)
        connection.patience = patience
        try:
            return await connection.ask(method, path, **rest)
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
        metrics = await self.metrics()
        values = [value for label, value in metrics.items() if label.partition("{")[0] == name]
        return sum(values) if values else None

    def reach(self, source: str, *, buffer: int | None = None, timeout: float = 5) -> socket.socket:
        """Returns a socket that is connected to it from that address. `buffer` is the size of the receive buffer."""
        peer = socket.socket()
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if buffer:
            peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        peer.settimeout(timeout)
        peer.bind((source, 0))
        peer.connect(("127.0.0.1", self.port))
        return peer
