"""An ordinary client with one connection and one registration after the other. It is a separate process, to separate
the delays of the attackers' program from those of the service.

    python3 -m service.hostile.ordinary PORT SECONDS PAUSE
"""

import contextlib
import json
import socket
import sys
import time
import uuid
from collections import Counter

from service.http import BODY, post, receive_one

# The time limit for a response, in seconds.
PATIENCE = 10


def main() -> None:
    port, seconds, pause = int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
    latencies: list[float] = []
    statuses: Counter[int] = Counter()
    client: socket.socket | None = None
    begin = time.monotonic()
    while time.monotonic() < begin + seconds:
        request = post(BODY, f"Idempotency-Key: {uuid.uuid4()}")
        sent, status = time.monotonic(), 0
        with contextlib.suppress(OSError, ValueError):
            if client is None:
                client = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            client.sendall(request)
            status = receive_one(client, PATIENCE).status
        # A request without a response took at least that long.
        latencies.append(time.monotonic() - sent if status else PATIENCE)
        statuses[status] += 1
        if not status and client:
            client.close()
            client = None
        if pause:
            time.sleep(pause)
    latencies.sort()
    print(json.dumps({
        "p50": latencies[len(latencies) // 2] * 1000, "p99": latencies[int(len(latencies) * 0.99)] * 1000,
        "count": len(latencies), "refused": statuses.total() - statuses[201], "statuses": statuses,
    }))


main()
