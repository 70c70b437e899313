"""Finds the changes that a power cut could undo, from the system calls of a program. See `flaws`."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import PurePath

CALLS = (
    "open,openat,creat,write,writev,pwrite64,pwritev,sendfile,copy_file_range,fallocate,ftruncate,truncate,fsync,fdatasync,"
    "rename,renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,rmdir,mkdir,mkdirat,chmod,fchmod,fchmodat,"
    "flock,sendto,sendmsg,exit_group"
)
WRITES = {"write", "writev", "pwrite64", "pwritev", "sendfile", "copy_file_range", "fallocate", "ftruncate", "truncate"}
# The calls that Scripts/files/fault.c counts, by its names for them.
COUNTED = {
    "write": "write", "pwrite64": "write", "sendfile": "write", "copy_file_range": "write", "ftruncate": "ftruncate",
    "fsync": "fsync", "fdatasync": "fsync", "rename": "rename", "renameat": "rename", "renameat2": "rename", "link": "link",
    "symlink": "symlink", "unlink": "unlink", "unlinkat": "unlink", "rmdir": "unlink", "mkdir": "mkdir", "chmod": "chmod",
    "fchmodat": "chmod", "fchmod": "chmod", "writev": "write", "pwritev": "write", "truncate": "ftruncate",
    "linkat": "link", "symlinkat": "symlink", "mkdirat": "mkdir", "fallocate": "write", "creat": "open",
}


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
        """Returns the path of its first descriptor."""
        found = re.match(r"\d+<(.*?)>(?:\(deleted\))?(?:, |$)", self.arguments)
        return found[1] if found else ""

    @property
    def destination(self) -> str:
        """Returns the path of the descriptor that it writes to."""
        if self.name == "copy_file_range":
            return re.findall(r"\d+<(.*?)>", self.arguments)[1]
        return self.paths[0] if self.name == "truncate" else self.file

    @property
    def makes_a_file(self) -> bool:
        return self.name in ("open", "openat") and "O_CREAT" in self.arguments


def calls(lines: Iterable[str]) -> Iterable[Call]:
    """Returns the calls in the output of strace, in the order of their ends."""
    begun: dict[str, str] = {}
    for line in lines:
        process, _, text = line.rstrip("\n").partition(" ")
        text = text.strip()
        if text.endswith("<unfinished ...>"):
            begun[process] = text.removesuffix("<unfinished ...>").rstrip()
            if not text.startswith("exit_group"):
                continue
            text = begun[process] + ") = 0"
        if resumed := re.match(r"<\.\.\. \w+ resumed>(.*)", text):
            text = begun.pop(process, "") + resumed[1]
        if match := re.match(r"(\w+)\((.*)\)\s+= (-?\d+|\?)", text):
            yield Call(match[1], match[2], -1 if match[3] == "?" else int(match[3]))


@dataclass
class Disk:
    """The changes that a program has not flushed to the disk yet."""

    # Returns whether a path must reach the disk.
    is_durable: Callable[[str], bool]
    # Returns whether the removal of a path may be undone.
    may_return: Callable[[str], bool]
    existing: set[str]
    unflushed: set[str] = field(default_factory=set)
    # The names that were created, changed or removed in each folder.
    entries: dict[str, set[str]] = field(default_factory=dict)

    def make(self, path: str) -> None:
        if path not in self.existing:
            self.existing.add(path)
            self.change(path)

    def change(self, path: str) -> None:
        self.entries.setdefault(str(PurePath(path).parent), set()).add(path)

    def remove(self, path: str) -> None:
        self.existing.discard(path)
        self.unflushed.discard(path)
        folder = self.entries.get(str(PurePath(path).parent), set())
        folder.discard(path)
        if not self.may_return(path):
            self.change(path)

    def flush(self, path: str) -> None:
        self.unflushed.discard(path)
        self.entries.pop(path, None)

    def rename(self, old: str, new: str) -> None:
        def moved(path: str) -> str:
            return new + path[len(old):] if path == old or path.startswith(old + "/") else path

        self.entries.get(str(PurePath(old).parent), set()).discard(old)
        self.existing = {moved(path) for path in self.existing}
        self.unflushed = {moved(path) for path in self.unflushed}
        self.entries = {moved(folder): {moved(path) for path in paths} for folder, paths in self.entries.items()}
        self.change(new)

    def missing(self, concerns: Callable[[str], bool] = lambda path: True) -> list[str]:
        """Returns the changes that a power cut could undo now, of the given paths."""
        contents = sorted(path for path in self.unflushed if self.is_durable(path) and concerns(path))
        names = sorted(
            path for paths in self.entries.values() for path in paths if self.is_durable(path) and concerns(path))
        return [f"the content of {path}" for path in contents] + [
            f"the {'name' if path in self.existing else 'removal'} of {path}" for path in names
        ]


def flaws(trace: Iterable[Call], disk: Disk, root: str) -> list[str]:
    """Returns the steps that the program took too early. A power cut must not leave

    - a new name for content that is not on the disk. The content is flushed before the rename.
    - less than a process reports, or releases to others with a lock. Files and folders are flushed before.
    - a change that the journal of its run does not contain. The journal is flushed before any document is replaced.
    """
    found: list[str] = []

    def demand(missing: list[str], when: str) -> None:
        found.extend(f"{what} is not flushed {when}" for what in missing)

    for call in trace:
        name, ok = call.name, call.result >= 0
        if call.makes_a_file and ok and call.paths[-1].startswith(root):
            disk.make(call.paths[-1])
            if "O_TRUNC" in call.arguments:
                disk.unflushed.add(call.paths[-1])
        elif name in WRITES and ok:
            file = call.destination
            if file.startswith(root):
                disk.unflushed.add(file)
            elif name.startswith("write") and (call.arguments.startswith("1<") or file.startswith(("socket", "TCP"))):
                demand(disk.missing(), "when the program answers")
        elif name in ("sendto", "sendmsg") and ok:
            demand(disk.missing(), "when the program answers")
        elif name in ("fsync", "fdatasync") and ok:
            disk.flush(call.file)
        elif name in ("mkdir", "mkdirat") and ok and call.paths[-1].startswith(root):
            disk.make(call.paths[-1])
        elif name.startswith("rename") and ok and call.paths[-1].startswith(root):
            old, new = call.paths[0], call.paths[-1]
            # The old name belongs to a draft, so it may be lost.
            draft = [what for what in disk.missing(lambda path: path == old or path.startswith(old + "/"))
                     if what not in (f"the name of {old}", f"the removal of {old}")]
            demand(draft, f"before its name is changed to {new}")
            journals = str(PurePath(new).parent / "journal") + "/"
            demand(disk.missing(lambda path: path.startswith(journals) and path.endswith(".jsonl")), f"before {new} is changed")
            disk.rename(old, new)
        elif name in ("unlink", "unlinkat", "rmdir") and ok and call.paths:
            if call.paths[0].startswith(root):
                disk.remove(call.paths[0])
        elif name == "flock" and "LOCK_UN" in call.arguments and ok and not call.arguments.endswith("(deleted), LOCK_UN"):
            lock = PurePath(call.file)
            # A lock protects the file next to it, or its folder.
            demand(
                disk.missing(lambda path: lock.suffix == ".lock" and path == str(lock.with_suffix("")) or
                             lock.name == "lock" and PurePath(path).parent == lock.parent),
                f"when {lock} is released")
        elif name == "exit_group":
            demand(disk.missing(), "when the program ends")
    # Only the first place of each missing flush needs a fix.
    first: dict[str, str] = {}
    for flaw in found:
        first.setdefault(flaw.split(" is not flushed ")[0], flaw)
    return list(first.values())


def counted(trace: Iterable[Call], root: str) -> list[tuple[str, str]]:
    """Returns the kind and path of each call that changes files below the root, as Scripts/files/fault.c counts
    them."""
    found = []
    for call in trace:
        if call.makes_a_file and call.paths[-1].startswith(root):
            found.append(("open", call.paths[-1]))
        elif kind := COUNTED.get(call.name):
            path = call.destination if kind in ("write", "fsync", "ftruncate") or call.name == "fchmod" else ""
            path = path or (call.paths[-1] if call.paths else "")
            if path.startswith(root) and not path.endswith("-shm"):
                found.append((kind, path))
    return found
