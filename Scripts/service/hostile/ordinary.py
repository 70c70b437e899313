"""An ordinary client with one connection and one registration after the other. It is a separate process, to separate
the delays of the attackers' program from those of the service.

    python3 -m hostile.ordinary PORT SECONDS PAUSE
"""

import json
import socket
import sys
import time
import uuid

# The time limit for a response, in seconds.
PATIENCE = 10


def read_status(client: socket.socket) -> int:
    data = b""
    while (end := data.find(b"\r\n\r\n")) < 0:
        if not (part := client.recv(65536)):
            return 0
        data += part
    head = data[:end].lower()
    length = int(head.split(b"content-length:")[1].split(b"\r\n")[0]) if b"content-length:" in head else 0
    while len(data) < end + 4 + length:
        if not (part := client.recv(65536)):
            return 0
        data += part
    return int(head.split(b" ")[1])


def main() -> None:
    port, seconds, pause = int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
    latencies, statuses, client = [], {}, None
    body = b'{"appDeviceKbn":11}'
    begin = time.monotonic()
    while time.monotonic() < begin + seconds:
        head = (
            f"POST /udids HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: {uuid.uuid4()}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n")
        sent, status = time.monotonic(), 0
        try:
            if client is None:
                client = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            client.sendall(head.encode() + body)
            status = read_status(client)
        except OSError:
            pass
        # A request without a response took at least that long.
        latencies.append(time.monotonic() - sent if status else PATIENCE)
        statuses[status] = statuses.get(status, 0) + 1
        if not status and client:
            client.close()
            client = None
        if pause:
            time.sleep(pause)
    latencies.sort()
    print(json.dumps({
        "p50": latencies[len(latencies) // 2] * 1000, "p99": latencies[int(len(latencies) * 0.99)] * 1000,
        "count": len(latencies), "refused": sum(count for status, count in statuses.items() if status != 201),
        "statuses": statuses,
    }))


main()
