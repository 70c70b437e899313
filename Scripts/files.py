"""Runs all code that writes files under strace, checks the order of its system calls for a power cut, and lets each call
that changes a file kill the program or fail. See Scripts/check-files.sh.

usage: files.py PROGRAM [WRITER]...     all writers without a name
"""

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import uuid
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from service.server import free_port

REPOSITORY = Path(__file__).resolve().parents[1]
IS_SHORT = bool(os.environ.get("SHORT"))
PASSWORD = "a sentence that nobody says\n"
WRITES = {"write", "writev", "pwrite64", "pwritev", "sendfile", "copy_file_range", "fallocate", "ftruncate"}
CALLS = ",".join([
    *WRITES, "open,openat,creat,fsync,fdatasync,rename,renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,rmdir",
    "mkdir,mkdirat,fchmod,flock,sendto,sendmsg,exit_group"])
STRACE = ["strace", "-f", "-qq", "-y", "-s", "0", "-e", "signal=none"]
# The calls that change files, which are killed before they happen, or fail because of a full disk or a disk error.
KILLED = (*WRITES, "fsync", "fdatasync", "rename", "renameat2", "unlink", "mkdir", "linkat")
FAILING = {"write": "ENOSPC", "pwrite64": "ENOSPC", "mkdir": "ENOSPC", "fsync": "EIO", "fdatasync": "EIO", "rename": "EIO"}

# Code that creates, changes, flushes, renames or removes a file: calls of the system and of Foundation, and the types
# of this repository that call them.
PRIMITIVES = re.compile(
    r"""\bO_(?:CREAT|WRONLY|RDWR|TRUNC|APPEND)\b
    | (?<!func[ ])(?<![.\w])(?:fdatasync|fopen|fsync|ftruncate|link|mkdir|mkstemp|rename|rmdir|symlink|unlink|unlinkat)\(
    | \.(?:createDirectory|createFile|copyItem|moveItem|removeItem|createSymbolicLink|truncate)\( | \.write\(\s*to:
    | \bFileHandle\( | \bUserDefaults\( | VACUUM[ ]INTO | \bDatabaseQueue\( | \bFileLock\.take\b
    | \b(?:DocumentFile|RecordingFile|LeftoverFolder)\( | \b(?:FileReplacement|NewFolder|PrivateDirectory)\.(?!check)
    """, re.VERBOSE)


@dataclass
class Ending:
    # The exit status. It is negative if a signal ended the program, as in `subprocess`.
    status: int
    output: str


# Runs a program in a folder, with a command before it.
Run = Callable[[Path, list[str]], Ending]


def environment(root: Path) -> dict[str, str]:
    # strace counts the calls of each thread, so the tasks of Swift get a single one.
    return {"PATH": os.environ["PATH"], "HOME": f"{root}/home", "LC_ALL": "C", "TMPDIR": f"{root}/tmp",
            "CALEARNING_STATE_DIR": f"{root}/state", "LIBDISPATCH_COOPERATIVE_POOL_STRICT": "1"}


def run(*arguments: str, given: str = "") -> Run:
    """Runs the program. `@` in an argument stands for the folder that it may write to."""
    def ending(root: Path, wrapper: list[str]) -> Ending:
        command = [*wrapper, PROGRAM, *(part.replace("@", str(root)) for part in arguments)]
        done = subprocess.run(
            command, env=environment(root), input=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=root, timeout=60,
            text=True, errors="replace")
        return Ending(done.returncode, done.stdout)
    return ending


KEYS = [str(uuid.UUID(f"0198c1a2-7b3c-7def-8123-45678900000{number}")) for number in range(3)]


def serve(root: Path, wrapper: list[str]) -> Ending:
    """Registers devices, and ends the service. The output lists the acknowledged devices."""
    port, acknowledged, log = free_port(), {}, root.with_suffix(".log")
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*wrapper, PROGRAM, "serve", "--port", str(port)], env=environment(root), stdout=output, stderr=output, cwd=root)
    for key in KEYS:
        deadline = time.monotonic() + 20
        while key not in acknowledged and process.poll() is None and time.monotonic() < deadline:
            request = urllib.request.Request(
                f"http://127.0.0.1:{port}/udids", b'{"appDeviceKbn":11}',
                {"Content-Type": "application/json", "Idempotency-Key": key})
            try:
                with urllib.request.urlopen(request, timeout=10) as answer:
                    acknowledged[key] = json.load(answer)["udid"]
            except urllib.error.HTTPError:
                break
            except OSError:
                time.sleep(0.02)
    # strace passes no signals on.
    tracee = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True).stdout.split()
    if process.poll() is None:
        os.kill(int(tracee[0]) if wrapper and tracee else process.pid, signal.SIGTERM)
    try:
        process.wait(timeout=60)
    finally:
        process.kill()
    return Ending(process.returncode, json.dumps(acknowledged) + "\n" + log.read_text(errors="replace"))


@dataclass
class Writer:
    # The names of the writing sources that this run covers.
    sources: str
    command: Run
    prepare: tuple[Run, ...] = ()
    # The run after a fault. By default it is the command again.
    retry: Run | None = None
    # The statuses of a successful command, of one that reports a fault, and of the next run if all work was done.
    succeeds: tuple[int, ...] = (0,)
    fails: tuple[int, ...] = (74,)
    is_done: tuple[int, ...] = ()
    # Files that are neither flushed nor complete: temporary ones, and those that a library writes in its own way.
    scratch: str = "(?!)"
    # Removed files that a power cut may restore.
    returns: str = "(?!)"
    # Calls whose failure does no harm.
    harmless: str = "(?!)"
    # Returns a sentence if the next run does not keep a promise. It gets the output of the run with the fault as well.
    check: Callable[[Path, str, str], str | None] = lambda root, before, after: None

    def is_durable(self, path: str) -> bool:
        # Locks have no content. SQLite creates its index again.
        return not re.search(rf"\.lock$|/lock$|-shm$|{self.scratch}", path)


def one_udid(root: Path, before: str, after: str) -> str | None:
    """One UDID was issued and shown, and no journal is left."""
    shown = set(re.findall(r'"udid" ?: ?"([^"]+)"', before + after))
    issued = set(re.findall(r'"udid" ?: ?"([^"]+)"', (root / "state/registry.json").read_text()))
    if len(issued) != 1 or shown != issued:
        return f"the device has shown {sorted(shown)}, and {sorted(issued)} were issued"
    left = list((root / "state/journal").glob("*.jsonl"))
    return f"the journal {left[0].name} is left" if left else None


def one_account(root: Path, before: str, after: str) -> str | None:
    """The device is logged in, to the only account."""
    count = len(json.loads((root / "state/accounts.json").read_text())["accounts"])
    status = run("whoami")(root, []).status
    return f"{count} accounts were kept, and whoami ended with {status}" if (count, status) != (1, 0) else None


def keeps_acknowledged(root: Path, before: str, after: str) -> str | None:
    first, then = (json.loads(text.split("\n")[0] or "{}") for text in (before, after))
    lost = [key for key, udid in first.items() if then.get(key) != udid]
    return f"{len(lost)} acknowledged registrations are lost" if lost else None


def whole_backup(root: Path, before: str, after: str) -> str | None:
    with sqlite3.connect(f"file:{root}/place/copy.sqlite?mode=ro", uri=True) as copy:
        count = copy.execute("SELECT count(*) FROM registrations").fetchone()[0]
    return None if count == len(KEYS) else f"the backup has {count} of {len(KEYS)} devices"


def killed_boot(root: Path, wrapper: list[str]) -> Ending:
    """Leaves the journal of a run that was killed at its first change."""
    run("boot")(root, ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "inject=rename:signal=KILL:when=1"])
    if not list((root / "state/journal").glob("*.jsonl")):
        raise SystemExit("A boot that was killed has left no journal.")
    return Ending(0, "")


WRITERS = {
    "store": Writer(
        "FileDescriptor DocumentFile FileLock PrivateDirectory FileDataStore", run("tutorial", "--complete", "--format", "json"),
        (run("boot"),)),
    "boot": Writer(
        "FileJournal FileDeviceRegistry", run("boot", "--format", "json"), check=one_udid, returns=r"/journal/.*\.jsonl$"),
    "accounts": Writer(
        "FileAccountRegistry", run("signup", "--name", "ada", "--password-stdin", given=PASSWORD), (run("boot"),),
        check=one_account, is_done=(76,), returns=r"/journal/.*\.jsonl$"),
    "reset": Writer("", run("reset", "--yes"), (killed_boot,)),
    "recording": Writer(
        "Recording Settings", run("boot", "--record", "@/place/run.jsonl"), (run("boot"),),
        retry=run("boot", "--record", "@/place/again.jsonl")),
    "user-defaults": Writer(
        "UserDefaultsDataStore", run("boot", "--store", "user-defaults", "--format", "json"), check=one_udid,
        scratch="/home/", returns=r"/journal/.*\.jsonl$"),
    "leftovers": Writer(
        "LeftoverFolder LeftoversCommand", run("leftovers", "@/place/left", "--depth", "0"),
        retry=run("leftovers", "@/place/again", "--depth", "0"), scratch="/place/left/(before|dying|resumed)(/|$)"),
    "backup": Writer(
        "SQLiteBackupMaker", run("operate", "backup", "@/place/copy.sqlite"), (serve,), check=whole_backup,
        scratch="/state/", is_done=(64,),
        # SQLite flushes the folder of its own journal, and ignores errors. The folder is flushed again with the name of
        # the backup.
        harmless=r"fdatasync\(\d+<.*/place>"),
    "service": Writer(
        "SQLiteOpening SQLiteFiles", serve, check=keeps_acknowledged, fails=(0, 64, 65, 70, 74),
        # A log that was copied into the database. The database has the same contents.
        scratch=r"/\.calearning-", returns=r"-(wal|journal)$|/\.calearning-"),
    "service check": Writer(
        "SQLitePlace", run("serve", "--check"), fails=(0, 64, 74), scratch=r"/\.calearning-", returns=r"/\.calearning-"),
}
# The writing sources without a run, with the reason.
UNTRIED = {
    "WorldsCommand": "a file as `recording` writes, only if an invariant is broken",
    "WorldCorpus": "the folder of such files, and a line for each search, which nothing depends on; WorldsReportSpec",
    "Console": "opens /dev/null",
    "LocalStoreTable": "rows of browsers in a folder, each replaced as a whole; RowDataStoreSpec, StoreTableContract",
    "House": "for specs, which write the pages of the documents; they can be written again",
    "Coverage": "for specs, which write their coverage with it; no command writes it",
    "URLSessionUpload": "a temporary file, only on Apple's systems",
    "BoundedProcess": "pipes, and /dev/null",
    "Directories": "copies of sources, which can be copied again",
    "FileCourseFolder": "a course, which can be created again", "CourseMaterial": "as FileCourseFolder",
    "SourceRoot": "as FileCourseFolder", "SwiftCourseChecker": "as FileCourseFolder",
    "FileApplicationMaker": "an application, which can be created again",
}


def untabled() -> list[str]:
    """Returns the writing sources that no run tries."""
    tabled = {name for writer in WRITERS.values() for name in writer.sources.split()} | set(UNTRIED)
    found = []
    for file in sorted(path for folder in ("Sources", "Libraries", "Tool") for path in (REPOSITORY / folder).rglob("*.swift")):
        code = re.sub(r"^\s*//.*$", "", file.read_text("utf-8"), flags=re.MULTILINE)
        if file.stem not in tabled and (primitive := PRIMITIVES.search(code)):
            found.append(f"{file.relative_to(REPOSITORY)} writes files (`{primitive[0].strip()}`), and no run tries it.")
    return found


# --- What a power cut could undo -------------------------------------------------------------------------------------------

@dataclass
class Call:
    name: str
    arguments: str
    result: int

    @property
    def paths(self) -> list[str]:
        """Returns the paths in its arguments, in order."""
        return re.findall(r'"((?:[^"\\]|\\.)*)"', self.arguments)

    @property
    def file(self) -> str:
        """Returns the path of the descriptor that it changes."""
        found = re.findall(r"\d+<(.*?)>", self.arguments) or [""]
        return found[-1 if self.name == "copy_file_range" else 0]

    @property
    def changed(self) -> str:
        """Returns the path by which strace selects it."""
        is_by_path = self.name not in WRITES and self.paths
        return self.paths[0 if self.name.startswith("rename") else -1] if is_by_path else self.file


def calls(text: str) -> Iterable[Call]:
    """Returns the calls in the output of strace, in the order of their ends."""
    begun: dict[str, str] = {}
    for line in text.splitlines():
        process, _, rest = line.partition(" ")
        rest = rest.strip()
        if rest.endswith("<unfinished ...>"):
            begun[process] = rest.removesuffix("<unfinished ...>").rstrip()
            if not rest.startswith("exit_group"):
                continue
            rest = begun[process] + ") = 0"
        if resumed := re.match(r"<\.\.\. \w+ resumed>(.*)", rest):
            rest = begun.pop(process, "") + resumed[1]
        if match := re.match(r"(\w+)\((.*)\)\s+= (-?\d+|\?)", rest):
            yield Call(match[1], match[2], -1 if match[3] == "?" else int(match[3]))


@dataclass
class Disk:
    """The changes that a program has not flushed to the disk yet."""

    writer: Writer
    existing: set[str]
    unflushed: set[str] = field(default_factory=set)
    # The names that were created, changed or removed in each folder.
    entries: dict[str, set[str]] = field(default_factory=dict)

    def change(self, path: str) -> None:
        self.entries.setdefault(str(PurePath(path).parent), set()).add(path)

    def create(self, path: str) -> None:
        if path not in self.existing:
            self.existing.add(path)
            self.change(path)

    def remove(self, path: str) -> None:
        self.existing.discard(path)
        self.unflushed.discard(path)
        self.entries.get(str(PurePath(path).parent), set()).discard(path)
        if not re.search(self.writer.returns, path):
            self.change(path)

    def flush(self, path: str) -> None:
        self.unflushed.discard(path)
        self.entries.pop(path, None)

    def rename(self, old: str, new: str) -> None:
        def moved(path: str) -> str:
            return new + path[len(old):] if path == old or path.startswith(old + "/") else path

        self.entries.get(str(PurePath(old).parent), set()).discard(old)
        self.existing, self.unflushed = set(map(moved, self.existing)), set(map(moved, self.unflushed))
        self.entries = {moved(folder): set(map(moved, paths)) for folder, paths in self.entries.items()}
        self.change(new)

    def missing(self, concerns: Callable[[str], bool] = lambda path: True) -> list[str]:
        """Returns the changes that a power cut could undo now, of the given paths."""
        names = (path for paths in self.entries.values() for path in paths)
        changed = [(path, "the content") for path in self.unflushed] + [
            (path, "the name" if path in self.existing else "the removal") for path in names]
        return sorted(f"{what} of {path}" for path, what in changed if self.writer.is_durable(path) and concerns(path))


def flaws(trace: Iterable[Call], disk: Disk, root: str) -> list[str]:
    """Returns the steps that the program took too early. A power cut must not leave

    - a new name for content that is not on the disk. The content is flushed before the rename.
    - less than a process reports, or releases to others with a lock. Files and folders are flushed before.
    - a change that the journal of its run does not contain. The journal is flushed before any document is replaced.
    """
    found: dict[str, str] = {}

    def demand(missing: list[str], when: str) -> None:
        for what in missing:
            # Only the first place of each missing flush needs a fix.
            found.setdefault(what, f"{what} is not flushed {when}")

    for call in (call for call in trace if call.result >= 0):
        name, file, path = call.name, call.file, (call.paths or [""])[-1]
        is_inside = path.startswith(root)
        if name in ("open", "openat") and "O_CREAT" in call.arguments and is_inside or name.startswith("mkdir") and is_inside:
            disk.create(path)
            if "O_TRUNC" in call.arguments:
                disk.unflushed.add(path)
        elif name in WRITES and file.startswith(root):
            disk.unflushed.add(file)
        elif name.startswith("send") and "AF_NETLINK" not in call.arguments or name.startswith("write") and (
                call.arguments.startswith("1<") or file.startswith(("socket", "TCP"))):
            demand(disk.missing(), "when the program answers")
        elif name in ("fsync", "fdatasync"):
            disk.flush(file)
        elif name.startswith("rename") and is_inside:
            old = call.paths[0]
            # The old name belongs to a draft, so it may be lost.
            draft = disk.missing(lambda path, old=old: path == old or path.startswith(old + "/"))
            demand([what for what in draft if what not in (f"the name of {old}", f"the removal of {old}")],
                   f"before its name is changed to {path}")
            journals = f"{PurePath(path).parent}/journal/"
            demand(disk.missing(lambda path, journals=journals: path.startswith(journals)), f"before {path} is changed")
            disk.rename(old, path)
        elif name.startswith(("unlink", "rmdir")) and is_inside:
            disk.remove(path)
        elif name == "flock" and "LOCK_UN" in call.arguments and "(deleted)" not in call.arguments:
            # A lock protects the file next to it, or its folder.
            lock = PurePath(file)
            demand(disk.missing(lambda path, lock=lock: lock.suffix == ".lock" and path == str(lock.with_suffix("")) or
                                lock.name == "lock" and PurePath(path).parent == lock.parent), f"when {file} is released")
        elif name == "exit_group":
            demand(disk.missing(), "when the program ends")
    return list(found.values())


# --- The faults ------------------------------------------------------------------------------------------------------------

def shape(path: str) -> str:
    """Returns the path with a placeholder for each part that differs between runs."""
    return re.sub(r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F-]{22}|(?<=[.-])[0-9a-f]{10,16}(?=/|$|-)|(?<=/left/)\d+", "*", path)


def content(root: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*"))
        if path.is_file() and not path.is_symlink()}


def flaw_of(path: str, data: bytes, is_killed: bool) -> str | None:
    """Returns the reason why a changed file is not a complete new one."""
    try:
        if path.endswith(".json") and "format" not in json.loads(data):
            return "is no document"
        if path.endswith(".jsonl"):
            lines = data.split(b"\n")
            # The last line of a run that was killed may be cut off.
            for line in lines[:-1] if is_killed or "journal/" in path else lines:
                if line:
                    json.loads(line)
    except ValueError:
        return f"is cut off or damaged: {data[-60:]!r}"
    return None


class Session:
    """The runs of one writer."""

    def __init__(self, name: str, writer: Writer, folder: Path):
        self.writer = writer
        self.folder = folder
        folder.mkdir()
        self.before = folder / "before"
        for part in ("home", "tmp", "place"):
            (self.before / part).mkdir(parents=True)
        for step in writer.prepare:
            if (ending := step(self.before, [])).status != 0:
                raise SystemExit(f"A preparation of {name} ended with {ending.status}:\n{ending.output}")

    def copy(self, name: str) -> Path:
        return Path(shutil.copytree(self.before, self.folder / name, symlinks=True))

    def trace(self) -> list[str]:
        """Runs without a fault, and returns the flaws in the order of the calls."""
        root, trace = self.copy("traced"), self.folder / "trace"
        existing = {str(path) for path in [root, *root.rglob("*")]}
        ending = self.writer.command(
            root, [*STRACE, "--seccomp-bpf", "-e", f"trace={CALLS}", "-o", str(trace)])
        self.after = {shape(name) for name in content(root)}
        found = list(calls(trace.read_text(errors="replace")))
        wrong = flaws(found, Disk(self.writer, existing), f"{root}/")
        # The name and the path of each call that changes a file. strace cannot select a name that differs between runs.
        inside = [call for call in found if call.name in KILLED and call.changed.startswith(f"{root}/")]
        self.calls = Counter(
            (call.name, call.changed.removeprefix(f"{root}/") if shape(call.changed) == call.changed else "*") for call in inside)
        if ending.status not in self.writer.succeeds:
            wrong.append(f"a run without a fault ends with {ending.status}: {ending.output[-500:]}")
        return wrong

    def cases(self) -> list[tuple[str, str, str, int]]:
        """Returns the faults: the call, its path, the fault, and the number of the call. The short form tries one of each."""
        return [
            (name, path, fault, number) for (name, path), count in self.calls.items()
            for number in range(1, (1 if IS_SHORT else count) + 1)
            for fault in ("signal=KILL", f"error={FAILING[name]}" if name in FAILING else "") if fault]

    def meet(self, call: str, path: str, fault: str, number: int) -> list[str]:
        """Subjects the program to a fault at this call, and runs it again without one."""
        writer, wrong = self.writer, []
        root = self.copy(re.sub(r"\W", "-", f"{call} {path} {fault} {number}"))
        trace = root.with_suffix(".trace")
        ending = writer.command(root, [
            *STRACE, *(() if path == "*" else ("-P", f"{root}/{path}")), "-e", f"trace={call}",
            "-e", f"inject={call}:{fault}:when={number}", "-o", str(trace)])
        injected = [line for line in trace.read_text(errors="replace").splitlines() if "(INJECTED)" in line]
        is_killed = ending.status == -signal.SIGKILL
        if not injected and not is_killed:
            # Another thread made the call before, or a library makes it not always.
            return []
        if not is_killed and ending.status in writer.succeeds and ending.status not in writer.fails:
            if not all(re.search(f"{writer.harmless}|{writer.scratch}", line) for line in injected):
                wrong.append(f"it claims success: {injected[0]}")
        elif not is_killed and ending.status not in writer.fails:
            wrong.append(f"it ended with {ending.status}: {ending.output[-300:]!r}")
        wrong += self.differences(root, is_killed)
        again = (writer.retry or writer.command)(root, [])
        if again.status not in writer.succeeds and again.status not in writer.is_done:
            wrong.append(f"the next run ended with {again.status}: {again.output[-300:]!r}")
        elif flaw := writer.check(root, ending.output, again.output):
            wrong.append(f"after the next run, {flaw}")
        wrong += [f"after the next run, {flaw}" for flaw in self.differences(root, True)]
        shutil.rmtree(root)
        return [f"{fault} at {call} {path} {number}: {flaw}" for flaw in wrong]

    def differences(self, root: Path, is_killed: bool) -> list[str]:
        """Returns the differences from both states, before and after a run without a fault, and the remaining files."""
        wrong, before, now = [], content(self.before), content(root)
        known = {shape(name) for name in before} | self.after
        for name, data in now.items():
            if before.get(name) == data or not self.writer.is_durable(f"/{name}"):
                continue
            if shape(name) in known or "journal/" in name:
                if flaw := flaw_of(name, data, is_killed):
                    wrong.append(f"{name} {flaw}")
            # SQLite takes over what it left.
            elif not is_killed and ".sqlite" not in name:
                wrong.append(f"{name} is left behind")
        return wrong + [f"{name} is gone" for name in before if name not in now and shape(name) in self.after]


def main() -> int:
    wrong, count = untabled(), 0
    workers = ThreadPoolExecutor(max_workers=os.cpu_count())
    folder = Path(tempfile.mkdtemp(prefix="calearning-files."))
    check = subprocess.run([PROGRAM, "serve", "--check"], capture_output=True, text=True, env={"LC_ALL": "C", "HOME": "/nowhere"})
    for name, writer in WRITERS.items():
        if sys.argv[2:] and name not in sys.argv[2:]:
            continue
        if ("has no service" in check.stderr and "SQLite" in writer.sources) or IS_SHORT and name == "leftovers":
            print(f"{name}: left out", flush=True)
            continue
        start, session = time.monotonic(), Session(name, writer, folder / name.replace(" ", "-"))
        found, cases = session.trace(), session.cases()
        for flawed in workers.map(lambda case, session=session: session.meet(*case), cases):
            found += flawed
        print(f"{name}: {len(cases)} faults, {len(found)} flaws, {time.monotonic() - start:.1f} s", flush=True)
        wrong, count = wrong + [f"{name}: {flaw}" for flaw in found], count + len(cases)
    for flaw in wrong:
        print(f"! {flaw}".replace(str(folder), ""))
    print(f"{count} faults, {len(wrong)} flaws")
    shutil.rmtree(folder)
    return 1 if wrong else 0


if __name__ == "__main__":
    PROGRAM = str(Path(sys.argv[1]).resolve())
    sys.exit(main())
