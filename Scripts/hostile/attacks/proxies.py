"""What reaches the service through deploy/nginx.conf."""

import asyncio
import contextlib
import os
import re
import socket
import ssl
import subprocess
import time
from pathlib import Path

from service_chaos.server import free_port
from service_chaos.stage import Skipped

from ..arena import Arena
from ..target import Target
from ..tls import make_certificate
from ..wire import get, post, receive, replies

EXAMPLE = Path(__file__).resolve().parents[3] / "deploy" / "nginx.conf"
SPELLINGS = [
    "{}", "{}/", "{}//", "/{}", "//{}", "/.{}", "/./{}", "/x/..{}", "/udids/..{}", "/udids/../..{}", "/openapi.json/..{}", "{}?x", "{}?", "{}#x",
    "{}#", "{};x", "{};", "{}.", "{}/.", "{}/..{}", "{}%20", "{}%00", "{}%0a", "{}%2f", "{}%3f", "{}%23", "{}/%2e", "{}/x/..",
    "{}\\", "\\{}", "/\\{}", "/x\\..{}", "/%2e{}", "/x/%2e%2e{}", "/x%2f..{}", "%2f{}", "/%2f{}", "{}\t", "{}%09", "{}%ff", "{}+",
    "{}~", "{}.json", "{}/x", "{}?/udids", "/udids;{}", "/udids?{}", "/udids%3f/..{}", "/udids/%2e%2e{}", "http://127.0.0.1{}",
    "http://localhost{}", "https://udids.example.org{}", "http://127.0.0.1//{}", "http://x@127.0.0.1{}", "http://127.0.0.1:8000{}", "HTTP://LOCALHOST{}",
]


def spellings(path: str) -> list[str]:
    """Of a path that is not for everybody."""
    code, rest = ord(path[1]), path[2:]
    names = [
        path, path.upper(), path.title(), f"/%{code:02x}{rest}", f"/%{code:02X}{rest}", f"{path[:-1]}%{ord(path[-1]):02x}",
        "/" + "".join(f"%{byte:02x}" for byte in path[1:].encode()),
    ]
    # Encoded twice, in more bytes than it takes, and in letters that look alike.
    others = [f"/%25{code:02x}{rest}", f"/%c1%{code + 0x40:02x}{rest}", f"/%u{code:04x}{rest}", f"/{chr(code + 0xfee0)}{rest}"]
    return sorted({spelling.replace("{}", name) for spelling in SPELLINGS for name in names} | set(others))


class Proxy:
    def __init__(self, folder: Path, target: Target):
        self.folder = folder
        self.target = target
        self.port = free_port()
        self.certificate = make_certificate(folder)
        self.process: subprocess.Popen | None = None

    def settings(self) -> str:
        """The example, on other ports and with other files."""
        text = EXAMPLE.read_text()
        text, changed = re.subn(r"server 10\.0\.0\.11:8000", f"server 127.0.0.1:{self.target.port}", text)
        text = re.sub(r"^.*server 10\.0\.0\.12:8000.*\n", "", text, flags=re.MULTILINE)
        text, listens = re.subn(r"listen (\[::\]:)?443", rf"listen 127.0.0.1:{self.port}", text)
        text = text.replace("/etc/ssl/udids.pem", str(self.certificate.chain)).replace("/etc/ssl/udids.key", str(self.certificate.key))
        if changed != 1 or listens != 1:
            raise RuntimeError(f"{EXAMPLE} is not what it was when this was written")
        folder = self.folder
        temporary = "".join(
            f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        return (
            f"daemon off; master_process off; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log;\n"
            f"events {{ worker_connections 512; }}\nhttp {{\naccess_log {folder}/access.log;\n{temporary}{text}\n}}\n")

    async def start(self) -> None:
        file = self.folder / "nginx.conf"
        file.write_text(self.settings())
        self.process = subprocess.Popen(
            [nginx(), "-e", str(self.folder / "start.log"), "-p", str(self.folder), "-c", str(file)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        begin = time.monotonic()
        while time.monotonic() < begin + 10:
            with contextlib.suppress(OSError):
                self.reach("127.0.0.2").close()
                return
            if self.process.poll() is not None:
                raise RuntimeError(f"nginx does not start: {self.process.stderr.read().decode()}")
            await asyncio.sleep(0.05)
        raise RuntimeError("nginx does not answer")

    def reach(self, source: str, *, version: ssl.TLSVersion | None = None) -> ssl.SSLSocket:
        context = ssl.create_default_context(cafile=str(self.certificate.chain))
        if version:
            context.minimum_version = context.maximum_version = version
            context.set_ciphers("ALL:@SECLEVEL=0")
        peer = socket.create_connection(("127.0.0.1", self.port), timeout=5, source_address=(source, 0))
        try:
            return context.wrap_socket(peer, server_hostname="localhost")
        except OSError:
            peer.close()
            raise

    def ask(self, data: bytes, source: str = "127.0.0.2", seconds: float = 3) -> bytes:
        peer = self.reach(source)
        try:
            peer.sendall(data)
            return receive(peer, seconds)[0]
        finally:
            peer.close()

    def stop(self) -> None:
        if self.process:
            self.process.terminate()
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def nginx() -> str:
    for folder in [*os.environ.get("PATH", "").split(":"), "/usr/sbin"]:
        if (path := Path(folder) / "nginx").exists():
            return str(path)
    raise Skipped("there is no nginx")


async def proxies(arena: Arena) -> None:
    nginx()
    async with arena.target("--rate-limit", "off") as target:
        proxy = Proxy(arena.make_folder(), target)
        try:
            await proxy.start()
            await asyncio.to_thread(leaks, arena, proxy)
            await asyncio.to_thread(serves, arena, proxy)
        finally:
            proxy.stop()
        wrong = []
        chosen = [each for each in spellings("/metrics") if "#" not in each][::arena.size(1, 4)] + ["/metrics/", "//metrics"]
        # The path itself, with any query, and with any host before it.
        own = re.compile(r"^(?i:https?://[^/]*)?/metrics([?].*)?$")
        for spelling in chosen:
            found = await asyncio.to_thread(direct, target, spelling)
            if b"# TYPE" in found and not own.match(spelling):
                wrong.append(f"{spelling!a} gives the metrics")
        arena.all_right("spellings of /metrics that the service itself does not take for it", len(chosen), wrong)
    async with arena.target("--rate-limit", "5/s", "--trusted-proxies", "127.0.0.1") as target:
        proxy = Proxy(arena.make_folder(), target)
        try:
            await proxy.start()
            await asyncio.to_thread(forwards, arena, proxy)
        finally:
            proxy.stop()


def direct(target: Target, path: str) -> bytes:
    peer = target.reach("127.0.0.2")
    try:
        peer.sendall(encode(path))
        return receive(peer, 1)[0]
    except OSError:
        return b""
    finally:
        peer.close()


def encode(path: str, *fields: str, method: str = "GET") -> bytes:
    return (f"{method} {path} HTTP/1.1\r\nHost: udids.example.org\r\nConnection: close\r\n" + "".join(f"{each}\r\n" for each in fields) + "\r\n").encode()


def leaks(arena: Arena, proxy: Proxy) -> None:
    wrong, forms, count = [], [], 0
    chosen = spellings("/metrics") if not arena.is_short else spellings("/metrics")[::4] + ["/metrics", "/metrics/", "//metrics", "/%6detrics"]
    for path in [*chosen, *(spellings("/ready")[::7])]:
        count += 1
        found = proxy.ask(encode(path), seconds=1)
        if b"# TYPE" in found or b'"ready"' in found:
            wrong.append(f"{path!a} reaches what is not for the Internet")
            continue
        try:
            answers = replies(found)
        except ValueError:
            answers = []
        if answers and answers[0].status >= 400 and (fault := answers[0].fault()):
            forms.append(f"{path!a}: {fault}")
    for method in ("HEAD", "POST", "OPTIONS", "get", "PUT"):
        count += 1
        if b"# TYPE" in proxy.ask(encode("/metrics", method=method), seconds=1):
            wrong.append(f"{method} /metrics")
    for field in ("X-Original-URL: /metrics", "X-Rewrite-URL: /metrics", "X-Forwarded-Prefix: /metrics", "X-HTTP-Method-Override: GET"):
        count += 1
        if b"# TYPE" in proxy.ask(encode("/openapi.json", field), seconds=1):
            wrong.append(field)
    arena.all_right("spellings of /metrics and /ready that nginx keeps from the Internet", count, wrong)
    arena.all_right("refusals by nginx in the form of the contract", count, forms)
    smuggled = get("/udids", "Content-Length: 4", "Transfer-Encoding: chunked", method="POST") + b"0\r\n\r\n" + get("/metrics")
    leak = b"# TYPE" in proxy.ask(smuggled, seconds=1) or b"# TYPE" in proxy.ask(get("/udids", "Content-Length: 0", method="POST") + get("/metrics"), seconds=1)
    arena.row("metrics smuggled behind another request", f"{leak}", "False", not leak)


def serves(arena: Arena, proxy: Proxy) -> None:
    """What is for everybody goes through, and nothing else is told."""
    wrong = []
    cases = {
        "POST /udids": (post(b'{"appDeviceKbn":11}'), {201}),
        "GET /openapi.json": (get("/openapi.json"), {200}),
        "GET /nothing": (get("/nothing"), {404}),
        "GET /udids": (get("/udids"), {405}),
        "a body of 17 KB": (post(b" " * 17_000), {413}),
        "a body of 1 MB": (post(b" " * 1_000_000), {413}),
        "a head of 40 KB": (get("/openapi.json", *[f"X-{number}: {'y' * 4000}" for number in range(10)]), {400, 413, 414, 431}),
        "a path of 9 KB": (get("/" + "a" * 9000), {400, 404, 414}),
        "no HTTP": (b"\xff\xfe\r\n\r\n", {400}),
        "no Host": (b"GET /openapi.json HTTP/1.1\r\n\r\n", {400}),
    }
    told = []
    for name, (data, statuses) in cases.items():
        try:
            found = replies(proxy.ask(data, seconds=1))
        except (ValueError, OSError) as error:
            wrong.append(f"{name}: {error}")
            continue
        if not found or found[0].status not in statuses:
            wrong.append(f"{name}: {[reply.status for reply in found]}, and not {sorted(statuses)}")
        elif fault := found[0].fault():
            wrong.append(f"{name}: {fault}")
        for reply in found:
            if re.search(r"\d", reply.field("server") or ""):
                told.append(f"{name}: Server: {reply.field('server')}")
    arena.all_right("answers through nginx that are what the contract says", len(cases), wrong)
    arena.all_right("answers through nginx that do not tell its version", len(cases), told)
    old = []
    for version in (ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1):
        with contextlib.suppress(OSError, ValueError):
            proxy.reach("127.0.0.2", version=version).close()
            old.append(f"{version.name} is spoken")
    arena.all_right("versions of TLS before 1.2 that nginx refuses", 2, old)
    if arena.is_short:
        return
    slow = proxy.reach("127.0.0.2")
    slow.sendall(b"GET /openapi.json HTTP/1.1\r\n")
    begin = time.monotonic()
    closed = receive(slow, 25)[1]
    slow.close()
    arena.row("half a head to nginx ends", f"{time.monotonic() - begin:.0f} s", "<= 20 s", closed and time.monotonic() - begin <= 20)


def forwards(arena: Arena, proxy: Proxy) -> None:
    """Each client has a limit of its own, and cannot say that it is another."""
    request = post(b'{"appDeviceKbn":11}')
    first = [status(proxy, request, "127.0.0.2") for _ in range(15)]
    other = status(proxy, request, "127.0.0.3")
    forged = [
        status(proxy, post(b'{"appDeviceKbn":11}', f"X-Forwarded-For: 198.51.100.{number}", f"Forwarded: for=198.51.100.{number}", f"X-Real-IP: 198.51.100.{number}"), "127.0.0.2")
        for number in range(15)
    ]
    arena.row("429 of 15 requests through nginx at 5/s", f"{first.count(429)}", ">= 5", first.count(429) >= 5)
    arena.row("another client's request through nginx then", f"{other}", "201", other == 201)
    arena.row("429 of 15 that claim other addresses", f"{forged.count(429)}", ">= 5", forged.count(429) >= 5)


def status(proxy: Proxy, request: bytes, source: str) -> int:
    peer = proxy.reach(source)
    peer.sendall(request)
    data = peer.recv(65536)
    peer.close()
    return int(data.split(b" ")[1]) if data else 0
