"""The program as a client of servers that break the protocol in many ways and at every byte."""

import asyncio
import contextlib
import gzip
import json
import socket
import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from service.hostile.arena import MB, Arena
from service.hostile.attacks.clients import MALFORMED, STATUSES, Run, spawn

TEXT = b"Design for failure."
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 19\r\n\r\n" + TEXT
CODED = gzip.compress(TEXT, mtime=0)


@dataclass
class Case:
    """The data that a server sends, and its action afterwards: `close`, `reset`, `wait`, or `repeat` the last part
    without end."""

    name: str
    answer: bytes
    end: str = "close"
    rest: bytes = b""


def head(*fields: bytes, status: bytes = b"200 OK", body: bytes = TEXT) -> bytes:
    return b"\r\n".join([b"HTTP/1.1 " + status, *fields, b"", b""]) + body


def sized(*fields: bytes, body: bytes = TEXT, status: bytes = b"200 OK") -> bytes:
    return head(*fields, b"Content-Length: %d" % len(body), body=body, status=status)


def chunked(body: bytes, *fields: bytes) -> bytes:
    return head(b"Transfer-Encoding: chunked", *fields, body=body)


def cases() -> list[Case]:
    whole = b"13\r\n" + TEXT + b"\r\n"
    # The name of each kind of answer, what makes an answer of a value, and the values.
    kinds: list[tuple[str, Callable[[bytes], bytes], Iterable[bytes]]] = [
        ("status line", lambda line: line + b"Content-Length: 19\r\n\r\n" + TEXT, [
            b"", b"\r\n", b"FOO\r\n", b"HTTP/1.1\r\n", b"HTTP/1.1 \r\n", b"HTTP/1.1 20\r\n", b"HTTP/1.1 2000 OK\r\n",
            b"HTTP/1.1 099 No\r\n", b"HTTP/1.1 999 No\r\n", b"HTTP/1.1 -20 No\r\n", b"HTTP/9.9 200 OK\r\n", b"HTTP/2 200\r\n",
            b"HTTP/1.0 200 OK\r\n", b"http/1.1 200 ok\r\n", b"ICY 200 OK\r\n", b"HTTP/1.1 200 " + b"x" * 200_000 + b"\r\n",
            b"HTTP/1.1 200 \xff\xfe\r\n", b"\0" * 4096, b"\xff" * 4096]),
        ("status", lambda code: sized(status=code + b" X"), (
            b"101 200 201 202 203 204 205 206 226 300 304 400 401 403 404 407 409 410 418 421 422 425 426 429 451 499 500 501 "
            b"502 503 504 505 511 599 600 700 999").split()),
        ("malformed status", lambda code: sized(status=code + b" X"), MALFORMED),
        ("malformed status without a length", lambda code: head(status=code + b" X"), MALFORMED),
        ("malformed status with chunks", lambda code: head(
            b"Transfer-Encoding: chunked", status=code + b" X", body=whole + b"0\r\n\r\n"), MALFORMED),
        ("malformed status without a body", lambda code: sized(status=code + b" X", body=b""), MALFORMED),
        ("malformed status after 103", lambda code: b"HTTP/1.1 103 X\r\n\r\n" + sized(status=code + b" X"), MALFORMED),
        ("length", lambda text: head(b"Content-Length: " + text), [
            b"", b"-1", b"0", b"5", b"25", b"+19", b"0x13", b"19 19", b"19, 19", b"19, 20", b"1e1", b"19.0", b"abc",
            b"9223372036854775807", b"9223372036854775808", b"18446744073709551615", b"9" * 400]),
        ("chunks", chunked, [
            whole + b"0\r\n\r\n", whole + b"0\r\nX-T: y\r\n\r\n", whole + b"0\r\n" + b"X-T: y\r\n" * 5000 + b"\r\n", whole,
            whole + b"0", whole + b"0\r\n", b"13", b"13\r\n", b"13\r\nDesign", b"zz\r\n" + TEXT, b"-13\r\n" + TEXT,
            b"ffffffffffffffff\r\n" + TEXT, b"8000000000000000\r\n" + TEXT, b"7fffffffffffffff\r\n" + TEXT,
            b"13;" + b"x" * 100_000 + b"\r\n" + TEXT + b"\r\n0\r\n\r\n", b"13\n" + TEXT + b"\n0\n\n",
            b"12\r\n" + TEXT + b"\r\n0\r\n\r\n", b"\r\n", b"0\r\n\r\n", b" 13\r\n" + TEXT + b"\r\n0\r\n\r\n",
            b"0x13\r\n" + TEXT]),
        ("transfer coding", lambda coding: head(b"Transfer-Encoding: " + coding, body=whole + b"0\r\n\r\n"), [
            b"gzip", b"gzip, chunked", b"chunked, chunked", b"identity", b"xchunked", b"", b"chunked\x0b"]),
        ("header", sized, [
            b"no colon", b": nothing", b"Sp ace: x", b"Nul: a\0b", b"Latin: caf\xe9", b"Bare: a\rb", b" folded: x",
            b"X: y\r\n  folded", b"X: " + b"y" * 1_000_000, b"X" * 100_000 + b": y", b"\r\n".join([b"X: y"] * 5000),
            b"Set-Cookie: " + b"a=b; " * 1000, b"Link: <" * 2000, b"Link: </next>; rel=next", b"ETag: " + b'"' * 999,
            b"Retry-After: -1", b"Retry-After: 99999999999999999999", b"Date: nonsense", b"Upgrade: h2c",
            b"Connection: close, keep-alive, upgrade", b"Content-Type: text/plain; charset=utf-16", b"Keep-Alive: timeout=-1",
            b'Alt-Svc: h3=":1"', b"Strict-Transport-Security: max-age=99999999999999999999"]),
        ("challenge", lambda value: sized(b"WWW-Authenticate: " + value, status=b"401 No"), [
            b'Basic realm="x"', b'Digest realm="x", nonce="y"', b"Negotiate", b"NTLM", b"Bearer", b"", b"x" * 10_000]),
        ("redirect to", lambda place: sized(b"Location: " + place, status=b"302 Found"), [
            b"", b"/", b"//", b"?", b"http://", b"http://[", b"http://a b/", b"http://0/", b"file:///etc/passwd",
            b"gopher://127.0.0.1/", b"javascript:1", b"data:,x", b"http://127.0.0.1:1/", b"\xff\xfe", b"x" * 100_000]),
        ("body", lambda body: sized(body=body), [
            b"", b"\xef\xbb\xbfx", "語".encode("utf-16"), b"\0" * 100, b"\xff" * 100, b"\x1b]0;title\x07\x1b[2J", b"{}",
            b"[" * 100_000, b'{"udid":"x"}', b'{"udid":null}', b'{"udid":"' + b"x" * 100_000 + b'"}', b'{"login":1e999}',
            b"<html>", b'"' * 1000, b"x" * 1_048_576, b"x" * 1_048_577, "e\u0301".encode() * 50_000]),
        ("protocol", bytes, [
            b"SSH-2.0-OpenSSH_9.2\r\n", b"\x15\x03\x01\x00\x02\x02\x46", b"220 mail ESMTP\r\n",
            b"\0\0\x12\x04\0\0\0\0\0" + b"\0" * 18, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]),
    ]
    return [
        Case("a sentence", ANSWER),
        *(Case(f"closed after {count} bytes", ANSWER[:count]) for count in range(len(ANSWER))),
        *(Case(f"reset after {count} bytes", ANSWER[:count], "reset") for count in range(0, len(ANSWER), 7)),
        *(Case(f"silent after {count} bytes", ANSWER[:count], "wait") for count in range(0, len(ANSWER), 17)),
        *(Case(f"{count} times 1xx", b"HTTP/1.1 103 X\r\nLink: a\r\n\r\n" * count + ANSWER) for count in (1, 50, 9000)),
        Case("two lengths", head(b"Content-Length: 19", b"Content-Length: 20")),
        Case("a length and chunks", chunked(whole + b"0\r\n\r\n", b"Content-Length: 5")),
        Case("no length", head()),
        Case("a redirect to nowhere", sized(status=b"302 Found")),
        Case("a body without end", head(), "repeat", b"x" * 65536),
        Case("a body of one-byte chunks without end", chunked(b""), "repeat", b"1\r\nx\r\n" * 4096),
        Case("headers without end", b"HTTP/1.1 200 OK\r\n", "repeat", b"X-Y: z\r\n" * 4096),
        Case("a header without end", b"HTTP/1.1 200 OK\r\nX: ", "repeat", b"y" * 65536),
        Case("interim answers without end", b"", "repeat", b"HTTP/1.1 100 Continue\r\n\r\n" * 1024),
        Case("trailers without end", chunked(whole + b"0\r\n"), "repeat", b"X-Y: z\r\n" * 4096),
        *(Case(f"{kind} {value[:24]!r}", answer(value)) for kind, answer, values in kinds for value in values),
        *(Case(f"{coding.decode()} of {body[:10]!r}", sized(b"Content-Encoding: " + coding, body=body))
          for coding in (b"gzip", b"deflate", b"br", b"zstd", b"gzip, gzip", b"x", b"identity")
          for body in (CODED, CODED[:-4], CODED[:12], TEXT, b"", CODED + b"more", CODED[:14] + b"\xff" * 20)),
    ]


class Liar:
    """The first path segment of a request is the number of the case."""

    def __init__(self, everything: list[Case]):
        self.cases = everything

    async def __aenter__(self) -> "Liar":
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0, limit=1 << 20)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            request = await reader.readuntil(b"\r\n\r\n")
            number = request.split()[1].split(b"/")[1]
            # A redirect may have led elsewhere.
            case = self.cases[int(number) if number.isdigit() else 0]
            writer.write(case.answer)
            await writer.drain()
            while case.end == "repeat":
                writer.write(case.rest)
                await writer.drain()
            if case.end == "wait":
                await asyncio.sleep(5)
            if case.end == "reset":
                # The other side gets a reset.
                writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                writer.transport.abort()
        writer.close()


async def servers(arena: Arena) -> None:
    everything = cases()
    async with Liar(everything) as server:
        slots = asyncio.Semaphore(8)
        runs: list[tuple[str, Run]] = []

        async def run(number: int, name: str, *arguments: str, **variables: str) -> None:
            async with slots:
                result = await asyncio.to_thread(spawn, arena.stage.program, (*arguments, "--timeout", "1"), variables)
            runs.append((f"{name}: {everything[number].name}", result))

        async with asyncio.TaskGroup() as group:
            for number in range(0, len(everything), arena.size(1, 9)):
                address = f"http://127.0.0.1:{server.port}/{number}"
                group.create_task(run(number, "zen", "zen", CALEARNING_GITHUB_URL=address))
                group.create_task(run(number, "user", "user", "octocat", CALEARNING_GITHUB_URL=address))
                group.create_task(run(number, "boot", "boot", "--backend", address))
    traps = [f"{name}: {run.status}" for name, run in runs if run.status < 0 or run.status >= 128]
    others = [f"{name}: {run.status}" for name, run in runs if 0 <= run.status < 128 and run.status not in STATUSES]
    arena.all_right("runs that are not ended by a trap", len(runs), traps)
    arena.all_right("runs whose status is a documented one", len(runs), others)
    arena.all_right(
        "reports that are one JSON object", len(runs),
        [f"{name}: {run.output[:100]!r}" for name, run in runs if not is_object(run.output)])
    arena.at_most("memory of a run, at most", max(run.memory for _, run in runs) / MB, 96.0, "MB")
    arena.at_most("processor time of a run, at most", max(run.processor for _, run in runs), 0.6, "s")


def is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False
