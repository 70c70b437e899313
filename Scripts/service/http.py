"""HTTP/1.1 on plain sockets: the requests of clients and the bytes of attackers. It checks responses as strictly as the
contract."""

import asyncio
import contextlib
import json
import socket
import ssl
import struct
import threading
import time
from dataclasses import dataclass

BODY = b'{"appDeviceKbn":11}'
# The longest body that the service takes, in bytes.
MOST = 16_384
JSON = "Content-Type: application/json"
CHUNKED = "Transfer-Encoding: chunked"
TRACE = "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


class Violation(Exception):
    """A broken promise of the service."""


class Lost(Exception):
    """The connection ended before the response was complete, or could not be opened."""


@dataclass
class Answer:
    status: int
    headers: list[tuple[str, str]]
    body: bytes = b""

    @classmethod
    def of_head(cls, head: bytes) -> "Answer":
        """Returns a response without its body. Raises ValueError for bytes that are not a response."""
        lines = head.decode("latin-1").split("\r\n")
        if not lines[0].startswith("HTTP/1."):
            raise ValueError(f"this is no answer: {head[:80]!r}")
        fields = (line.partition(":") for line in lines[1:] if line)
        return cls(int(lines[0].split(" ")[1]), [(name.lower(), value.strip()) for name, _, value in fields])

    def field(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key == name), None)

    @property
    def length(self) -> int:
        """The length of the body in bytes, according to the head. Interim responses have no body."""
        return int(self.field("content-length") or "0") if self.status >= 200 else 0

    @property
    def members(self) -> dict:
        """The object in the body, or an empty one."""
        with contextlib.suppress(ValueError):
            if isinstance(found := json.loads(self.body), dict):
                return found
        return {}

    def fault(self) -> str | None:
        """Returns how the response violates the contract."""
        if self.status < 400:
            return None
        if sorted(self.members) != ["code", "message", "title"]:
            return f"an answer {self.status} is not in the form of the contract: {self.body[:200]!r}"
        if self.status in (429, 503) and not (self.field("retry-after") or "").isdecimal():
            return f"an answer {self.status} has no Retry-After: {self.headers}"
        return f"an answer {self.status}: {self.body[:200]!r}" if self.status >= 500 and self.status != 503 else None

    @property
    def udid(self) -> str:
        if "udid" not in self.members:
            raise Violation(f"an answer {self.status} without a UDID: {self.body[:200]!r}")
        return self.members["udid"]


def get(path: str = "/health", *fields: str, method: str = "GET", host: str = "localhost") -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {host}", *fields, "", ""]).encode()


def post(body: bytes = BODY, *fields: str) -> bytes:
    return get("/udids", *described(body), *fields, method="POST") + body


def described(body: bytes, content: str = JSON) -> tuple[str, str]:
    """Returns the fields that announce the body."""
    return content, f"Content-Length: {len(body)}"


class Connection:
    """A connection that is kept alive. It is opened at its first use, and again after it was lost."""

    # More than the maximum time of a response. That is 5 s in the queue and 3 s in a batch.
    patience = 20.0
    # The type of bodies. Forms and pages are not in the contract.
    content = JSON

    def __init__(self, port: int, *, source: str = "127.0.0.1", tls: ssl.SSLContext | None = None):
        self.port = port
        # The local address of the connection.
        self.source = source
        self.tls = tls
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, *fields: str, body: bytes = b"") -> Answer:
        """Sends a request, and returns the response."""
        head = get(path, *fields, *(described(body, self.content) if body else ()), method=method)
        try:
            async with asyncio.timeout(self.patience):
                if self.streams is None:
                    self.streams = await asyncio.open_connection(
                        "127.0.0.1", self.port, local_addr=(self.source, 0), ssl=self.tls)
                reader, writer = self.streams
                writer.write(head + body)
                answer = Answer.of_head(await reader.readuntil(b"\r\n\r\n"))
                answer.body = await reader.readexactly(answer.length)
        except BaseException as error:
            self.close()
            if isinstance(error, TimeoutError):
                raise Violation(f"{method} {path} was not answered within {self.patience} s") from None
            if isinstance(error, OSError | asyncio.IncompleteReadError):
                raise Lost(f"{method} {path}: {error!r}") from error
            raise
        if self.content == JSON and (fault := answer.fault()):
            raise Violation(fault)
        if (answer.field("connection") or "").lower() == "close":
            self.close()
        return answer

    async def register(self, key: str | None, kind: int = 11) -> Answer:
        fields = [] if key is None else [f"Idempotency-Key: {key}"]
        return await self.ask("POST", "/udids", *fields, body=json.dumps({"appDeviceKbn": kind}).encode())

    def close(self) -> None:
        if self.streams:
            self.streams[1].close()
            self.streams = None


def reset(peer: socket.socket) -> None:
    """Closes the socket. The other side gets a reset."""
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    peer.close()


def replies(data: bytes) -> list[Answer]:
    """Returns all responses in the received bytes. 100 Continue counts as one. Raises ValueError for other bytes."""
    found = []
    while data:
        head, mark, rest = data.partition(b"\r\n\r\n")
        answer = Answer.of_head(head)
        if not mark or len(rest) < answer.length:
            raise ValueError(f"an answer ends too soon: {data[:80]!r}")
        answer.body, data = rest[:answer.length], rest[answer.length:]
        found.append(answer)
    return found


def receive_one(peer: socket.socket, patience: float = 20) -> Answer:
    """Returns the next response. Raises ValueError if it is not a response, and OSError if none arrives."""
    peer.settimeout(patience)
    data = b""
    while True:
        part = peer.recv(65536)
        data += part
        with contextlib.suppress(ValueError):
            if found := replies(data):
                return found[0]
        if not part:
            raise ValueError(f"the connection was closed after {data[:80]!r}")


def receive(peer: socket.socket, seconds: float) -> tuple[bytes, bool]:
    """Returns all bytes until the other side closes the connection, or until no byte has arrived for `seconds`.

    Also returns whether it was closed.
    """
    data = b""
    peer.settimeout(seconds)
    try:
        while part := peer.recv(262_144):
            data += part
    except TimeoutError:
        return data, False
    except OSError:
        pass
    return data, True


def flood(peer: socket.socket, first: bytes, more: bytes, *, limit: int, seconds: float) -> int:
    """Sends `first`, and then `more` repeatedly, until the number of bytes or the time is reached, or the other side
    stops reading. It reads nothing. Returns the number of bytes that were sent."""
    sent, deadline = 0, time.monotonic() + seconds
    peer.settimeout(min(1.0, seconds))
    with contextlib.suppress(OSError):
        peer.sendall(first)
        # An attacker that waits for the response looks like an honest client.
        time.sleep(0.05)
        while sent < limit and time.monotonic() < deadline:
            peer.sendall(more)
            sent += len(more)
    return sent


def pump(peer: socket.socket, data: bytes, stop: threading.Event) -> None:
    """Sends the data repeatedly, and discards the responses, until `stop` is set or the other side closes."""
    peer.setblocking(False)
    view, position, trash = memoryview(data), 0, bytearray(262_144)
    with contextlib.suppress(OSError):
        while not stop.is_set():
            is_idle = True
            with contextlib.suppress(BlockingIOError):
                position = (position + peer.send(view[position:])) % len(data)
                is_idle = False
            with contextlib.suppress(BlockingIOError):
                if peer.recv_into(trash) == 0:
                    return
                is_idle = False
            # The service should be kept busy, not the attacker's processor.
            time.sleep(0.005 if is_idle else 0.001)
