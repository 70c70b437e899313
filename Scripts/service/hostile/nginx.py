"""nginx, and the unchanged deploy/nginx.conf in front of one server or two."""

import asyncio
import contextlib
import os
import re
import socket
import ssl
import subprocess
import time
from pathlib import Path
from typing import Self

from service.hostile.tls import make_certificate
from service.http import receive
from service.server import Server, free_port
from service.stage import Skipped

EXAMPLE = Path(__file__).resolve().parents[3] / "deploy" / "nginx.conf"


def nginx() -> str:
    for folder in [*os.environ.get("PATH", "").split(":"), "/usr/sbin"]:
        if (path := Path(folder) / "nginx").exists():
            return str(path)
    raise Skipped("there is no nginx")


class Nginx:
    """nginx with all its files in one folder, and perhaps other processes behind it."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.port, self.certificate = free_port(), make_certificate(folder)
        self.processes: list[subprocess.Popen[bytes]] = []

    def settings(self) -> str:
        """Returns what is in `http { … }`."""
        raise NotImplementedError

    async def __aenter__(self) -> Self:
        folder, file = self.folder, self.folder / "nginx.conf"
        temporary = "".join(
            f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        file.write_text(
            f"daemon off; master_process off; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log;\n"
            f"events {{ worker_connections 512; }}\nhttp {{\n{temporary}{self.settings()}\n}}\n")
        await self.launch(self.port, nginx(), "-e", str(folder / "start.log"), "-p", str(folder), "-c", str(file))
        return self

    async def __aexit__(self, *_: object) -> None:
        for process in self.processes:
            process.kill()
            process.wait()

    async def launch(self, port: int, *command: str) -> None:
        """Starts a program, and waits until it listens on the port."""
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.processes.append(process)
        begin = time.monotonic()
        while time.monotonic() < begin + 20 and process.poll() is None:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return
            await asyncio.sleep(0.05)
        await self.__aexit__()
        raise RuntimeError(f"nothing listens on {port}, see {self.folder}: {' '.join(command)[:500]}")


class Proxy(Nginx):
    def __init__(self, folder: Path, *targets: Server):
        super().__init__(folder)
        self.targets = targets

    def settings(self) -> str:
        """The example, on other ports and with other files."""
        text = EXAMPLE.read_text()
        for number, target in enumerate(self.targets, start=11):
            text = text.replace(f"server 10.0.0.{number}:8000", f"server 127.0.0.1:{target.port}")
        changed = text.count("server 127.0.0.1:")
        text = re.sub(r"^.*server 10\.0\.0\.12:8000.*\n", "", text, flags=re.MULTILINE)
        text, logs = re.subn(r"/var/log/nginx/calearning\.log", str(self.log), text)
        text, listens = re.subn(r"listen (\[::\]:)?443", rf"listen 127.0.0.1:{self.port}", text)
        text = text.replace("/etc/ssl/udids.pem", str(self.certificate.chain))
        text = text.replace("/etc/ssl/udids.key", str(self.certificate.key))
        if changed != len(self.targets) or logs != 1 or listens != 1:
            raise RuntimeError(f"{EXAMPLE} is not what it was when this was written")
        return text

    @property
    def log(self) -> Path:
        return self.folder / "access.log"

    @property
    def patience(self) -> int:
        """Returns how long nginx keeps an idle connection to a server, in seconds."""
        upstream = EXAMPLE.read_text().partition("upstream calearning {")[2].partition("}")[0]
        found = re.search(r"^ *keepalive_timeout (\d+)s;", upstream, re.MULTILINE)
        # The default of nginx.
        return int(found[1]) if found else 60

    def reach(self, source: str = "127.0.0.2", *, version: ssl.TLSVersion | None = None) -> ssl.SSLSocket:
        context = ssl.create_default_context(cafile=str(self.certificate.chain))
        if version:
            context.minimum_version = context.maximum_version = version
            context.set_ciphers("ALL:@SECLEVEL=0")
        peer = socket.create_connection(("127.0.0.1", self.port), timeout=5, source_address=(source, 0))
        try:
            return context.wrap_socket(peer, server_hostname="localhost")
        except OSError:
            peer.close()
            raise

    def ask(self, data: bytes, source: str = "127.0.0.2", seconds: float = 3) -> bytes:
        peer = self.reach(source)
        try:
            peer.sendall(data)
            return receive(peer, seconds)[0]
        finally:
            peer.close()
