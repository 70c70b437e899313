"""Bodies of 16 KiB that are expensive to parse."""

import asyncio
import socket
import time

from service.hostile.arena import Arena
from service.hostile.fairness import in_threads, stay_fair
from service.http import MOST, post, receive_one
from service.server import Server


def filled(begin: str, unit: str, end: str, separator: str = "") -> bytes:
    """Returns the unit repeated as often as it fits."""
    room = MOST - len(begin.encode()) - len(end.encode())
    size = len((unit + separator).encode())
    return (begin + separator.join([unit] * (room // size)) + end).encode()


def many_members() -> bytes:
    members, size = [], 40
    while size < MOST - 40:
        members.append(f'"{len(members):x}":1')
        size += len(members[-1]) + 1
    return ("{" + ",".join(members) + ',"appDeviceKbn":11}').encode()


PLAIN = filled('{"', "a", '":1,"appDeviceKbn":11}')
# The allowed multiple of the time for a name of that many ASCII letters.
RATIO = 5
# A time that is always allowed, in milliseconds.
FLOOR = 1.0
DEAR = {
    "marks in two orders": ('{"a' + "\u0301" * 4050 + "\u0323" * 4050 + '":1,"appDeviceKbn":11}').encode(),
    "marks escaped": ('{"a' + "\\u0301" * 1350 + "\\u0323" * 1350 + '":1,"appDeviceKbn":11}').encode(),
    "marks in two members": (
        '{"a' + "\u0301" * 2000 + "\u0323" * 2000 + '":1,"a' + "\u0323" * 2000 + "\u0301" * 2000
        + '":1,"appDeviceKbn":11}').encode(),
    "marks in a value": ('{"a":"' + "\u0301" * 4000 + "\u0323" * 4000 + '","appDeviceKbn":11}').encode(),
    "Hangul in parts": filled('{"', "\u1100\u1161\u11a8", '":1,"appDeviceKbn":11}'),
    "nested lists": filled('{"a":', "[", ""),
    "nested lists, closed": b'{"a":' + b"[" * 8170 + b"]" * 8170 + b',"appDeviceKbn":11}',
    "nested objects": filled("", '{"a":', ""),
    "many members": many_members(),
    "the same member": filled("{", '"appDeviceKbn":11', "}", ","),
    "empty names": filled("{", '"":1', ',"appDeviceKbn":11}', ","),
    "a long number": filled('{"appDeviceKbn":', "1", "}"),
    "a long fraction": filled('{"appDeviceKbn":11.', "0", "}"),
    "a long exponent": filled('{"appDeviceKbn":1e', "9", "}"),
    "a small exponent": filled('{"appDeviceKbn":1e-', "9", "}"),
    "escapes": filled('{"', "\\u0061", '":1,"appDeviceKbn":11}'),
    "surrogates": filled('{"', "\\ud83d\\ude00", '":1,"appDeviceKbn":11}'),
    "white space": filled("{", " \n", '"appDeviceKbn":11}'),
    "broken UTF-8": b'{"' + b"\xf0\x9f\x98" * 5440 + b'":1,"appDeviceKbn":11}',
    "quotation marks": filled("", '"', ""),
    "NUL": filled("", "\0", ""),
}
# The expected status of each body.
SMALL = {
    '{"appDeviceKbn":010}': 400, '{"appDeviceKbn":00}': 400, '{"appDeviceKbn":-0}': None, '{"appDeviceKbn":0}': 201,
    '{"appDeviceKbn":1e-400}': 400, '{"appDeviceKbn":9999.0000000000001}': 400, '{"appDeviceKbn":1e400}': 400,
    '{"appDeviceKbn":10000}': 400, '{"appDeviceKbn":9999}': 201, '{"appDeviceKbn":11.5}': 400,
    '{"appDeviceKbn":10.99999999999999999999}': 400, '{"appDeviceKbn":true}': 400, '{"appDeviceKbn":"11"}': 400,
    '{"appDeviceKbn":18446744073709551627}': 400, '{"appDeviceKbn":+11}': 400, '{"appDeviceKbn":.5}': 400,
    '{"appDeviceKbn":1.}': 400, '{"appDeviceKbn":0x0b}': 400, '{"appDeviceKbn":NaN}': 400,
    '{"appDevice\u212abn":11}': 400, '{"appDevice\u212abn":5,"appDeviceKbn":11}': 201,
    '{"\u00e9":1,"e\u0301":2,"appDeviceKbn":11}': 201, '{"appDeviceKbn":11,"appDeviceKbn":12}': 400,
    '{"appDeviceKbn":11,"appDevice\\u004bbn":12}': 400, '{"appDevice\\u004bbn":11}': 201,
    '{"appDeviceKbn":11}x': 400, '{"appDeviceKbn":11,}': 400, '{"appDeviceKbn":11}\0': 400,
    '\ufeff{"appDeviceKbn":11}': None,
    '{"appDeviceKbn\\u0000":11}': 400, '{"a":"\\ud800","appDeviceKbn":11}': None, "[]": 400, "11": 400, "": 400,
}


async def json_bodies(arena: Arena) -> None:
    async with arena.target() as target:
        count = arena.size(60, 10)
        for _ in range(2):
            plain, _ = await asyncio.to_thread(price, target, PLAIN, count * 3)
        limit = max(RATIO * plain, FLOOR)
        for name, body in DEAR.items():
            assert len(body) <= MOST, name
            cost, statuses = await asyncio.to_thread(price, target, body, count)
            arena.at_most(f"processor time for a body: {name}", cost, limit, "ms")
            if not statuses <= {201, 400}:
                arena.row(f"answers to it: {name}", f"{statuses}", "201 or 400", False)
        wrong = []
        for text, status in SMALL.items():
            _, statuses = await asyncio.to_thread(price, target, text.encode(), 1)
            if statuses != {status} and (status or not statuses <= {201, 400}):
                wrong.append(f"{text!a} was answered {statuses}, and not {status}")
        arena.all_right("members and numbers that are read as written", len(SMALL), wrong)
        # The client stays below the rate limit, and uses several connections, because each belongs to one event loop.
        request = post(DEAR["marks in two orders"])
        await stay_fair(
            arena, target, lambda: in_threads(*[lambda stop: paced(target, request, 8, stop)] * 4),
            what="32 such bodies a second")


def price(target: Server, body: bytes, count: int) -> tuple[float, set[int]]:
    """Returns the processor time of one request with this body, in milliseconds, and the statuses."""
    request, statuses = post(body), set()
    before = target.processor_time()
    peer: socket.socket | None = None
    for _ in range(count):
        peer = peer or target.reach(timeout=20)
        peer.sendall(request)
        reply = receive_one(peer)
        statuses.add(reply.status)
        if reply.is_last:
            peer.close()
            peer = None
    return (target.processor_time() - before) / count * 1000, statuses


def paced(target: Server, request: bytes, rate: int, stop) -> None:
    peer = target.reach()
    while not stop.is_set():
        peer.sendall(request)
        peer.setblocking(False)
        try:
            peer.recv(65536)
        except BlockingIOError:
            pass
        peer.settimeout(5)
        time.sleep(1 / rate)
    peer.close()
