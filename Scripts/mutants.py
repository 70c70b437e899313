#!/usr/bin/env python3
"""Plants faults, one at a time, in a copy of the committed sources. Checks that a command finds each of them.

usage: mutants.py [--list] [--sample N] [NAME]...     all faults of Scripts/mutants.txt if none is named. --list checks that
                                                      each has its place. --sample chooses some by the date.
"""

import argparse
import datetime
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The sources of the newest commit. The copy keeps its builds for the next time.
COPY = ROOT / ".build-mutants"
SWIFT = os.environ.get("SWIFT", "swift")


@dataclass
class Change:
    file: str
    old: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)

    def place(self, root: Path) -> tuple[Path, str]:
        """Returns the file, and its text with the change. There must be exactly one place."""
        pattern = re.compile(r"\s*\n\s*".join(map(re.escape, self.old)))
        places = []
        for file in (path for folder in ("Sources", "Libraries", "Tool") for path in (root / folder).rglob(self.file)):
            text = file.read_text(encoding="utf-8")
            for found in pattern.finditer(text):
                places.append((file, text[:found.start()] + "\n".join(self.new) + text[found.end():]))
        if len(places) != 1:
            sys.exit(f"{self.file} has {len(places)} places of a fault, and not one. Fix Scripts/mutants.txt: {self.old[0]}")
        return places[0]


@dataclass
class Fault:
    name: str
    command: str
    changes: list[Change] = field(default_factory=list)


def faults() -> list[Fault]:
    found: list[Fault] = []
    for line in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines():
        mark, content = line[2:4], line[4:]
        if line.startswith("#"):
            continue
        if not line.startswith(" "):
            found.append(Fault(*line.split(": ", 1)))
        elif mark == "+ ":
            found[-1].changes[-1].new.append(content)
        elif mark != "- ":
            found[-1].changes.append(Change(line.strip()))
        else:
            if found[-1].changes[-1].new:
                found[-1].changes.append(Change(found[-1].changes[-1].file))
            found[-1].changes[-1].old.append(content)
    return found


def run(*command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=COPY, capture_output=True, text=True, env={**os.environ, **variables})


def build(*options: str) -> str:
    """Returns the folder of the programs."""
    for more in ((), ("--show-bin-path",)):
        result = run(SWIFT, "build", *options, *more)
        if result.returncode != 0:
            sys.exit(f"A fault does not compile:\n{result.stdout[-3000:]}{result.stderr[-3000:]}")
    return result.stdout.strip()


# Each of these returns whether the command finds a fault.

def worlds(argument: str) -> bool:
    invariant, most, *arguments = argument.split()
    result = run(f"{build('--product', 'calearning')}/calearning", "worlds", "--format", "json", *arguments)
    if result.returncode not in (0, 1):
        sys.exit(f"worlds {arguments}: status {result.returncode}\n{result.stderr[-2000:]}")
    return any(
        promise["name"] == invariant and len(promise["steps"]) <= int(most)
        for promise in json.loads(result.stdout)["promises"] if promise.get("breach") is not None)


def costs(figure: str) -> bool:
    program = f"{build('--product', 'calearning', '--configuration', 'release', '--traits', 'Server')}/calearning"
    result = run("Scripts/service.sh", "costs", CALEARNING=program, BOUNDS="release")
    return any(figure in line and line.endswith("FAILED") for line in result.stdout.splitlines())


def files(writer: str) -> bool:
    program = f"{build('--product', 'calearning')}/calearning"
    return run("Scripts/check-files.sh", writer, CALEARNING=program, SHORT="1").returncode == 1


def spec(name: str) -> bool:
    folder = build("--build-tests")
    result = run(f"{folder}/calearningPackageTests.xctest", "--testing-library", "swift-testing", "--filter", name)
    if "Test run with 0 tests" in result.stdout:
        sys.exit(f"No spec has the name {name}.")
    return result.returncode != 0


COMMANDS: dict[str, Callable[[str], bool]] = {"worlds": worlds, "costs": costs, "files": files, "spec": spec}


def is_found(command: str) -> bool:
    kind, _, argument = command.partition(" ")
    return COMMANDS[kind](argument)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--sample", type=int)
    parser.add_argument("names", nargs="*")
    options, known = parser.parse_args(), faults()
    if unknown := set(options.names) - {fault.name for fault in known}:
        sys.exit(f"There is no fault {', '.join(sorted(unknown))}; --list lists them.")
    for fault in known:
        for change in fault.changes:
            change.place(ROOT)
    if options.list:
        print(*(f"{fault.name}: {fault.command}" for fault in known), sep="\n")
        return
    chosen = [fault for fault in known if not options.names or fault.name in options.names]
    if options.sample:
        chosen = random.Random(datetime.date.today().toordinal()).sample(chosen, min(options.sample, len(chosen)))
    if not COPY.exists():
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(COPY)], check=True)
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    for command in (["fetch", "--quiet", "origin"], ["checkout", "--quiet", "--force", head]):
        subprocess.run(["git", *command], cwd=COPY, check=True)
    for command in dict.fromkeys(fault.command for fault in chosen):
        if is_found(command):
            sys.exit(f"Without a fault, this fails: {command}")
    missed = []
    for fault in chosen:
        for change in fault.changes:
            file, text = change.place(COPY)
            file.write_text(text, encoding="utf-8")
        if not is_found(fault.command):
            missed.append(fault.name)
        print(f"{fault.name}: {'NOT FOUND' if fault.name in missed else 'found'} by {fault.command}", flush=True)
        subprocess.run(["git", "checkout", "--quiet", "--force", head], cwd=COPY, check=True)
    print(f"{len(chosen)} faults, {len(missed)} not found")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
