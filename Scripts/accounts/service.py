"""A service under test, and clients of it."""

import asyncio
import http.client
import json
import os
import re
import subprocess
import threading
import time


class Service:
    """`serve` on a free port, until the end of the `with` block."""

    def __init__(self, program, folder, database=None):
        self.arguments = [
            program, "serve", "--port", "0", "--rate-limit", "off", "--trusted-proxies", "127.0.0.1",
            "--database", database or f"sqlite:{folder}/service.sqlite",
        ]

    def __enter__(self):
        self.process = subprocess.Popen(self.arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            found = re.search(r'"message":"listening".*"port":"?(\d+)', line) or re.search(r'"port":"?(\d+)"?.*listening', line)
            if found:
                self.port = int(found.group(1))
                break
        else:
            raise SystemExit(f"The service did not start: {' '.join(self.arguments)}")
        # Nobody must wait for a reader of the log.
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait()

    def headers(self, address=None, **others):
        forwarded = {"X-Forwarded-For": address} if address else {}
        return {"Content-Type": "application/json", **forwarded, **others}

    def request(self, method, path, body=None, headers=None, timeout=60):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None, headers or self.headers())
            reply = connection.getresponse()
            content = reply.read()
            return reply.status, json.loads(content) if content else {}
        finally:
            connection.close()

    def sign_up(self, name, password, key=None):
        headers = self.headers(**({"Idempotency-Key": key} if key else {}))
        return self.request("POST", "/accounts", {"name": name, "password": password, "udid": "u-1"}, headers)

    def log_in(self, name, password, address):
        return self.request(
            "POST", "/sessions", {"name": name, "password": password, "udid": "u-1"}, self.headers(address))

    def session(self, token):
        """The account of the session; `None` if it has ended."""
        status, body = self.request("GET", "/session", headers=self.headers(Authorization=f"Bearer {token}"))
        return body["account"]["id"] if status == 200 else None

    def note_sign_up(self, name, password, acknowledged):
        try:
            status, body = self.sign_up(name, password, key=f"key-of-{name}")
            if status == 201:
                acknowledged[name] = (body["account"]["id"], body["session"]["token"])
        except (OSError, http.client.HTTPException, ValueError):
            # The service was killed before it had answered.
            pass

    def registrations(self, seconds, stop=None):
        """How long each of the registrations took that one client made, one after the other."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        durations, end = [], time.perf_counter() + seconds
        while time.perf_counter() < end and not (stop and stop.is_set()):
            start = time.perf_counter()
            connection.request("POST", "/udids", '{"appDeviceKbn":11}', self.headers())
            reply = connection.getresponse()
            reply.read()
            assert reply.status == 201, reply.status
            durations.append(time.perf_counter() - start)
        return durations

    def memory(self, name):
        """In KB, as the kernel counts it."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(rf"{name}:\s+(\d+)", file.read()).group(1))


async def answer(port, name, password, address):
    """Logs in on a connection of its own: the status, the time in seconds, and whether it says when to come again."""
    body = json.dumps({"name": name, "password": password, "udid": "u-1"})
    start = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"POST /sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-Forwarded-For: {address}\r\n"
        f"Connection: close\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
    reply = await reader.read()
    writer.close()
    return int(reply.split(b" ", 2)[1]), time.perf_counter() - start, b"retry-after" in reply.lower()


async def crowd(services, tries, at_once=None):
    """The answers to all of them, at most `at_once` at a time, the services taking turns."""
    services = services if isinstance(services, list) else [services]
    gate = asyncio.Semaphore(at_once or len(tries))

    async def one(number, name, password, address):
        async with gate:
            return await answer(services[number % len(services)].port, name, password, address)

    return await asyncio.gather(*(one(number, *entry) for number, entry in enumerate(tries)))
