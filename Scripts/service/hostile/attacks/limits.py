"""The end of the service, and the limits of the system, while hostile clients are connected."""

import asyncio
import resource
import subprocess
import time

from service.hostile.arena import Arena
from service.hostile.attacks.never_reads import pipeline
from service.hostile.attacks.upgrades import OFFERS
from service.hostile.fairness import in_threads, stay_fair
from service.hostile.tls import make_certificate
from service.http import CHUNKED, JSON, get, post
from service.server import Server


async def hangers_on(arena: Arena) -> None:
    """No client can keep the service from ending."""
    async with arena.target("--shutdown-timeout", "2", "--idle-timeout", "60") as target:
        peers = [pipeline(target, "/openapi.json", 3000) for _ in range(5)]
        for beginning in (
            b"", b"GET", get(), get("/udids", JSON, "Content-Length: 19", method="POST") + b"{",
            get("/udids", JSON, CHUNKED, method="POST") + b"5\r\n{",
            OFFERS["Upgrade: x"], OFFERS["CONNECT"],
            get("/udids", JSON, "Content-Length: 19", "Expect: 100-continue", method="POST"),
        ):
            for _ in range(5):
                peers.append(target.reach())
                peers[-1].sendall(beginning)
        await asyncio.sleep(0.5)
        await arena.ends(target, "the end at --shutdown-timeout 2", 4)
        for peer in peers:
            peer.close()


async def open_files(arena: Arena) -> None:
    """If the connections outnumber the allowed open files, they wait or are closed, and the service continues."""
    async with arena.target("--connections-per-address", "100000", may_complain=True) as target:
        limit = target.file_count() + 50
        soft, hard = resource.prlimit(target.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(target.pid, resource.RLIMIT_NOFILE, (limit, hard))
        peers = []
        for _ in range(200):
            peers.append(target.reach())
            peers[-1].sendall(get())
        await asyncio.sleep(0.5)
        offset, before = target.log_size(), target.processor_time()
        await asyncio.sleep(2)
        arena.at_most("processor time in 2 s without a file left", target.processor_time() - before, arena.size(1.0, 2.5), "s")
        arena.at_most("lines about it in 2 s", len(target.lines(offset)), 20)
        for peer in peers:
            peer.close()
        resource.prlimit(target.pid, resource.RLIMIT_NOFILE, (soft, hard))
        seconds, status = time.monotonic(), 0
        for _ in range(50):
            try:
                status = (await target.ask("GET", "/health", patience=5)).status
                break
            except Exception:  # After any failure, the request is repeated.
                await asyncio.sleep(0.1)
        seconds = time.monotonic() - seconds
        arena.in_time("/health once there are files again", status, 200, seconds, 5)


async def comings_and_goings(arena: Arena) -> None:
    """Connections that are opened and closed again, and handshakes that cost more than the requests."""
    async with arena.target() as target:
        await stay_fair(
            arena, target, lambda: in_threads(*[lambda stop: come_and_go(target, stop)] * 2),
            what="connections come and go")
    certificate = make_certificate(arena.make_folder())
    async with arena.target(*certificate.options, tls=certificate.trust()) as target:
        count, before = arena.size(300, 50), target.processor_time()
        await asyncio.to_thread(shake_hands, target, count)
        spent = (target.processor_time() - before) / count * 1000
        arena.at_most("processor time for a handshake of TLS", spent, 10, "ms")
        before = target.processor_time()
        result = await asyncio.to_thread(renegotiate, target)
        # openssl sends R as a request for renegotiation. A server that supports it continues and reports it.
        refused = b"no renegotiation" in result or b"unexpected message" in result or b"unexpected eof" in result
        arena.row("renegotiation", "refused" if refused else "taken", "refused", refused)
        if not refused:
            arena.table.note(f"{result[-300:]!r}")
        arena.at_most("processor time for it", target.processor_time() - before, 0.5, "s")


def come_and_go(target: Server, stop) -> None:
    while not stop.is_set():
        for _ in range(20):
            target.reach().close()
        peer = target.reach()
        peer.sendall(post())
        peer.close()
        time.sleep(0.002)


def shake_hands(target: Server, count: int) -> None:
    for _ in range(count):
        with target.tls.wrap_socket(target.reach(), server_hostname="localhost"):
            pass


def renegotiate(target: Server) -> bytes:
    process = subprocess.Popen(
        ["openssl", "s_client", "-tls1_2", "-connect", f"127.0.0.1:{target.port}", "-bind", "127.0.0.2:0"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        for line in (b"R\n", b"R\n"):
            time.sleep(0.5)
            process.stdin.write(line)
            process.stdin.flush()
        time.sleep(0.5)
    except BrokenPipeError:
        pass
    try:
        return process.communicate(timeout=2)[0]
    except subprocess.TimeoutExpired:
        process.kill()
        return process.communicate()[0]
