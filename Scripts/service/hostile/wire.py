"""The bytes of attackers, and functions that send them."""

import contextlib
import json
import socket
import struct
import threading
import time
from dataclasses import dataclass

BODY = b'{"appDeviceKbn":11}'
# The longest body that the service takes, in bytes.
MOST = 16_384


def get(path: str = "/health", *fields: str, method: str = "GET", version: str = "1.1") -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/{version}", "Host: localhost", *fields, "", ""]).encode("latin-1")


def post(body: bytes = BODY, *fields: str) -> bytes:
    return get("/udids", "Content-Type: application/json", f"Content-Length: {len(body)}", *fields, method="POST") + body


def reset(peer: socket.socket) -> None:
    """Closes the socket. The other side gets a reset."""
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    peer.close()


@dataclass
class Reply:
    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def field(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key == name), None)

    def fault(self) -> str | None:
        """Returns how the response violates the contract."""
        if self.status >= 500 and self.status != 503:
            return f"{self.status}"
        if self.status >= 400:
            try:
                members = json.loads(self.body)
            except ValueError:
                members = None
            if not isinstance(members, dict) or sorted(members) != ["code", "message", "title"]:
                return f"{self.status} is not in the form of the contract: {self.body[:80]!r}"
        return None


def replies(data: bytes) -> list[Reply]:
    """Returns all responses in the received bytes. 100 Continue counts as one. Raises ValueError for bytes that are
    not a response."""
    found = []
    while data:
        head, mark, rest = data.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        if not mark or not lines[0].startswith("HTTP/1."):
            raise ValueError(f"this is no answer: {data[:80]!r}")
        headers = [(name.lower(), value.strip()) for name, _, value in (line.partition(":") for line in lines[1:])]
        reply = Reply(int(lines[0].split(" ")[1]), headers, b"")
        length = int(reply.field("content-length") or "0") if reply.status >= 200 else 0
        if len(rest) < length:
            raise ValueError(f"an answer ends too soon: {data[:80]!r}")
        reply.body, data = rest[:length], rest[length:]
        found.append(reply)
    return found


def receive_one(peer: socket.socket, patience: float = 20) -> Reply:
    """Returns the next response. Raises ValueError if it is not a response, and OSError if none arrives."""
    return receive_first(peer, patience)[0]


def receive_first(peer: socket.socket, patience: float) -> list[Reply]:
    """Returns the next response, and the responses that arrived together with it."""
    peer.settimeout(patience)
    data = b""
    while True:
        part = peer.recv(65536)
        data += part
        with contextlib.suppress(ValueError):
            if found := replies(data):
                return found
        if not part:
            raise ValueError(f"the connection was closed after {data[:80]!r}")


def receive(peer: socket.socket, seconds: float) -> tuple[bytes, bool]:
    """Returns all bytes until the other side closes the connection, or until no byte has arrived for `seconds`.

    Also returns whether it was closed.
    """
    data = b""
    peer.settimeout(seconds)
    deadline = time.monotonic() + max(seconds, 1) * 5
    try:
        while time.monotonic() < deadline:
            part = peer.recv(262_144)
            if not part:
                return data, True
            data += part
    except TimeoutError:
        return data, False
    except OSError:
        return data, True
    return data, False


def flood(
    peer: socket.socket, first: bytes, more: bytes, *, limit: int, seconds: float, stop: threading.Event | None = None
) -> int:
    """Sends `first`, and then `more` repeatedly, until the number of bytes or the time is reached, or the other side
    stops reading. It reads nothing. Returns the number of sent bytes."""
    sent, deadline = 0, time.monotonic() + seconds
    peer.settimeout(min(1.0, seconds))
    with contextlib.suppress(OSError):
        peer.sendall(first)
        # An attacker that waits for the response looks like an honest client.
        time.sleep(0.05)
        while sent < limit and time.monotonic() < deadline and not (stop and stop.is_set()):
            peer.sendall(more)
            sent += len(more)
    return sent


def pump(peer: socket.socket, data: bytes, stop: threading.Event) -> int:
    """Sends the data repeatedly, and discards the responses, until `stop` is set or the other side closes. Returns
    the number of received bytes."""
    peer.setblocking(False)
    view, position, received = memoryview(data), 0, 0
    trash = bytearray(262_144)
    while not stop.is_set():
        is_idle = True
        try:
            position = (position + peer.send(view[position:])) % len(data)
            is_idle = False
        except BlockingIOError:
            pass
        except OSError:
            return received
        try:
            count = peer.recv_into(trash)
            if count == 0:
                return received
            received += count
            is_idle = False
        except BlockingIOError:
            pass
        except OSError:
            return received
        # The service should be kept busy, not the attacker's processor.
        time.sleep(0.005 if is_idle else 0.001)
    return received
