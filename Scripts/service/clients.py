"""The program as a client: of nginx, which uses the features of HTTP that specs have no server for, and of servers whose
answers are broken at random."""

import asyncio
import contextlib
import gzip
import json
import os
import random
import zlib
from dataclasses import dataclass
from pathlib import Path

from service.proxy import Nginx, make_certificate
from service.server import free_port
from service.trial import MB, Trial

SENTENCE = b"Design for failure."
# The documented statuses. Death by a signal is not among them.
STATUSES = {0, 65, 67, 69, 70, 75, 76, 77}


@dataclass
class Run:
    status: int
    output: str
    memory: int
    processor: float


def spawn(program: str, *arguments: str, **variables: str) -> Run:
    """Runs with an empty store."""
    reading, writing = os.pipe()
    environment = {"HOME": "/nonexistent", "PATH": os.environ["PATH"]} | variables
    pid = os.posix_spawn(
        program, [program, *arguments, "--store", "memory", "--format", "json"], environment,
        file_actions=[(os.POSIX_SPAWN_DUP2, writing, 1), (os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0)])
    os.close(writing)
    with os.fdopen(reading, "rb") as output:
        text = output.read().decode()
    _, status, usage = os.wait4(pid, 0)
    return Run(os.waitstatus_to_exitcode(status), text, usage.ru_maxrss * 1024, usage.ru_utime + usage.ru_stime)


class Front(Nginx):
    """Answers to `/NAME/zen`, with and without TLS."""

    def __init__(self, folder: Path):
        super().__init__(folder)
        self.secure, self.old_port = free_port(), free_port()
        self.old = make_certificate(folder, "old", is_expired=True)
        for name, content in {
            "plain": SENTENCE, "gzip": gzip.compress(SENTENCE), "deflate": zlib.compress(SENTENCE),
            "bomb": gzip.compress(bytes(64 * MB)),
        }.items():
            (folder / name).write_bytes(content)

    def settings(self) -> str:
        folder = self.folder
        codings = "".join(
            f"location = /{name}/zen {{ add_header Content-Encoding {coding}; alias {folder}/{name}; }}\n"
            for name, coding in {"gzip": "gzip", "deflate": "deflate", "bomb": "gzip"}.items())
        locations = f"""
            absolute_redirect off;
            {codings}
            location = /plain/zen {{ alias {folder}/plain; }}
            location = /trailers/zen {{ add_trailer X-Trailer yes; alias {folder}/plain; }}
            location = /redirect/zen {{ return 302 /plain/zen; }}
            location = /downwards/zen {{ return 302 http://$host:{self.port}/plain/zen; }}
        """
        tls = "".join(
            f"server {{ listen 127.0.0.1:{port} ssl http2; ssl_certificate {certificate.chain}; "
            f"ssl_certificate_key {certificate.key}; {locations} }}\n"
            for port, certificate in ((self.secure, self.certificate), (self.old_port, self.old)))
        return (
            f"log_format protocol '$server_protocol'; access_log {folder}/access.log protocol;\n"
            f"server {{ listen 127.0.0.1:{self.port}; {locations} }}\n{tls}")


async def answers(trial: Trial) -> None:
    """Codings, trailers and redirects are read by HTTP/1.1 and HTTP/2, and a compressed bomb takes no memory."""
    async with Front(trial.make_folder()) as front:
        plain, secure = f"http://127.0.0.1:{front.port}", f"https://127.0.0.1:{front.secure}"
        old = f"https://localhost:{front.old_port}"

        async def zen(address: str, *options: str) -> Run:
            return await asyncio.to_thread(spawn, trial.program, "zen", *options, CALEARNING_GITHUB_URL=address)

        trusting = ("--ca-file", str(front.certificate.chain))
        cases = {
            **{f"{name} by HTTP/1.1": (await zen(f"{plain}/{name}"), 0, SENTENCE.decode())
               for name in ("plain", "gzip", "deflate", "trailers", "redirect")},
            "an expired certificate": (await zen(f"{old}/plain", "--ca-file", str(front.old.chain)), 70, "expired"),
            "a redirect downwards": (await zen(f"{secure}/downwards", *trusting), 70, "from https to http"),
            "64 MiB compressed to 64 KiB": (bomb := await zen(f"{plain}/bomb"), 70, "longer than"),
        }
        log = front.folder / "access.log"
        size = log.stat().st_size
        cases |= {f"{name} over TLS": (await zen(f"{secure}/{name}", *trusting), 0, SENTENCE.decode())
                  for name in ("plain", "gzip", "trailers", "redirect")}
        wrong = [
            f"{name}: {run}" for name, (run, status, text) in cases.items() if run.status != status or text not in run.output]
        trial.all_right("answers of nginx", len(cases), wrong)
        trial.equal("protocols over TLS", set(log.read_text()[size:].split()), {"HTTP/2.0"})
        usual = cases["plain by HTTP/1.1"][0]
        trial.at_most("memory that the bomb takes", max(bomb.memory - usual.memory, 0) / MB, 8.0, "MB")


async def broken_answers(trial: Trial) -> None:
    """Answers that are cut, changed or repeated at any byte end a run with a documented status and a report in JSON."""
    body = b'{"udid":"0198c1a2-7d1e-7000-8000-0123456789ab"}'
    sized = b"HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body)
    chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n13\r\n" + SENTENCE + b"\r\n0\r\nX-T: y\r\n\r\n"
    whole = {b"POST": sized, b"GET": chunked}
    tokens = [b"\r\n", b"\0", b":", b"0", b"-1", b"99999999999999999999", b"HTTP/1.1 103 X\r\n\r\n", b"\xff", b"x" * 100_000]
    seed = int(os.environ.get("SEED") or random.randrange(1 << 32))
    choice = random.Random(seed)

    def broken() -> bytes:
        data = choice.choice([sized, chunked])
        for _ in range(choice.choice([0, 1, 2, 4])):
            start = choice.randrange(len(data))
            data = data[:start] + choice.choice([*tokens, data[:start]]) + data[start + choice.choice([0, 1, 8]):]
        return data[:choice.randrange(len(data) + 1)] if choice.random() < 0.5 else data

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        writer.write(broken() if breaks else whole[head.split(b" ", 1)[0]])
        if choice.random() < 0.1:
            # The program has given up by then.
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.sleep(2)
        writer.transport.abort() if choice.random() < 0.1 else writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    slots, count, wrong, runs, breaks = asyncio.Semaphore(8), trial.size(1000, 60), [], [], False

    async def run(number: int) -> None:
        command = ("zen",) if number % 2 else ("boot", "--backend", address)
        async with slots:
            done = await asyncio.to_thread(
                spawn, trial.program, *command, "--timeout", "1", CALEARNING_GITHUB_URL=address)
        runs.append(done)
        if done.status not in STATUSES or not done.output.startswith("{") or not json.loads(done.output):
            wrong.append(f"{command[0]} ended with {done.status}: {done.output[:200]!r}")

    # The same runs with whole answers, at the same load, are the measure of what a run takes on this machine.
    await asyncio.gather(*map(run, range(16)))
    usual = max(done.processor for done in runs)
    breaks = True
    runs.clear()
    await asyncio.gather(*map(run, range(count)))
    server.close()
    trial.all_right(f"runs with broken answers, SEED={seed}", count, wrong)
    trial.at_most("memory of a run, at most", max(done.memory for done in runs) / MB, 96.0, "MB")
    trial.at_most("processor time of a run, at most", max(done.processor for done in runs), max(3 * usual, 0.6), "s")
