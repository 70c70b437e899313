"""Clients that are slow, and clients that send nothing."""

import asyncio
import contextlib
import socket

from service.hostile.arena import Arena
from service.hostile.attacks.json_bodies import PLAIN, price
from service.hostile.fairness import stay_fair
from service.hostile.tls import make_certificate
from service.http import CHUNKED, JSON, MOST, Violation, get, receive_one
from service.server import Server

# The values of --idle-timeout and --request-timeout, in seconds.
IDLE, REQUEST = 3, 2


async def slow(arena: Arena) -> None:
    timeouts = ("--idle-timeout", str(IDLE), "--request-timeout", str(REQUEST), "--response-timeout", "2")
    head = get("/udids", JSON, "Content-Length: 10000", method="POST")
    chunked = get("/udids", JSON, CHUNKED, method="POST")
    # For each client, the data that it sends immediately and the data that it sends byte by byte.
    kinds = {
        "nothing": (b"", b""),
        "a head a byte at a time": (b"", get("/health", "X: " + "y" * 5000)),
        "a head after a request, a byte at a time": (get("/health"), get("/health", "X: " + "y" * 5000)),
        "empty lines, one at a time": (b"", b"\r\n" * 2000),
        "a body a byte at a time": (head, b" " * 10_000),
        "chunks a byte at a time": (chunked, b"1\r\n \r\n" * 2_000),
        "a chunk's extension a byte at a time": (chunked + b"1;", b"a" * 10_000),
        "trailers a byte at a time": (chunked + b"0\r\n", b"X: y\r\n" * 2_000),
        "half a head after a request": (get("/health") + b"GET", b""),
        "half a body": (head + b"{", b""),
    }
    async with arena.target(*timeouts) as target:
        await all_end(arena, target, kinds, "slow connections")
        if not arena.is_short:
            await stay_fair(arena, target, lambda: trickle(target, head, 300), what="slow clients")
    certificate = make_certificate(arena.make_folder())
    kinds = {
        "no handshake": (b"", b""),
        "half a handshake": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b""),
        "a handshake a byte at a time": (b"", b"\x16\x03\x01\x40\x00\x01\x00\x3f\xfc\x03\x03" + b"\0" * 10_000),
    }
    async with arena.target(*timeouts, *certificate.options, tls=certificate.trust()) as target:
        await all_end(arena, target, kinds, "slow TLS connections")
    async with arena.target() as target:
        chunks = chunked + b"".join(b"1\r\n%c\r\n" % byte for byte in PLAIN[-MOST:]) + b"0\r\n\r\n"
        plain, _ = await asyncio.to_thread(price, target, PLAIN, arena.size(100, 20))
        before, count = target.processor_time(), arena.size(20, 4)
        for _ in range(count):
            peer = target.reach()
            await asyncio.to_thread(peer.sendall, chunks)
            if (reply := await asyncio.to_thread(receive_one, peer)).status != 201:
                raise Violation(f"a body in chunks of a byte was answered {reply}")
            peer.close()
        cost = (target.processor_time() - before) / count * 1000
        # The chunks have six times as many bytes, and each byte is a separate event.
        arena.at_most("processor time for 16,384 chunks of a byte", cost, max(plain * 80, 40), "ms")


async def all_end(arena: Arena, target: Server, kinds: dict[str, tuple[bytes, bytes]], figure: str) -> None:
    count, opened, tasks = arena.size(50, 10), {}, []
    for name, (begin, more) in kinds.items():
        opened[name] = [target.reach() for _ in range(count)]
        tasks.append(asyncio.create_task(drip(opened[name], begin, more, 0.1)))
    await asyncio.sleep(0.5)
    held = target.connections()
    arena.row(f"{figure} that are taken", f"{held}", f">= {len(kinds) * count // 2}", held >= len(kinds) * count // 2)
    await arena.gone(target, IDLE + REQUEST + 4, f"{figure} left")
    for task in tasks:
        task.cancel()
    for name, peers in opened.items():
        still = sum(not is_closed(peer) for peer in peers)
        if still:
            arena.table.note(f"{still} of {count} that send {name}")
        for peer in peers:
            peer.close()


def is_closed(peer: socket.socket) -> bool:
    try:
        while peer.recv(65536):
            pass
        return True
    except BlockingIOError:
        return False
    except OSError:
        return True


async def drip(peers: list[socket.socket], begin: bytes, more: bytes, pause: float) -> None:
    """Sends the data to each peer, byte by byte."""
    for peer in peers:
        peer.sendall(begin)
        peer.setblocking(False)
    for position in range(len(more)):
        await asyncio.sleep(pause)
        for peer in peers:
            with contextlib.suppress(OSError):
                peer.send(more[position:position + 1])


async def trickle(target: Server, head: bytes, count: int) -> None:
    """Opens `count` connections. They send a body byte by byte, and reconnect when they are closed."""
    while True:
        peers = [target.reach() for _ in range(count)]
        try:
            await drip(peers, head, b" " * 15, 0.1)
        finally:
            for peer in peers:
                peer.close()
