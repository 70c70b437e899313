"""The table of all writers of files: their commands, the requirements of their files, and the sources that they
cover."""

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from service.server import free_port

REPOSITORY = Path(__file__).resolve().parents[2]
SECONDS = 60
PASSWORD = b"a sentence that nobody says\n"


@dataclass
class Place:
    """A folder for a run of the program. The program writes only below `root`."""

    root: Path
    source: Path

    @property
    def program(self) -> Path:
        return self.source / ".build/debug/calearning"

    def path(self, name: str) -> str:
        return str(self.root / name)

    @property
    def environment(self) -> dict[str, str]:
        tools = {name: os.environ[name] for name in ("LD_LIBRARY_PATH", "ASAN_OPTIONS") if name in os.environ}
        return {
            **tools, "PATH": f"{self.source}/tools:{os.environ['PATH']}", "HOME": self.path("home"), "LC_ALL": "C",
            "TMPDIR": self.path("tmp"), "CALEARNING_STATE_DIR": self.path("state"), "USECASE_STATE_DIR": self.path("state"),
        }


@dataclass
class Ending:
    # The exit status. It is negative if a signal ended the program, as in `subprocess`.
    status: int
    output: str


Run = Callable[[Place, list[str], dict[str, str]], Ending]


def run(*arguments: str, given: bytes = b"") -> Run:
    """Runs the program, or the tool for its commands. `@` in an argument stands for the folder that it may write to."""
    def ending(place: Place, wrapper: list[str], variables: dict[str, str]) -> Ending:
        program = place.program.with_name("usecase") if arguments[0] in ("learn", "new") else place.program
        command = [*wrapper, str(program), *(part.replace("@", str(place.root)) for part in arguments)]
        done = subprocess.run(
            command, env=place.environment | variables, input=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            cwd=place.root, timeout=SECONDS)
        return Ending(done.returncode, done.stdout.decode(errors="replace"))
    return ending


def prepared(*steps: Run) -> Callable[[Place], None]:
    def prepare(place: Place) -> None:
        for step in steps:
            ending = step(place, [], {})
            if ending.status not in (0, -signal.SIGKILL):
                raise SystemExit(f"A preparation ended with {ending.status}:\n{ending.output}")
    return prepare


@dataclass
class Writer:
    name: str
    # The writing sources that this run covers.
    sources: tuple[str, ...]
    command: Run
    prepare: Callable[[Place], None] = prepared()
    # The run after a fault. By default it is the command again.
    retry: Run | None = None
    # The statuses of a successful command, also when it is repeated, and the statuses that report a fault.
    succeeds: tuple[int, ...] = (0,)
    fails: tuple[int, ...] = (74,)
    # Temporary files, which are neither flushed nor complete. Locks have no content, and SQLite creates its index
    # again.
    scratch: str = "(?!)"
    # The statuses of the next run if the fault came after all work was done.
    is_done: tuple[int, ...] = ()
    # Files that a system library writes in its own way. The program cannot change this.
    foreign: str = "(?!)"
    # Removed files that a power cut may restore.
    returns: str = "(?!)"
    # Files that may remain after an error. After a kill, any file may remain that does not hinder the next run.
    leaves: str = "(?!)"
    # A check of the promise for the next run. It returns a sentence if the promise is not kept.
    check: Callable[[Place, Ending], str | None] = lambda place, ending: None
    # The insignificant part of a path. The short form, and the form of a long writer, try one call of each kind.
    alike: str = r"(?<=\*)/.*"
    # The names and paths of the calls that are subjected to faults, and those of calls whose failure does no harm.
    tries: str = ""
    harmless: str = "(?!)"
    # Whether only the full form runs it, and whether the short form checks only the order of its calls, because it
    # writes like another writer.
    is_long: bool = False
    is_ordered_only: bool = False
    needs_service: bool = False

    def is_scratch(self, path: str) -> bool:
        return bool(re.search(rf"\.lock$|/lock$|-shm$|{self.scratch}", path))

    def is_durable(self, path: str) -> bool:
        return not self.is_scratch(path) and not re.search(self.foreign, path)


def one_udid(place: Place, ending: Ending) -> str | None:
    registry = json.loads((place.root / "state/registry.json").read_text())
    issued = set(re.findall(r'"udid" ?: ?"([^"]+)"', json.dumps(registry)))
    shown = re.findall(r'"udid" ?: ?"([^"]+)"', ending.output)
    if len(issued) != 1 or not shown or shown[-1] not in issued:
        return f"the device shows {shown[-1:]}, and {sorted(issued)} were issued"
    left = list((place.root / "state/journal").glob("*.jsonl"))
    return f"the journal {left[0].name} is left" if left else None


def killed_boot(place: Place, wrapper: list[str], variables: dict[str, str]) -> Ending:
    """Creates the journal of a run that was killed after its first change."""
    ending = run("boot")(place, wrapper, variables | {"FAULT": "kill", "FAULT_AT": "18", **fault_variables(place, "/dev/null")})
    if not list((place.root / "state/journal").glob("*.jsonl")):
        raise SystemExit("A boot that was killed has left no journal.")
    return ending


def fault_variables(place: Place, log: str) -> dict[str, str]:
    return {"LD_PRELOAD": str(place.source / "fault.so"), "FAULT_ROOT": str(place.root) + "/", "FAULT_LOG": log}


def fill_exercise(place: Place, wrapper: list[str], variables: dict[str, str]) -> Ending:
    """Answers the first exercise, and adds a program that the fake toolchain has built."""
    course = place.root / "place/course"
    (course / "Exercises/01-read-and-run/answer.txt").write_text("5\n")
    (course / ".build/debug").mkdir(parents=True)
    program = course / ".build/debug/course"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    # `learn reset` removes files that the exercise does not have at first.
    (course / "Sources/Extra.swift").write_text("// A part of the solution.\n")
    return Ending(0, "")


def ask(port: int, key: str) -> str:
    """Registers a device, and returns its UDID."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/udids", b'{"appDeviceKbn":11}', {"Content-Type": "application/json", "Idempotency-Key": key})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)["udid"]


KEYS = [str(uuid.UUID(f"0198c1a2-7b3c-7def-8123-45678900000{number}")) for number in range(3)]


def serve(place: Place, wrapper: list[str], variables: dict[str, str]) -> Ending:
    """Registers devices, and ends the service. The output lists the acknowledged devices."""
    port = free_port()
    log = place.root.with_suffix(".log").open("wb")
    process = subprocess.Popen(
        [*wrapper, str(place.program), "serve", "--port", str(port)], env=place.environment | variables, stdout=log,
        stderr=subprocess.STDOUT, cwd=place.root)
    acknowledged = {}
    try:
        for key in KEYS:
            deadline = time.monotonic() + 20
            while process.poll() is None and time.monotonic() < deadline:
                try:
                    acknowledged[key] = ask(port, key)
                    break
                except urllib.error.HTTPError:
                    break
                except OSError:
                    time.sleep(0.02)
        if process.poll() is None:
            # strace holds signals to itself back, and passes none on.
            tracee = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True).stdout.split()
            os.kill(int(tracee[0]) if wrapper and tracee else process.pid, signal.SIGTERM)
        process.wait(timeout=SECONDS)
    finally:
        process.kill()
        log.close()
    text = Path(log.name).read_text(errors="replace")
    return Ending(process.returncode, json.dumps(acknowledged) + "\n" + text)


def keeps_acknowledged(place: Place, ending: Ending) -> str | None:
    """The next run must answer with the acknowledged UDIDs that the first run has listed."""
    before = json.loads(place.root.with_suffix(".before").read_text().split("\n")[0] or "{}")
    now = json.loads(ending.output.split("\n")[0])
    lost = [key for key, udid in before.items() if now.get(key) != udid]
    return f"{len(lost)} acknowledged registrations are lost" if lost else None


def whole_backup(place: Place, ending: Ending) -> str | None:
    with sqlite3.connect(f"file:{place.root}/place/copy.sqlite?mode=ro", uri=True) as copy:
        count = copy.execute("SELECT count(*) FROM registrations").fetchone()[0]
        return None if count == len(KEYS) else f"the backup has {count} of {len(KEYS)} devices"


LIBRARIES, SPECIFIC, TOOL = "Libraries", "Sources/Infrastructure", "Tool/Infrastructure"
COURSE = run("learn", "--directory", "@/place/course")

WRITERS = [
    Writer(
        "store",
        (f"{LIBRARIES}/System/Files/FileDescriptor.swift", f"{LIBRARIES}/System/Files/DocumentFile.swift", f"{LIBRARIES}/System/Files/FileLock.swift",
         f"{LIBRARIES}/System/Files/FileDescriptor.swift", f"{LIBRARIES}/System/Files/PrivateDirectory.swift",
         f"{LIBRARIES}/Storage/DataStores/FileDataStore.swift"),
        run("tutorial", "--complete", "--format", "json"), prepared(run("boot"))),
    Writer(
        "boot", (f"{LIBRARIES}/Storage/Journals/FileJournal.swift", f"{SPECIFIC}/Devices/FileDeviceRegistry.swift"),
        run("boot", "--format", "json"), check=one_udid, returns=r"/journal/.*\.jsonl$"),
    Writer(
        "accounts", (f"{SPECIFIC}/Accounts/FileAccountRegistry.swift",), run("logout", "--format", "json"),
        prepared(run("signup", "--name", "ada", "--password-stdin", given=PASSWORD)), succeeds=(0, 77)),
    Writer("reset", (f"{LIBRARIES}/Storage/Journals/FileJournal.swift",), run("reset", "--yes"), prepared(killed_boot)),
    Writer(
        "recording", (f"{LIBRARIES}/Storage/Recordings/Recording.swift", f"{LIBRARIES}/Terminal/Settings/Settings.swift"),
        run("boot", "--record", "@/place/run.jsonl"), prepared(run("boot")),
        retry=run("boot", "--record", "@/place/again.jsonl")),
    Writer(
        "user-defaults", (f"{LIBRARIES}/Storage/DataStores/UserDefaultsDataStore.swift",),
        run("boot", "--store", "user-defaults", "--format", "json"), check=one_udid, foreign=r"/home/\.config(/|$)",
        returns=r"/journal/.*\.jsonl$"),
    Writer(
        "course",
        (f"{TOOL}/FileCourseFolder.swift", f"{TOOL}/CourseMaterial.swift",
         f"{TOOL}/SourceRoot.swift", f"{LIBRARIES}/System/Files/Directories.swift"), COURSE),
    Writer(
        "progress", (f"{TOOL}/FileCourseFolder.swift",),
        run("learn", "hint", "1", "--directory", "@/place/course"), prepared(COURSE), is_ordered_only=True),
    Writer(
        "restore", (f"{TOOL}/FileCourseFolder.swift", f"{TOOL}/SourceRoot.swift"),
        run("learn", "reset", "1", "--yes", "--directory", "@/place/course"), prepared(COURSE, fill_exercise),
        alike=r"place/course.*"),
    Writer(
        "check", (f"{TOOL}/SwiftCourseChecker.swift", f"{LIBRARIES}/System/BoundedProcess.swift"),
        run("learn", "check", "1", "--directory", "@/place/course"), prepared(COURSE, fill_exercise), succeeds=(1,),
        scratch="/tmp(/|$)", is_ordered_only=True),
    Writer(
        "application", (f"{TOOL}/FileApplicationMaker.swift", f"{TOOL}/SourceRoot.swift",
                        f"{LIBRARIES}/System/Files/Directories.swift"),
        run("new", "Shop", "@/place/shop"), is_done=(64,)),
    Writer(
        "leftovers",
        (f"{LIBRARIES}/Storage/Recordings/LeftoverFolder.swift", f"{LIBRARIES}/Terminal/Laboratory/Leftovers/LeftoversCommand.swift"),
        run("leftovers", "@/place/left", "--depth", "0"), retry=run("leftovers", "@/place/again", "--depth", "0"),
        tries=r"leftovers\.jsonl|mkdir place/left$|fsync place/left$|^sendfile.*/store\.json", is_long=True,
        scratch="/place/left/(before|dying|resumed)(/|$)"),
    Writer(
        "leftovers --resume", (f"{LIBRARIES}/Storage/Recordings/LeftoverFolder.swift",),
        run("leftovers", "@/place/left", "--resume"), prepared(run("leftovers", "@/place/left", "--depth", "0")),
        tries=r"mkdir tmp/[^/]*$|^sendfile.*/store\.json|rmdir tmp/[^/]*$", is_long=True, scratch="/tmp(/|$)"),
    Writer(
        "backup", (f"{SPECIFIC}/Databases/SQLite/SQLiteBackupMaker.swift",), run("operate", "backup", "@/place/copy.sqlite"),
        prepared(serve), check=whole_backup, needs_service=True, scratch=r"/state/", is_done=(64,),
        # SQLite flushes the folder of its own journal, and ignores errors. The folder is flushed again with the name of
        # the backup.
        harmless="fdatasync place$"),
    Writer(
        "service",
        tuple(f"{SPECIFIC}/Databases/SQLite/{name}.swift" for name in ("SQLiteOpening", "SQLiteFile", "SQLiteFiles")), serve,
        check=keeps_acknowledged,
        fails=(0, 64, 65, 70, 74), needs_service=True, leaves="/state/devices.sqlite", scratch=r"/\.calearning-",
        # A log that was copied into the database. The database has the same contents.
        returns=r"-(wal|journal)$|/\.calearning-"),
    Writer(
        "service check", (f"{SPECIFIC}/Databases/SQLite/SQLitePlace.swift",), run("serve", "--check"), needs_service=True,
        fails=(0, 64, 74), scratch=r"/\.calearning-",
        returns=r"/\.calearning-"),
]

# The writing sources without a run, with the reason.
UNTRIED = {
    f"{LIBRARIES}/Terminal/Laboratory/Worlds/WorldsCommand.swift": "a file as `recording` writes, only if an invariant is broken",
    "Libraries/Terminal/Commands/Console.swift": "opens /dev/null",
    f"{LIBRARIES}/Storage/DataStores/LocalStoreTable.swift": "rows of browsers in a folder, each replaced as a whole; RowDataStoreSpec, StoreTableContract",
    f"{LIBRARIES}/Testing/House.swift": "for specs, which write the pages of the documents; they can be written again",
    f"{LIBRARIES}/Testing/Coverage.swift": "for specs, which write their coverage with it; no command writes it",
    f"{LIBRARIES}/APIClient/Stubs/HAR.swift": "for specs, which keep exchanges with it; no command writes them",
    f"{LIBRARIES}/APIClient/Transports/URLSession/URLSessionUpload.swift": "a temporary file, only on Apple's systems",
}


def place_for(program: Path, tool: Path, folder: Path, shim: Path) -> Place:
    """Returns a source with a few files, for a quick application and course, with both programs in it."""
    source = folder / "source"
    for name in (".build/debug", "Course", "Libraries", "Starter", "tools"):
        (source / name).mkdir(parents=True)
    for package in ("swift-argument-parser", "swift-http-types"):
        (source / ".build/checkouts" / package).mkdir(parents=True)
        (source / ".build/checkouts" / package / "Package.swift").write_text("// A package.\n")
    shutil.copytree(REPOSITORY / "Course/01-read-and-run", source / "Course/01-read-and-run")
    (source / "Course/01-read-and-run/solution/Sources").mkdir()
    (source / "Course/01-read-and-run/solution/Sources/Extra.swift").write_text("// A part of the solution.\n")
    for name in ("Course/application/Sources", "Course/application/Exercises/01-read-and-run"):
        (source / name).mkdir(parents=True)
    (source / "Course/application/Sources/Notes.swift").write_text("// Notes.\n")
    (source / "Course/application/Exercises/01-read-and-run/answer.txt").write_text("# How many?\n")
    for name in ("Course/application/Package.swift", "Libraries/Library.swift", "Package.swift"):
        (source / name).write_text("// One of the source.\n")
    (source / "Starter/README.md").write_text("Read this.\n")
    shutil.copy(shim, source / "fault.so")
    # The toolchain of `learn check`.
    (source / "tools/swift").write_text("#!/bin/sh\necho Build complete\n")
    (source / "tools/swift").chmod(0o755)
    for name, path in (("calearning", program), ("usecase", tool)):
        try:
            os.link(path, source / ".build/debug" / name)
        except OSError:
            shutil.copy(path, source / ".build/debug" / name)
    return Place(folder / "root", source)
