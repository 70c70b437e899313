"""Registers devices with a service, and finds out whether it still knows them.

    registrations.py load URL FILE      registers until the service goes away, and writes each key that was answered with its UDID
    registrations.py verify URL FILE    sends all of these keys again: each must get the UDID that it has got before
"""

import json
import sys
import threading
import urllib.error
import urllib.request
import uuid

THREADS = 8


def register(address, key):
    request = urllib.request.Request(
        f"{address}/udids", data=b'{"appDeviceKbn":11}', method="POST",
        headers={"Content-Type": "application/json", "Idempotency-Key": key})
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.loads(response.read())["udid"]


def load(address, path):
    answered, refused, lock = {}, set(), threading.Lock()

    def work():
        while True:
            key = str(uuid.uuid4())
            try:
                udid = register(address, key)
            except urllib.error.HTTPError as error:
                refused.add(error.code)
                return
            except OSError:
                return
            with lock:
                answered[key] = udid

    threads = [threading.Thread(target=work) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with open(path, "w", encoding="utf-8") as file:
        json.dump(answered, file)
    print(f"{len(answered)} registrations were answered")
    if refused:
        sys.exit(f"the service answered with {sorted(refused)}")
    if len(answered) < 100:
        sys.exit("too few registrations were answered for this to mean anything")


def verify(address, path):
    with open(path, encoding="utf-8") as file:
        answered = json.load(file)
    lost = sum(register(address, key) != udid for key, udid in answered.items())
    print(f"{len(answered)} registrations were sent again, {lost} of them were lost")
    if lost:
        sys.exit(1)


if __name__ == "__main__":
    {"load": load, "verify": verify}[sys.argv[1]](*sys.argv[2:])
