"""Certificates, created by openssl, and nginx, with the unchanged deploy/nginx.conf in front of servers."""

import asyncio
import contextlib
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from service.http import receive
from service.server import Server, free_port
from service.trial import Skipped

EXAMPLE = Path(__file__).resolve().parents[2] / "deploy" / "nginx.conf"


@dataclass
class Certificate:
    chain: Path
    key: Path

    @property
    def options(self) -> tuple[str, ...]:
        return ("--tls-certificate", str(self.chain), "--tls-key", str(self.key))

    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.chain))


def make_certificate(folder: Path, name: str = "localhost", *, is_expired: bool = False) -> Certificate:
    """Creates a self-signed certificate for this machine."""
    certificate = Certificate(folder / f"{name}.pem", folder / f"{name}.key")
    chain, key = str(certificate.chain), str(certificate.key)
    openssl(
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=localhost",
        "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost", "-days", "2", "-keyout", key, "-out", chain)
    if is_expired:
        # Only this command accepts a date in the past.
        openssl("x509", "-in", chain, "-signkey", key, "-days", "-1", "-out", chain)
    return certificate


def openssl(*arguments: str) -> str:
    result = subprocess.run(["openssl", *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if result.returncode != 0:
        raise RuntimeError(f"openssl {arguments[0]}: {result.stderr}")
    return result.stdout


class Nginx:
    """nginx with all its files in one folder, and a certificate for this machine."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.port, self.certificate = free_port(), make_certificate(folder)

    def settings(self) -> str:
        """Returns what is in `http { … }`."""
        raise NotImplementedError

    async def __aenter__(self) -> Self:
        nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
        if nginx is None:
            raise Skipped("there is no nginx")
        folder, file = self.folder, self.folder / "nginx.conf"
        temporary = "".join(
            f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        file.write_text(
            f"daemon off; master_process off; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log;\n"
            f"events {{ worker_connections 512; }}\nhttp {{\n{temporary}{self.settings()}\n}}\n")
        self.process = subprocess.Popen(
            [nginx, "-e", str(folder / "start.log"), "-p", str(folder), "-c", str(file)], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        begin = time.monotonic()
        while time.monotonic() < begin + 20 and self.process.poll() is None:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return self
            await asyncio.sleep(0.05)
        await self.__aexit__()
        raise RuntimeError(f"nginx does not listen: {(folder / 'start.log').read_text()}")

    async def __aexit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()


class Proxy(Nginx):
    """The example, on other ports and with other files."""

    def __init__(self, folder: Path, *targets: Server):
        super().__init__(folder)
        self.targets = targets
        self.log = folder / "access.log"

    def settings(self) -> str:
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
    def patience(self) -> int:
        """Returns how long nginx keeps an idle connection to a server, in seconds. Its default is 60."""
        upstream = EXAMPLE.read_text().partition("upstream calearning {")[2].partition("}")[0]
        found = re.search(r"^ *keepalive_timeout (\d+)s;", upstream, re.MULTILINE)
        return int(found[1]) if found else 60

    def reach(self, source: str = "127.0.0.2", *, version: ssl.TLSVersion | None = None) -> ssl.SSLSocket:
        context = self.certificate.trust()
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
        with self.reach(source) as peer:
            peer.sendall(data)
            return receive(peer, seconds)[0]
