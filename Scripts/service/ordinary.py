"""An ordinary client with one connection and one registration after the other. It is a separate process, to separate
the delays of the attackers' program from those of the service.

    python3 -m service.ordinary PORT SECONDS     prints the 99th percentile of the latency in milliseconds, and the number
                                                 of requests that were not answered with 201
"""

import contextlib
import socket
import sys
import time
import uuid

from service.http import BODY, post, receive_one

# The time limit for a response, in seconds.
PATIENCE = 10


def main() -> None:
    port, seconds = int(sys.argv[1]), float(sys.argv[2])
    latencies, refused, client, begin = [], 0, None, time.monotonic()
    while time.monotonic() < begin + seconds:
        sent, status = time.monotonic(), 0
        with contextlib.suppress(OSError, ValueError):
            if client is None:
                client = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            client.sendall(post(BODY, f"Idempotency-Key: {uuid.uuid4()}"))
            status = receive_one(client, PATIENCE).status
        # A request without a response took at least that long.
        latencies.append(time.monotonic() - sent if status else PATIENCE)
        refused += status != 201
        client = client if status else None
        # It stays below the rate limit.
        time.sleep(0.001)
    print(sorted(latencies)[int(len(latencies) * 0.99)] * 1000, refused)


main()
