"""nginx with the unchanged deploy/nginx.conf, in front of one server or two."""

import asyncio
import contextlib
import os
import re
import socket
import ssl
import subprocess
import time
from pathlib import Path

from service_chaos.server import free_port
from service_chaos.stage import Skipped

from .target import Target
from .tls import make_certificate
from .wire import receive

EXAMPLE = Path(__file__).resolve().parents[2] / "deploy" / "nginx.conf"


class Proxy:
    def __init__(self, folder: Path, *targets: Target):
        self.folder = folder
        self.targets = targets
        self.port = free_port()
        self.certificate = make_certificate(folder)
        self.process: subprocess.Popen | None = None

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
        folder = self.folder
        temporary = "".join(
            f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        return (
            f"daemon off; master_process off; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log;\n"
            f"events {{ worker_connections 512; }}\nhttp {{\n{temporary}{text}\n}}\n")

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

    async def start(self) -> None:
        file = self.folder / "nginx.conf"
        file.write_text(self.settings())
        self.process = subprocess.Popen(
            [nginx(), "-e", str(self.folder / "start.log"), "-p", str(self.folder), "-c", str(file)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        begin = time.monotonic()
        while time.monotonic() < begin + 10:
            with contextlib.suppress(OSError):
                self.reach("127.0.0.2").close()
                return
            if self.process.poll() is not None:
                raise RuntimeError(f"nginx does not start: {self.process.stderr.read().decode()}")
            await asyncio.sleep(0.05)
        raise RuntimeError("nginx does not answer")

    def reach(self, source: str, *, version: ssl.TLSVersion | None = None) -> ssl.SSLSocket:
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

    def stop(self) -> None:
        if self.process:
            self.process.terminate()
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def nginx() -> str:
    for folder in [*os.environ.get("PATH", "").split(":"), "/usr/sbin"]:
        if (path := Path(folder) / "nginx").exists():
            return str(path)
    raise Skipped("there is no nginx")
