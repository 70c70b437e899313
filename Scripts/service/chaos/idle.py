"""Thousands of clients that connect and then send nothing, or stop in the middle."""

import asyncio
import resource
import statistics
import time

from service.http import Connection, Lost, Violation, post, read_answer
from service.ledger import SQLite
from service.server import Server
from service.stage import Stage

# The memory that a connection may take, in bytes. It is twice the number in docs/reference/limits.md.
CONNECTION_MEMORY = 60_000
BEGINNINGS = {"nothing": b"", "half a head": post()[:60], "half a body": post()[:-10]}


async def idle(stage: Stage) -> str:
    count = 1_000 if stage.is_short else 10_000
    # The timeouts of a request, the shorter one, and of an idle connection.
    timeouts = (2, 4) if stage.is_short else (20, 40)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < count + 500:
        count = hard - 500
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    folder = stage.make_folder("idle")
    server = Server(
        stage.program, SQLite(folder / "devices.sqlite"), folder, files=1024,
        options=("--request-timeout", str(timeouts[0]), "--idle-timeout", str(timeouts[1])))
    await server.start()
    await sound(server, 1)
    await asyncio.sleep(1.5)
    files, before = server.file_count(), server.resident()

    begin = time.monotonic()
    sockets = []
    for number in range(count):
        manner = list(BEGINNINGS)[number % 3]
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(BEGINNINGS[manner])
        sockets.append((manner, time.monotonic(), reader, writer))
    opened = time.monotonic() - begin
    latencies = await sound(server, 200)
    open_files, resident = server.file_count(), server.resident()
    if time.monotonic() - begin < timeouts[0] and open_files < count:
        raise Violation(f"{count} connections were opened, and the server has {open_files} files open")
    if resident - before > count * CONNECTION_MEMORY:
        raise Violation(f"{count} connections took {(resident - before) >> 20} MB")

    most = max(await asyncio.gather(*(closing(*socket, *timeouts) for socket in sockets)))
    deadline = time.monotonic() + 10
    while server.file_count() > files and time.monotonic() < deadline:
        await asyncio.sleep(0.1)
    if (left := server.file_count()) > files:
        raise Violation(f"{files} files were open before, and {left} are open after all connections have ended")
    after = server.resident()
    await sound(server, 200)
    await server.end()
    return (
        f"{count} connections opened in {opened:.1f} s, 200 sound requests meanwhile: p50 {statistics.median(latencies):.1f} "
        f"ms, most {max(latencies):.0f} ms; closed after {most:.1f} s at most ({timeouts[1]} s); "
        f"memory {before >> 20} MB before, {resident >> 20} MB with them, {after >> 20} MB after; "
        f"{files} files open before, {open_files} with them, {left} after")


async def sound(server: Server, count: int) -> list[float]:
    """Sends valid requests. Returns the duration of each in milliseconds."""
    connection, latencies = Connection(server.port), []
    for _ in range(count):
        begin = time.monotonic()
        try:
            answer = await connection.register(None)
        except Lost as error:
            raise Violation(f"a sound request was not answered beside idle connections: {error}") from error
        if answer.status != 201:
            raise Violation(f"a sound request was answered {answer} beside idle connections")
        latencies.append((time.monotonic() - begin) * 1000)
    connection.close()
    return latencies


async def closing(
    manner: str, since: float, reader: asyncio.StreamReader, writer: asyncio.StreamWriter,
    request_timeout: float, idle_timeout: float
) -> float:
    """Returns the time for which the server kept the connection, in seconds."""
    # A request begins with its first byte.
    is_begun = manner != "nothing"
    timeout = request_timeout if is_begun else idle_timeout
    try:
        async with asyncio.timeout(timeout + 15):
            if is_begun:
                answer = await read_answer(reader)
                answer.check()
                if answer.status != 408:
                    raise Violation(f"{manner} was answered {answer}")
            rest = await reader.read()
    except TimeoutError:
        raise Violation(f"a connection that sent {manner} is still open after {timeout + 15} s") from None
    except (OSError, asyncio.IncompleteReadError) as error:
        if is_begun:
            raise Violation(f"{manner} was not answered: {error!r}") from error
        rest = b""
    if manner == "nothing" and rest:
        raise Violation(f"a connection that sent nothing got {rest[:200]!r}")
    kept = time.monotonic() - since
    if kept < timeout * 0.8:
        raise Violation(f"a connection that sent {manner} was closed after {kept:.1f} s")
    writer.close()
    return kept
