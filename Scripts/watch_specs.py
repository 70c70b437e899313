"""Runs specs and guarantees that the run ends. If no spec ends for LIMIT seconds, it prints the names of the unfinished
specs, and ends the run with all its processes. It also ends them when it is interrupted and when the run has ended.

usage: python3 Scripts/watch_specs.py swift test [OPTION]...
SPEC_SECONDS is the limit, 300 if it is not set. The exit status is the status of the command, or 124 if the limit
was reached. The run is also ended when the script that has started it no longer exists.

Specs that spin or block their thread are not ended by their own time limit, and `swift test` leaves them behind when
it is killed.
"""

import contextlib
import ctypes
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

OVER_TIME = 124
# From linux/prctl.h.
PR_SET_CHILD_SUBREAPER = 36


class Specs:
    """The specs in the event stream of a run."""

    def __init__(self, stream: Path) -> None:
        self.stream = stream
        self.rest = b""
        self.position = 0
        self.places: dict[str, str] = {}
        # The cases that have begun, by their specs.
        self.running: dict[str, list[str]] = {}
        self.suites: set[str] = set()

    def read(self) -> bool:
        """Reads new events. Returns whether any have arrived since the last time."""
        with contextlib.suppress(FileNotFoundError), self.stream.open("rb") as stream:
            stream.seek(self.position)
            new = stream.read()
            self.position += len(new)
            *lines, self.rest = (self.rest + new).split(b"\n")
            for line in lines:
                if line.strip():
                    self.take(json.loads(line))
            return bool(new)
        return False

    def take(self, record: dict) -> None:
        payload = record["payload"]
        if record["kind"] == "test":
            place = payload.get("sourceLocation", {})
            file = place.get("_filePath") or place.get("filePath") or place.get("fileID", "")
            file = os.path.relpath(file) if file.startswith(os.getcwd() + "/") else file
            self.places[payload["id"]] = f"{file}:{place.get('line', '?')}"
            if payload.get("kind") == "suite":
                self.suites.add(payload["id"])
            return
        test = payload.get("testID", "")
        match payload.get("kind"):
            case "testStarted":
                self.running[test] = []
            case "testEnded" | "testSkipped":
                self.running.pop(test, None)
            case "testCaseStarted":
                self.running.setdefault(test, []).append(case_of(payload))
            case "testCaseEnded":
                with contextlib.suppress(ValueError, KeyError):
                    self.running[test].remove(case_of(payload))

    @property
    def unfinished(self) -> list[str]:
        """Returns the specs that have begun and not ended, with their places."""
        return [
            f"{self.places.get(test, '?')}: {name_of(test)}" + "".join(f", {case}" for case in cases)
            for test, cases in self.running.items() if test not in self.suites
        ]


def name_of(test: str) -> str:
    """`Module.suite/spec()/File.swift:1:2` without its place."""
    parts = test.split("/")
    return "/".join(parts[:-1] if ".swift:" in parts[-1] else parts)


def case_of(payload: dict) -> str:
    return payload.get("_testCase", {}).get("displayName", "")


def descendants(of: int) -> list[int]:
    """Returns all direct and indirect child processes of this process. On Linux, orphaned ones become its own
    children."""
    listing = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True).stdout
    children: dict[int, list[int]] = {}
    for line in listing.splitlines():
        process, parent = map(int, line.split())
        children.setdefault(parent, []).append(process)
    found: list[int] = []
    open_ = [of]
    while open_:
        for child in children.get(open_.pop(), []):
            found.append(child)
            open_.append(child)
    return found


def end_all() -> None:
    """Kills all child processes until none is left, because a process may be starting a new one."""
    for _ in range(100):
        # `ps` itself has ended by now.
        alive = [process for process in descendants(os.getpid()) if is_alive(process)]
        if not alive:
            return
        for process in alive:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        reaped()
        time.sleep(0.02)


def reaped() -> dict[int, int]:
    """Returns the statuses of all ended children, orphaned ones included."""
    statuses = {}
    with contextlib.suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            statuses[ended[0]] = os.waitstatus_to_exitcode(ended[1])
    return statuses


def is_alive(process: int) -> bool:
    with contextlib.suppress(FileNotFoundError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return not Path("/proc/self").exists()


class Interrupted(BaseException):
    def __init__(self, number: int) -> None:
        self.number = number


def interrupt(number: int, _: object) -> None:
    raise Interrupted(number)


def run(command: list[str], limit: float, stream: Path) -> int:
    specs = Specs(stream)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    parent, last = os.getppid(), time.monotonic()
    process = subprocess.Popen([*command, "--event-stream-output-path", str(stream), "--event-stream-version", "0"])
    while True:
        time.sleep(0.1)
        status = reaped().get(process.pid)
        if status is not None:
            process.returncode = status
            return status
        if os.getppid() != parent:
            raise Interrupted(signal.SIGHUP)
        if specs.read():
            last = time.monotonic()
        elif time.monotonic() - last > limit:
            print(f"✘ No spec has ended for {limit:g} seconds. These have begun and not ended:", file=sys.stderr)
            for name in specs.unfinished or ["none: the run itself does not begin, or does not end"]:
                print(f"✘ Over time: {name}", file=sys.stderr, flush=True)
            return OVER_TIME


def main() -> int:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
    limit = float(os.environ.get("SPEC_SECONDS") or 300)
    with tempfile.TemporaryDirectory(prefix="specs-") as folder:
        try:
            return run(sys.argv[1:], limit, Path(folder) / "events")
        except Interrupted as interruption:
            return 128 + interruption.number
        finally:
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
            end_all()


if __name__ == "__main__":
    status = main()
    sys.exit(status if status >= 0 else 128 - status)
