"""HTTP/1.1 on plain sockets. It checks responses as strictly as the contract."""

import asyncio
import json
import ssl
from dataclasses import dataclass


class Violation(Exception):
    """A broken promise of the service."""


class Lost(Exception):
    """The connection ended before the response was complete, or could not be opened."""


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    def check(self) -> None:
        """Checks the requirements of the contract for every response."""
        if self.status < 400:
            return
        try:
            members = json.loads(self.body)
        except ValueError:
            members = None
        if not isinstance(members, dict) or sorted(members) != ["code", "message", "title"]:
            raise Violation(f"an answer {self.status} is not in the form of the contract: {self.body[:200]!r}")
        if self.status in (429, 503) and not self.headers.get("retry-after", "").isdecimal():
            raise Violation(f"an answer {self.status} has no Retry-After: {self.headers}")
        if self.status >= 500 and self.status != 503:
            raise Violation(f"an answer {self.status}: {self.body[:200]!r}")

    @property
    def udid(self) -> str:
        try:
            return json.loads(self.body)["udid"]
        except (ValueError, KeyError, TypeError) as error:
            raise Violation(f"an answer {self.status} without a UDID: {self.body[:200]!r}") from error


def request(method: str, path: str, headers: dict[str, str], body: bytes) -> tuple[bytes, bytes]:
    """Returns the head and the body of a request, as they are sent."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost"] + [f"{name}: {value}" for name, value in headers.items()]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return ("\r\n".join(lines) + "\r\n\r\n").encode(), body


async def read_answer(reader: asyncio.StreamReader) -> Answer:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {}
    for line in head[1:]:
        name, _, value = line.partition(":")
        if name:
            headers[name.lower()] = value.strip()
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Answer(int(head[0].split(" ")[1]), headers, body)


class Connection:
    """A connection that is kept alive. It is opened at its first use, and again after it was lost."""

    # More than the maximum time of a response. That is 5 s in the queue and 3 s in a batch.
    patience = 20.0

    def __init__(self, port: int, *, source: str = "127.0.0.1", tls: ssl.SSLContext | None = None):
        self.port = port
        # The local address of the connection.
        self.source = source
        self.tls = tls
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.is_sent = False

    async def ask(
        self, method: str, path: str, headers: dict[str, str] | None = None, body: bytes = b"", pause: float = 0
    ) -> Answer:
        """Sends a request, and returns the response. `pause` is the time between the head and the body, in seconds."""
        self.is_sent = False
        try:
            async with asyncio.timeout(self.patience):
                if self.streams is None:
                    self.streams = await asyncio.open_connection(
                        "127.0.0.1", self.port, local_addr=(self.source, 0), ssl=self.tls)
                reader, writer = self.streams
                head, body = request(method, path, headers or {}, body)
                if pause:
                    writer.write(head)
                    # A request that has begun counts as accepted, too.
                    self.is_sent = True
                    await asyncio.sleep(pause)
                    writer.write(body)
                else:
                    writer.write(head + body)
                # The buffer is empty before it, so it is in the kernel when `write` returns.
                self.is_sent = True
                answer = await read_answer(reader)
        except TimeoutError:
            self.close()
            raise Violation(f"{method} {path} was not answered within {self.patience} s") from None
        except (OSError, asyncio.IncompleteReadError) as error:
            self.close()
            raise Lost(f"{method} {path}: {error!r}") from error
        except asyncio.CancelledError:
            self.close()
            raise
        answer.check()
        if answer.headers.get("connection", "").lower() == "close":
            self.close()
        return answer

    @property
    def local_port(self) -> int:
        return self.streams[1].get_extra_info("sockname")[1] if self.streams else 0

    def close(self) -> None:
        if self.streams:
            self.streams[1].close()
            self.streams = None
