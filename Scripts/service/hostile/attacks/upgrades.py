"""A client offers another protocol and sends data without end."""

import asyncio
import shutil
import socket
import ssl
import subprocess
import time

from service.hostile.arena import MB, Arena
from service.hostile.fairness import in_threads, stay_fair
from service.hostile.tls import make_certificate
from service.http import flood, get, receive, replies
from service.server import Server

H2C = ("Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA")
OFFERS = {
    "Upgrade: x": get("/health", "Connection: Upgrade", "Upgrade: x"),
    "Upgrade: h2c": get("/health", *H2C),
    "Upgrade: websocket": get(
        "/health", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="),
    "CONNECT": get("localhost:443", method="CONNECT"),
    "PRI * HTTP/2.0": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
}


async def upgrades(arena: Arena) -> None:
    certificate = make_certificate(arena.make_folder())
    for name, options, tls in [("plain", (), None), ("TLS", certificate.options, certificate.trust())]:
        for offer in OFFERS if not arena.is_short else ["Upgrade: x"] if tls else ["Upgrade: h2c", "CONNECT"]:
            # Each attack has its own server, because memory that was allocated once may be kept and reused.
            async with arena.target("--idle-timeout", "3", "--request-timeout", "2", *options, tls=tls) as target:
                await send_without_end(arena, target, offer, name)
    async with arena.target() as target:
        await stay_fair(
            arena, target, lambda: in_threads(*[lambda stop: send_again(target, stop)] * 2),
            what="upgrades and bytes without end")
    async with arena.target() as target:
        for offer in OFFERS:
            if not offer.startswith("PRI"):
                await second_answer(arena, target, offer)
        if shutil.which("curl"):
            begin = time.monotonic()
            url = f"http://127.0.0.1:{target.port}/health"
            result = await asyncio.to_thread(
                subprocess.run, ["curl", "--http2", "--silent", "--max-time", "15", url, url], capture_output=True)
            seconds = time.monotonic() - begin
            arena.in_time("answers to curl --http2 URL URL", result.stdout.count(b"up"), 2, seconds, 3)


async def send_without_end(arena: Arena, target: Server, offer: str, name: str) -> None:
    with arena.memory(target, 32 * MB, f"bytes without end after {offer}, {name}"):
        peers = [await asyncio.to_thread(reach, target) for _ in range(2)]
        limit = arena.size(256, 128) * MB // len(peers)
        await asyncio.gather(*(
            asyncio.to_thread(flood, peer, OFFERS[offer], b"x" * MB, limit=limit, seconds=arena.size(6, 3))
            for peer in peers))
    # The service ends its closed connections during any attack.
    await arena.gone(target, 10, f"connections kept after {offer}, {name}")
    for peer in peers:
        peer.close()


def send_again(target: Server, stop) -> None:
    """Opens new connections all the time. Each sends so little that the test survives a service that stores
    everything."""
    while not stop.is_set():
        peer = target.reach()
        flood(peer, OFFERS["Upgrade: x"], b"x" * 65536, limit=8 * MB, seconds=1, stop=stop)
        peer.close()


def reach(target: Server) -> socket.socket:
    peer = target.reach()
    if target.tls:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return context.wrap_socket(peer)
    return peer


async def second_answer(arena: Arena, target: Server, offer: str) -> None:
    """The offer is ignored or refused. The next request is answered immediately, if necessary on a new connection."""

    def ask_twice() -> float:
        peer = target.reach()
        peer.sendall(OFFERS[offer])
        first, is_closed = receive(peer, 0.5)
        begin = time.monotonic()
        if is_closed:
            peer.close()
            peer = target.reach()
        peer.sendall(get("/health", "Connection: close"))
        data, _ = receive(peer, 10)
        seconds = time.monotonic() - begin
        peer.close()
        if not replies(first):
            raise ValueError("the offer itself was not answered")
        return seconds if data and replies(data)[-1].status == 200 else 99

    try:
        seconds = await asyncio.to_thread(ask_twice)
    except ValueError as error:
        arena.row(f"second request after {offer}", "none", "<= 2.0 s", False, is_timed=True)
        arena.table.note(f"{error}")
        return
    arena.within(f"second request after {offer}", seconds, 2)
