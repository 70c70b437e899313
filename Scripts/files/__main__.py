"""Runs all code that writes files, checks its system calls for durability, and subjects each run to faults. See
Scripts/check-files.sh."""

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from .trace import CALLS, Disk, calls, counted, flaws
from .writers import REPOSITORY, UNTRIED, WRITERS, Ending, Place, Writer, fault_variables, place_for

# The texts of an error that name its cause.
ERRORS = {"space": ("No space left on device", "SQLite error"), "io": ("Input/output error", "SQLite error")}
FOLDERS = ("home", "tmp", "place")

# Code that creates, changes, flushes, renames or removes a file: calls of the system and of Foundation, and the types
# of this repository that call them.
PRIMITIVES = re.compile(
    r"""\bO_(?:CREAT|WRONLY|RDWR|TRUNC|APPEND)\b
    | (?<!func[ ])(?<![.\w])(?:creat|fdatasync|fopen|fsync|ftruncate|fwrite|link|mkdir|mkstemp|pwrite|rename|renameat|rmdir|symlink
        |unlink|unlinkat)\(
    | \.(?:createDirectory|createFile|copyItem|linkItem|moveItem|removeItem|replaceItem|createSymbolicLink|truncate)\(
    | \.write\(\s*to: | \.write\((?:[^()]|\([^()]*\))*,\s*to:(?!\s*&) | \btry\s+\w+\??\.flush\(\)
    | \bFileHandle\( | \bUserDefaults\( | VACUUM[ ]INTO | \bDatabaseQueue\(
    | \b(?:DocumentFile|RecordingFile|LeftoverFolder)\( | \b(?:FileReplacement|NewFolder|PrivateDirectory)\.(?!check)
    | \bFileLock\.take\b
    """, re.VERBOSE)


def untabled() -> list[str]:
    """Returns the faults of the table, by the names of sources."""
    tabled = {source for writer in WRITERS for source in writer.sources} | set(UNTRIED)
    writing = {}
    for file in sorted(file for part in ("Sources", "Libraries", "Tool") for file in (REPOSITORY / part).rglob("*.swift")):
        code = re.sub(r"^\s*//.*$", "", file.read_text("utf-8"), flags=re.MULTILINE)
        if found := PRIMITIVES.search(code):
            writing[str(file.relative_to(REPOSITORY))] = found[0].strip()
    return [
        f"{file} writes files (`{what}`), and no writer in Scripts/files/writers.py tries it."
        for file, what in writing.items() if file not in tabled
    ] + [f"{file} is in Scripts/files/writers.py, and writes no file." for file in sorted(tabled - set(writing))]


def shape(path: str) -> str:
    """Returns the path with a placeholder for each part that differs between runs."""
    return re.sub(r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F-]{22}|(?<=[.-])[0-9a-f]{10,16}(?=/|$|-)|(?<=/left/)\d+", "*", path)


def content(root: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


def flaw_of(path: str, new: bytes, reference: dict[str, bytes], may_be_torn: bool) -> str | None:
    """Returns the reason why a changed file is not a complete new one."""
    try:
        if path.endswith(".json"):
            document = json.loads(new)
            if not isinstance(document, dict) or "format" not in document and "Exercises" not in path:
                return "is no document"
        elif path.endswith(".jsonl"):
            lines = new.split(b"\n")
            if may_be_torn:
                lines = lines[:-1]
            for line in lines:
                if line:
                    json.loads(line)
        elif not path.endswith((".sqlite", "-wal", "-shm", "-journal")):
            expected = [text for name, text in reference.items() if shape(name) == shape(path)]
            if expected and new not in expected:
                return f"is neither old nor new: {len(new)} bytes of {len(expected[0])}"
    except ValueError:
        return f"is cut off or damaged: {new[-60:]!r}"
    return None


@dataclass
class Session:
    """The runs of one writer."""

    writer: Writer
    folder: Path
    source: Path
    strace: list[str]

    def begin(self) -> list[str]:
        """Prepares the initial files, and runs without a fault. Returns the faults in the order of the calls."""
        self.folder.mkdir()
        self.before = Place(self.folder / "before", self.source)
        for name in FOLDERS:
            (self.before.root / name).mkdir(parents=True)
        self.writer.prepare(self.before)
        place = self.copy("traced")
        trace, log = self.folder / "trace", self.folder / "calls"
        existing = {str(path) for path in [place.root, *place.root.rglob("*")]}
        ending = self.writer.command(place, [*self.strace, "-o", str(trace)], {})
        found = list(calls(trace.read_text(errors="replace").splitlines()))
        root = str(place.root) + "/"
        disk = Disk(self.writer.is_durable, lambda path: bool(re.search(self.writer.returns, path)), existing)
        wrong = flaws(found, disk, root)
        seen = Counter((kind, shape(path.removeprefix(root))) for kind, path in counted(found, root))
        plain = self.copy("plain")
        self.ending = self.writer.command(plain, [], fault_variables(plain, str(log)))
        for name, end in (("traced", ending), ("plain", self.ending)):
            if end.status not in self.writer.succeeds:
                wrong.append(f"a run without a fault ({name}) ends with {end.status}: {end.output[-500:]}")
        self.after = content(plain.root)
        self.calls: list[tuple[str, str]] = []
        for line in log.read_text().splitlines():
            name, _, path = line.partition(" ")
            self.calls.append((name, shape(path.removeprefix(str(plain.root) + "/"))))
        here = Counter((kinds(name), path) for name, path in self.calls)
        for kind, path in {*seen, *here}:
            # The number of calls by a library may differ, and so may the writes of other programs to a scratch file.
            if bool(seen[kind, path]) != bool(here[kind, path]) and not self.writer.is_scratch("/" + path):
                wrong.append(f"strace saw {kind} {path} {seen[kind, path]} times, and fault.c {here[kind, path]} times")
        return wrong

    def copy(self, name: str) -> Place:
        place = Place(self.folder / name, self.source)
        shutil.copytree(self.before.root, place.root, symlinks=True)
        return place

    def cases(self, is_short: bool) -> list[tuple[int, str]]:
        """Returns the faults, by the number of the affected call. The short form tries one call of each kind."""
        cases, known, written = [], set(), set()
        for number, (name, path) in enumerate(self.calls, 1):
            kind = name, re.sub(self.writer.alike, "", path), path in written
            # Appended content differs from the beginning of a file.
            if name == "open":
                written.discard(path)
            elif kinds(name) == "write":
                written.add(path)
            is_known = kind in known
            known.add(kind)
            if is_known and (is_short or self.writer.is_long) or not re.search(self.writer.tries, f"{name} {path}"):
                continue
            if re.search(self.writer.foreign, "/" + path):
                cases.append((number, "kill"))
                continue
            faults = ["kill", "space", "io"]
            if kinds(name) == "write":
                faults.insert(1, "torn")
            cases += [(number, fault) for fault in faults]
        return cases

    def meet(self, number: int, fault: str) -> list[str]:
        """Subjects the program to a fault, and runs it again without one."""
        name, path = self.calls[number - 1]
        title = f"{self.writer.name}: {fault} at call {number}, {name} {path}"
        place = self.copy(f"{number}-{fault}")
        log = self.folder / f"{number}-{fault}.calls"
        try:
            wrong = self.judge(place, number, fault, str(log))
        except subprocess.TimeoutExpired:
            wrong = ["it did not end"]
        if not wrong:
            shutil.rmtree(place.root)
        return [f"{title}: {flaw}" for flaw in wrong]

    def judge(self, place: Place, number: int, fault: str, log: str) -> list[str]:
        writer, wrong = self.writer, []
        name, path = self.calls[number - 1]
        ending = writer.command(place, [], {**fault_variables(place, log), "FAULT": fault, "FAULT_AT": str(number)})
        place.root.with_suffix(".before").write_text(ending.output)
        is_kill = fault in ("kill", "torn")
        met = len(Path(log).read_text().splitlines()) >= number
        if not met:
            return [] if writer.needs_service or writer.is_long else ["the run made fewer calls than before"]
        is_harmless = writer.is_scratch("/" + path) or bool(re.search(writer.harmless, f"{name} {path}"))
        if is_kill:
            if ending.status != -signal.SIGKILL and not writer.needs_service:
                wrong.append(f"it ended with {ending.status} although it was killed")
        elif ending.status in writer.succeeds and ending.status not in writer.fails:
            if not is_harmless:
                wrong.append(f"it claims success: {ending.output[-200:]!r}")
        elif ending.status not in writer.fails:
            wrong.append(f"it ended with {ending.status}: {ending.output[-300:]!r}")
        elif ending.status == 74 and not any(words in ending.output for words in ERRORS[fault]):
            wrong.append(f"it does not say the error: {ending.output[-300:]!r}")
        wrong += self.differences(place, is_kill)
        is_done = {shape(name) for name in self.after} <= {shape(name) for name in content(place.root)}
        retry = writer.retry or writer.command
        again = retry(place, [], {})
        if again.status in writer.is_done and is_done:
            pass
        elif again.status not in writer.succeeds:
            wrong.append(f"the next run ended with {again.status}: {again.output[-300:]!r}")
        elif flaw := writer.check(place, again):
            wrong.append(f"after the next run, {flaw}")
        return wrong + [f"after the next run, {flaw}" for flaw in self.differences(place, True)]

    def differences(self, place: Place, is_kill: bool) -> list[str]:
        """Returns the differences from both states, before and after a run without a fault, and the remaining files."""
        writer, wrong = self.writer, []
        before, now = content(self.before.root), content(place.root)
        known = {shape(name) for name in [*before, *self.after]}
        for name, data in now.items():
            if before.get(name) == data or writer.is_scratch("/" + name):
                continue
            if shape(name) not in known:
                # The next run takes over journals of a failed run.
                if not is_kill and not re.search(rf"^state/journal/|{writer.leaves}", "/" + name) and "journal/" not in name:
                    wrong.append(f"{name} is left behind")
            elif writer.is_durable("/" + name) and (flaw := flaw_of(name, data, self.after, is_kill or "journal/" in name)):
                wrong.append(f"{name} {flaw}")
        for name in before:
            if name not in now and name in self.after and not re.search(writer.foreign, "/" + name):
                wrong.append(f"{name} is gone")
        return wrong


def kinds(name: str) -> str:
    return {
        "pwrite": "write", "pwrite64": "write", "sendfile": "write", "copy_file_range": "write", "fdatasync": "fsync",
        "ftruncate64": "ftruncate", "rmdir": "unlink", "fchmod": "chmod",
    }.get(name, name)


def main() -> int:
    parser = argparse.ArgumentParser(prog="files", description=__doc__)
    parser.add_argument("--program", required=True, type=Path)
    parser.add_argument("--tool", required=True, type=Path)
    parser.add_argument("--shim", required=True, type=Path)
    parser.add_argument("--short", action="store_true", help="one fault of each kind at each kind of call")
    parser.add_argument("names", nargs="*", help="the writers to run, without a name all")
    options = parser.parse_args()
    wrong = untabled()
    for flaw in wrong:
        print(f"! {flaw}", flush=True)
    program = options.program.resolve()
    check = subprocess.run([program, "serve", "--check"], capture_output=True, text=True, env={"LC_ALL": "C", "HOME": "/nowhere"})
    has_service = "has no service" not in check.stderr
    folder = Path(tempfile.mkdtemp(prefix="calearning-files."))
    source = place_for(program, options.tool.resolve(), folder, options.shim).source
    strace = ["strace", "-f", "-qq", "-y", "-s", "0", "--seccomp-bpf", "-e", f"trace={CALLS}", "-e", "signal=none"]
    total = 0
    workers = ThreadPoolExecutor(max_workers=os.cpu_count() or 2)
    for writer in WRITERS:
        if options.names and writer.name not in options.names:
            continue
        if writer.needs_service and not has_service or writer.is_long and options.short:
            print(f"{writer.name}: left out, {'it takes long' if has_service else 'the program has no service'}", flush=True)
            continue
        start = time.monotonic()
        session = Session(writer, folder / writer.name.replace(" ", "-"), source, strace)
        found = [f"{writer.name}: {flaw}" for flaw in session.begin()]
        cases = [] if options.short and writer.is_ordered_only else session.cases(options.short)
        for flaws_of_case in workers.map(lambda case: session.meet(*case), cases):
            found += flaws_of_case
        total += len(cases)
        print(
            f"{writer.name}: {len(session.calls)} calls, {len(cases)} faults, {len(found)} flaws,"
            f" {time.monotonic() - start:.1f} s", flush=True)
        for flaw in found:
            print(f"! {flaw}".replace(str(folder), ""), flush=True)
        wrong += found
        if not found:
            shutil.rmtree(session.folder, ignore_errors=True)
    print(f"{total} faults, {len(wrong)} flaws")
    if wrong:
        print(f"What the runs left is in {folder}.")
    else:
        shutil.rmtree(folder)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
