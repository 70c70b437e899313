"""Real servers for the client: httpbin, and nginx in front of it with TLS, HTTP/2, trailers and its own files."""

import asyncio
import contextlib
import gzip
import importlib.util
import socket
import subprocess
import sys
import time
import zlib
from pathlib import Path

from service_chaos.server import free_port
from service_chaos.stage import Skipped

from .nginx import nginx
from .tls import make_certificate, make_expired_certificate

HTTPBIN = (
    "import sys; from httpbin import app; from werkzeug.serving import run_simple; "
    "run_simple('127.0.0.1', int(sys.argv[1]), app, threaded=True)")


# The files with the sentence in a content coding, and the name of the coding in HTTP.
CODINGS = {"gzip": "gzip", "deflate": "deflate", "brotli": "br"}
SENTENCE = "Design for failure."


class Front:
    """The front server. `path` of httpbin is `/path/zen` here, so it can be the base address of a use case that
    reads `/zen`."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.behind, self.plain, self.secure, self.expired = (free_port() for _ in range(4))
        self.certificate = make_certificate(folder)
        self.old = make_expired_certificate(folder)
        self.processes: list[subprocess.Popen] = []

    def settings(self) -> str:
        folder = self.folder
        temporary = "".join(
            f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        redirects = "".join(
            f"location = /redirect/{count}/zen {{ return 302 /redirect/{count - 1}/zen; }}\n" for count in range(1, 10))
        codings = "".join(
            f"location = /{name}/zen {{ add_header Content-Encoding {coding}; alias {folder}/{name}; }}\n"
            for name, coding in CODINGS.items())
        locations = f"""
            absolute_redirect off;
            {redirects}{codings}
            location = /redirect/0/zen {{ alias {folder}/sentence; }}
            location = /bomb/zen {{ add_header Content-Encoding gzip; alias {folder}/bomb; }}
            location = /large/zen {{ alias {folder}/large; }}
            location = /trailers/zen {{ add_trailer X-Trailer yes; alias {folder}/sentence; }}
            location = /sentence/zen {{ alias {folder}/sentence; }}
            location = /elsewhere/zen {{ return 302 http://elsewhere.example/; }}
            location = /downwards/zen {{ return 302 http://$host:{self.plain}/sentence/zen; }}
            location ~ ^/(.+)/zen$ {{ proxy_pass http://127.0.0.1:{self.behind}/$1; }}
            location = /zen {{ alias {folder}/sentence; }}
            location / {{ proxy_pass http://127.0.0.1:{self.behind}; }}
        """
        def tls(port: int, certificate) -> str:
            return (
                f"server {{ listen 0.0.0.0:{port} ssl http2; ssl_certificate {certificate.chain}; "
                f"ssl_certificate_key {certificate.key}; {locations} }}")
        return (
            f"daemon off; master_process off; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log;\n"
            "events { worker_connections 512; }\nhttp {\n"
            f"log_format protocol '$server_protocol $http_host $uri'; access_log {folder}/access.log protocol;\n"
            f"{temporary}server {{ listen 127.0.0.1:{self.plain}; listen [::1]:{self.plain}; {locations} }}\n"
            f"{tls(self.secure, self.certificate)}\n{tls(self.expired, self.old)}\n}}\n")

    async def start(self) -> None:
        if importlib.util.find_spec("httpbin") is None:
            raise Skipped("there is no httpbin")
        # It is a dependency of httpbin.
        import brotlicffi
        sentence = SENTENCE.encode()
        (self.folder / "sentence").write_bytes(sentence)
        (self.folder / "gzip").write_bytes(gzip.compress(sentence))
        (self.folder / "deflate").write_bytes(zlib.compress(sentence))
        (self.folder / "brotli").write_bytes(brotlicffi.compress(sentence))
        (self.folder / "large").write_bytes(bytes(3 << 20))
        with gzip.open(self.folder / "bomb", "wb") as bomb:
            for _ in range(64):
                bomb.write(bytes(1 << 20))
        file = self.folder / "nginx.conf"
        file.write_text(self.settings())
        for command in (
            [sys.executable, "-c", HTTPBIN, str(self.behind)],
            [nginx(), "-e", str(self.folder / "start.log"), "-p", str(self.folder), "-c", str(file)],
        ):
            self.processes.append(
                subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        for port in (self.behind, self.plain, self.secure):
            await reachable(port)

    def protocols(self) -> list[str]:
        """Returns the log of the requests so far, with their hosts and paths."""
        return (self.folder / "access.log").read_text().splitlines()

    def stop(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


async def reachable(port: int) -> None:
    begin = time.monotonic()
    while time.monotonic() < begin + 20:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        await asyncio.sleep(0.05)
    raise RuntimeError(f"nothing listens on {port}")


class Tunnel:
    """A proxy for `https_proxy`. It opens tunnels, or refuses them."""

    def __init__(self, refusal: bytes | None = None):
        self.refusal = refusal
        self.asked: list[str] = []
        self.port = 0

    async def __aenter__(self) -> "Tunnel":
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            target = head.split()[1].decode()
            self.asked.append(target)
            if self.refusal:
                writer.write(self.refusal)
            else:
                # Every name leads to the server on this machine.
                onward, back = await asyncio.open_connection("127.0.0.1", int(target.rpartition(":")[2]))
                writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
                await asyncio.gather(pump(reader, back), pump(onward, writer))
        writer.close()


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    writer.close()
