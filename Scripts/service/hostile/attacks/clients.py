"""The program as a client of real servers. They send good and bad responses, and use every feature of HTTP."""

import asyncio
import json
import os
import signal
import subprocess
import time
from dataclasses import dataclass

from service.hostile.arena import MB, Arena
from service.hostile.front import SENTENCE, Front, Tunnel

REFUSED = b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"
# No status of three digits from 100 on.
MALFORMED = [
    b"000", b"001", b"007", b"042", b"050", b"099", b"0", b"7", b"20", b"1000", b"2000", b"0200", b"9" * 20, b"-1", b"-20",
    b"-200", b"+200", b"abc", b"2x0", b"200x", b"1e2", b"0x1", b"2 0 0", b"", "２００".encode()]
# The documented statuses. Death by a signal is not among them.
STATUSES = {0, 65, 67, 69, 70, 75, 76, 77}


@dataclass
class Run:
    status: int
    output: str
    errors: str
    memory: int
    processor: float

    def message(self) -> str:
        return (json.loads(self.output).get("error") or {}).get("message", "")


async def zen(arena: Arena, address: str, *options: str, **variables: str) -> Run:
    """Reads a sentence from that server, in a separate process."""
    return await asyncio.to_thread(
        spawn, arena.stage.program, ("zen", *options), {"CALEARNING_GITHUB_URL": address} | variables)


def spawn(program: str, arguments: tuple[str, ...], variables: dict[str, str]) -> Run:
    """Runs with an empty store."""
    out, into = os.pipe()
    err, error = os.pipe()
    environment = {"HOME": "/nonexistent", "PATH": os.environ["PATH"]} | variables
    pid = os.posix_spawn(
        program, [program, *arguments, "--store", "memory", "--format", "json"], environment,
        file_actions=[(os.POSIX_SPAWN_DUP2, into, 1), (os.POSIX_SPAWN_DUP2, error, 2)])
    os.close(into)
    os.close(error)
    with os.fdopen(out, "rb") as output, os.fdopen(err, "rb") as errors:
        texts = output.read().decode(), errors.read().decode()
    _, status, usage = os.wait4(pid, 0)
    return Run(
        os.waitstatus_to_exitcode(status), *texts, usage.ru_maxrss * 1024, usage.ru_utime + usage.ru_stime)


async def clients(arena: Arena) -> None:
    async with Front(arena.make_folder()) as front:
        await answers(arena, front)
        await trust(arena, front)
        await proxies(arena, front)
        await statuses(arena, front)
        await costs(arena, front)


async def hold(arena: Arena, figure: str, cases: list[tuple[str, Run, int, str]]) -> None:
    """Checks that each run ended with the expected status and message."""
    wrong = []
    for name, run, status, text in cases:
        said = run.output if status == 0 else run.message() if run.output else run.errors
        if run.status != status or text not in said:
            wrong.append(f"{name}: {run.status} instead of {status}, {said[:200]!r} without {text!r}")
    arena.all_right(figure, len(cases), wrong)


async def answers(arena: Arena, front: Front) -> None:
    plain, secure = f"http://127.0.0.1:{front.port}", f"https://127.0.0.1:{front.secure}"
    trusting = ("--ca-file", str(front.certificate.chain))
    await hold(arena, "answers of nginx and httpbin, by HTTP/1.1", [
        ("gzip", await zen(arena, f"{plain}/gzip"), 0, SENTENCE),
        ("deflate", await zen(arena, f"{plain}/deflate"), 0, SENTENCE),
        ("brotli", await zen(arena, f"{plain}/brotli"), 0, SENTENCE),
        ("trailers", await zen(arena, f"{plain}/trailers"), 0, SENTENCE),
        ("IPv6", await zen(arena, f"http://[::1]:{front.port}"), 0, SENTENCE),
        ("a challenge", await zen(arena, f"{plain}/basic-auth/a/b"), 65, "401"),
        ("three redirects", await zen(arena, f"{plain}/redirect/3"), 0, SENTENCE),
        ("nine redirects", await zen(arena, f"{plain}/redirect/9"), 70, "after 5"),
        ("a redirect elsewhere", await zen(arena, f"{plain}/elsewhere"), 70, "to another host"),
        ("3 MiB", await zen(arena, f"{plain}/large"), 70, "longer than"),
    ])
    before = len(front.protocols())
    await hold(arena, "the same over TLS", [
        ("a sentence", await zen(arena, f"{secure}/sentence", *trusting), 0, SENTENCE),
        ("trailers", await zen(arena, f"{secure}/trailers", *trusting), 0, SENTENCE),
        ("gzip", await zen(arena, f"{secure}/gzip", *trusting), 0, SENTENCE),
        ("three redirects", await zen(arena, f"{secure}/redirect/3", *trusting), 0, SENTENCE),
        ("a redirect downwards", await zen(arena, f"{secure}/downwards", *trusting), 70, "from https to http"),
    ])
    used = {line.split()[0] for line in front.protocols()[before:]}
    arena.row("protocols over TLS", " ".join(sorted(used)), "HTTP/2.0", used == {"HTTP/2.0"})


async def trust(arena: Arena, front: Front) -> None:
    secure, own = f"https://127.0.0.1:{front.secure}/sentence", str(front.certificate.chain)
    expired = f"https://localhost:{front.expired}/sentence"
    await hold(arena, "certificates", [
        ("an unknown authority", await zen(arena, secure), 70, "not trusted"),
        ("--ca-file", await zen(arena, secure, "--ca-file", own), 0, SENTENCE),
        ("CALEARNING_CA_FILE", await zen(arena, secure, CALEARNING_CA_FILE=own), 0, SENTENCE),
        ("SSL_CERT_FILE", await zen(arena, secure, SSL_CERT_FILE=own), 0, SENTENCE),
        ("an expired one", await zen(arena, expired, "--ca-file", str(front.old.chain)), 70, "expired"),
        ("another name", await zen(
            arena, secure.replace("127.0.0.1", "127.0.0.2"), "--ca-file", own), 70, "another name"),
        ("no file of authorities", await zen(arena, secure, "--ca-file", str(front.folder / "none.pem")), 70, "authorities"),
        ("TLS where there is none", await zen(
            arena, f"https://127.0.0.1:{front.port}", "--ca-file", own), 70, "encrypted"),
    ])


async def proxies(arena: Arena, front: Front) -> None:
    own = str(front.certificate.chain)
    far, near = "http://far.invalid", f"http://127.0.0.1:{front.port}"
    secure, dead = f"https://far.invalid:{front.secure}", "http://me:secret@127.0.0.1:1"
    here = {name: dead for name in ("http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "ALL_PROXY")}
    async with Tunnel() as tunnel, Tunnel(REFUSED) as refusing:
        await hold(arena, "proxies of the environment", [
            ("http_proxy", await zen(arena, far, http_proxy=near), 0, SENTENCE),
            ("no_proxy", await zen(arena, far, http_proxy=near, no_proxy="far.invalid"), 69, "not found"),
            ("https_proxy", await zen(
                arena, secure, "--ca-file", own, https_proxy=f"http://127.0.0.1:{tunnel.port}"), 0, SENTENCE),
            ("a proxy that refuses", await zen(
                arena, secure, "--ca-file", own, https_proxy=f"http://127.0.0.1:{refusing.port}"), 70, "407"),
            ("a proxy that is not there", await zen(arena, far, http_proxy=dead), 70, "proxy cannot be used"),
            ("this machine", await zen(arena, near, **here), 0, SENTENCE),
            ("this machine, by name", await zen(arena, f"http://a.LocalHost.:{front.port}", **here), 0, SENTENCE),
            ("this machine, over TLS", await zen(
                arena, f"https://localhost:{front.secure}", "--ca-file", own, **here), 0, SENTENCE),
        ])
        arena.row("tunnels asked for", str(len(tunnel.asked)), "1", len(tunnel.asked) == 1)
        malformed = []
        for status in MALFORMED:
            answer = b"HTTP/1.1 " + status + b" X\r\nContent-Length: 0\r\n\r\n"
            async with Tunnel(answer) as proxy:
                address = f"http://127.0.0.1:{proxy.port}"
                run = await zen(arena, secure, "--ca-file", own, https_proxy=address)
            if run.status != 70 or not run.output.startswith("{"):
                malformed.append(f"{status!r}: {run.status}, {run.output[:200]!r}")
        arena.all_right("malformed statuses of a proxy", len(MALFORMED), malformed)


async def statuses(arena: Arena, front: Front) -> None:
    codes = [code for code in range(200, 600)][::arena.size(1, 23)]
    slots = asyncio.Semaphore(4)
    wrong = []

    async def one(code: int) -> None:
        async with slots:
            run = await zen(arena, f"http://127.0.0.1:{front.port}/status/{code}")
        expected = {69} if code >= 500 else {75} if code == 429 else {0, 65, 70} if code < 400 else STATUSES - {0, 69}
        if run.status not in expected or not run.output.startswith("{"):
            wrong.append(f"{code}: {run.status}, {run.output[:200]!r}")

    await asyncio.gather(*(one(code) for code in codes))
    arena.all_right("statuses", len(codes), wrong)


async def costs(arena: Arena, front: Front) -> None:
    plain = f"http://127.0.0.1:{front.port}"
    usual = await zen(arena, f"{plain}/sentence")
    bomb = await zen(arena, f"{plain}/bomb")
    await hold(arena, "64 MiB compressed to 64 KiB", [("a bomb", bomb, 70, "longer than")])
    arena.at_most("memory that it takes", max(bomb.memory - usual.memory, 0) / MB, 8.0, "MB")
    waiting = await zen(arena, f"{plain}/delay/{arena.size(5, 2)}")
    arena.at_most("processor time of waiting", max(waiting.processor - usual.processor, 0.0), 0.1, "s")
    begin = time.monotonic()
    process = await asyncio.create_subprocess_exec(
        arena.stage.program, "zen", "--store", "memory", env={"CALEARNING_GITHUB_URL": f"{plain}/delay/9"},
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL)
    await asyncio.sleep(1)
    process.send_signal(signal.SIGINT)
    status = await process.wait()
    arena.in_time("interrupted while it waits", status, 130, time.monotonic() - begin - 1, 1.0)
