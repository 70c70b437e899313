"""Connections that must end when the service announced it."""

import asyncio
import shutil
import subprocess
import time

from service.hostile.arena import Arena
from service.http import BODY, JSON, MOST, Answer, get, post, receive, receive_one, replies
from service.server import Server

CLOSING = {
    "close": get("/health", "Connection: close"), "Close": get("/health", "Connection: Close"),
    "CLOSE": get("/health", "Connection: CLOSE"), "keep-alive, close": get("/health", "Connection: keep-alive, close"),
    "close, keep-alive": get("/health", "Connection: close, keep-alive"), "x,close": get("/health", "Connection: x,close"),
    "two fields": get("/health", "Connection: keep-alive", "Connection: close"),
    "a tab": get("/health", "Connection:\tclose\t"),
    "HTTP/1.0": get("/health", version="1.0"),
    "HTTP/1.0, keep-alive, close": get("/health", "Connection: keep-alive, close", version="1.0"),
    "a registration": post(BODY, "Connection: Close"),
    "a HEAD": get("/health", "Connection: Close", method="HEAD"),
    "not found": get("/nothing", "Connection: Close"), "not allowed": get("/udids", "Connection: Close"),
    "a malformed head": b"GET\r\n\r\n",
    "a head too large": get("/", *[f"x{number}: {'y' * 4000}" for number in range(10)]),
    "a body too large": post(b"x" * (MOST + 1)),
    "a body said to be too large": get(
        "/udids", JSON, "Content-Length: 99999999", method="POST"),
}
STAYING = {
    "nothing said": get("/health"), "keep-alive": get("/health", "Connection: keep-alive"),
    "a name that has it in it": get("/health", "Connection: closed, xclose"), "not found": get("/nothing"),
}


async def closings(arena: Arena) -> None:
    async with arena.target("--request-timeout", "2") as target:
        results = await asyncio.gather(*(asyncio.to_thread(closing, target, data) for data in CLOSING.values()))
        wrong = [f"{name}: {fault}" for name, fault in zip(CLOSING, results) if fault]
        arena.all_right("closed at once, and the answer says so", len(CLOSING), wrong)
        results = await asyncio.gather(*(asyncio.to_thread(staying, target, data) for data in STAYING.values()))
        wrong = [f"{name}: {fault}" for name, fault in zip(STAYING, results) if fault]
        arena.all_right("kept open for the next request", len(STAYING), wrong)
        if shutil.which("ab"):
            begin = time.monotonic()
            try:
                result = await asyncio.to_thread(
                    subprocess.run, ["ab", "-n", "2", "-s", "10", f"http://127.0.0.1:{target.port}/health"],
                    capture_output=True, timeout=15)
                is_done = result.returncode == 0
            except subprocess.TimeoutExpired:
                is_done = False
            seconds = time.monotonic() - begin
            arena.in_time("ab -n 2 is done", is_done, True, seconds, 3)


def closing(target: Server, data: bytes) -> str | None:
    peer = target.reach()
    peer.sendall(data)
    # Longer than --request-timeout is too late, because the response was sent before.
    received, is_closed = receive(peer, 1.5)
    peer.close()
    if data.startswith(b"HEAD"):
        # The response has no body, for any Content-Length.
        received = received.lower().replace(b"content-length:", b"length-of-get:").replace(b"http/1.1", b"HTTP/1.1", 1)
    found = parsed(received)
    if isinstance(found, str):
        return found
    if len(found) != 1:
        return f"{len(found)} answers"
    options = ",".join(value for name, value in found[0].headers if name == "connection").lower().split(",")
    says = "close" in [option.strip() for option in options]
    return None if is_closed and says else f"{found[0].status}, closed: {is_closed}, said: {says}"


def staying(target: Server, data: bytes) -> str | None:
    peer = target.reach()
    statuses = []
    for _ in range(3):
        try:
            peer.sendall(data)
            statuses.append(receive_one(peer, 5).status)
        except (OSError, ValueError) as error:
            peer.close()
            return f"after {statuses}: {error}"
    peer.close()
    return None


def parsed(data: bytes) -> list[Answer] | str:
    try:
        return replies(data)
    except ValueError as error:
        return f"{error}"
