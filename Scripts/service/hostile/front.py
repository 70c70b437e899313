"""Real servers for the client: httpbin, and nginx in front of it with TLS, HTTP/2, trailers and its own files."""

import asyncio
import contextlib
import gzip
import importlib.util
import sys
import zlib
from pathlib import Path
from typing import Self

from service.hostile.nginx import Nginx
from service.hostile.tls import Certificate, make_expired_certificate
from service.server import free_port
from service.stage import Skipped

HTTPBIN = (
    "import sys; from httpbin import app; from werkzeug.serving import run_simple; "
    "run_simple('127.0.0.1', int(sys.argv[1]), app, threaded=True)")
# The files with the sentence in a content coding, and the name of the coding in HTTP.
CODINGS = {"gzip": "gzip", "deflate": "deflate", "brotli": "br"}
SENTENCE = "Design for failure."


class Front(Nginx):
    """The front server. `path` of httpbin is `/path/zen` here, so it can be the base address of a use case that
    reads `/zen`."""

    def __init__(self, folder: Path):
        super().__init__(folder)
        self.behind, self.secure, self.expired = (free_port() for _ in range(3))
        self.old = make_expired_certificate(folder)

    def settings(self) -> str:
        folder = self.folder
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
            location = /downwards/zen {{ return 302 http://$host:{self.port}/sentence/zen; }}
            location ~ ^/(.+)/zen$ {{ proxy_pass http://127.0.0.1:{self.behind}/$1; }}
            location = /zen {{ alias {folder}/sentence; }}
            location / {{ proxy_pass http://127.0.0.1:{self.behind}; }}
        """

        def tls(port: int, certificate: Certificate) -> str:
            return (
                f"server {{ listen 0.0.0.0:{port} ssl http2; ssl_certificate {certificate.chain}; "
                f"ssl_certificate_key {certificate.key}; {locations} }}")

        return (
            f"log_format protocol '$server_protocol $http_host $uri'; access_log {folder}/access.log protocol;\n"
            f"server {{ listen 127.0.0.1:{self.port}; listen [::1]:{self.port}; {locations} }}\n"
            f"{tls(self.secure, self.certificate)}\n{tls(self.expired, self.old)}")

    async def __aenter__(self) -> Self:
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
        await self.launch(self.behind, sys.executable, "-c", HTTPBIN, str(self.behind))
        return await super().__aenter__()

    def protocols(self) -> list[str]:
        """Returns the log of the requests so far, with their hosts and paths."""
        return (self.folder / "access.log").read_text().splitlines()


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
