"""The folder of the course, in each of its states."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

# The material of the course.
MATERIAL = Path("Course").resolve()
# A sandbox that reaches only this machine.
OFFLINE = """
import fcntl, os, socket, struct, sys
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
    fcntl.ioctl(s, 0x8914, struct.pack("16sh14x", b"lo", 1))
os.execvp(sys.argv[1], sys.argv[1:])
"""


def offline():
    """Returns a command prefix without network access, or an empty one if the machine does not allow it."""
    prefix = ["unshare", "--net", "--map-root-user", sys.executable, "-c", OFFLINE]
    is_possible = shutil.which("unshare") and subprocess.run([*prefix, "true"], capture_output=True).returncode == 0
    if not is_possible:
        print("  This machine lets nobody be without a network: that the course needs none is not tried.")
    return prefix if is_possible else []


@dataclass(frozen=True)
class Exercise:
    number: int
    name: str
    # Each is a list of changes of the solution.
    mistakes: list
    # The arguments of the command that people run by hand, or none.
    arguments: list


@dataclass(frozen=True)
class Judgement:
    status: int
    goal: str
    # The difference, or the message of the compiler.
    message: str

    @property
    def is_passed(self):
        return self.status == 0 and self.goal == "アプリは解けたことと次の練習問題を示す"

    @property
    def is_not_passed(self):
        return self.status == 1 and self.goal == "求められたことと違う場合_アプリは違いを示す"


def mistaken(files, changes):
    """The files, by their paths, after the changes of a mistake."""
    files = dict(files)
    for change in changes:
        name, text = Path(change["file"]), files[Path(change["file"])].decode()
        if text.count(change["old"]) != 1:
            sys.exit(f"{name} does not have this once: {change['old']}")
        files[name] = text.replace(change["old"], change["new"]).encode()
    return files


class CourseFolder:
    def __init__(self, program, place):
        self.program = program
        self.place = place
        self.path = place / "course"
        self.offline = offline()
        names = sorted(path.name for path in MATERIAL.iterdir() if path.name[0].isdigit())
        self.exercises = [
            Exercise(number, name, text["mistakes"], text.get("arguments", []))
            for number, name in enumerate(names, 1)
            for text in [json.loads((MATERIAL / name / "exercise.json").read_text())]
        ]

    def make(self):
        """Creates the folder again, and keeps the built files."""
        self.place.mkdir(exist_ok=True)
        self.path.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.place) as made:
            self.learn(["--directory", made + "/course"], check=True)
            self.fresh = {
                path.relative_to(made + "/course"): path.read_bytes()
                for path in Path(made, "course").rglob("*") if path.is_file() and not path.is_symlink()
            }
        self.lay("given")

    def lay(self, state):
        """Puts all exercises into this state, `given`, `solution` or the number of a mistake.

        Unchanged files are not written, and not built again.
        """
        files = dict(self.fresh)
        for exercise in self.exercises:
            is_mistaken = isinstance(state, int) and state <= len(exercise.mistakes)
            if state == "solution" or is_mistaken:
                folder = MATERIAL / exercise.name / "solution"
                files |= {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
            if is_mistaken:
                files = mistaken(files, exercise.mistakes[state - 1])
        for root, folders, names in os.walk(self.path):
            folders[:] = [name for name in folders if name != ".build"]
            for name in names:
                path = Path(root, name)
                if path.relative_to(self.path) not in files:
                    path.unlink()
        for name, content in files.items():
            path = self.path / name
            if not path.is_file() or path.read_bytes() != content:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        if state != "given":
            self.run_by_hand()

    def run_by_hand(self):
        """Runs the programs that the exercises ask the user to run."""
        for exercise in self.exercises:
            if exercise.arguments:
                self.build()
                subprocess.run(
                    [self.path / ".build/debug" / self.built, *exercise.arguments], cwd=self.path, check=True,
                    stdout=subprocess.DEVNULL)

    @property
    def built(self):
        return json.loads((self.path / "progress.json").read_text())["program"]

    def build(self):
        subprocess.run(
            ["swift", "build", "--package-path", self.path, "--product", self.built], check=True,
            stdout=subprocess.DEVNULL)

    def learn(self, arguments, **options):
        command = [*self.offline, self.program, "learn", *arguments]
        return subprocess.run(command, stdout=subprocess.PIPE, text=True, **options)

    def check(self, exercise, language):
        result = self.learn(
            ["check", str(exercise.number), "--directory", str(self.path), "--format", "json", "--language", language])
        report = json.loads(result.stdout or "{}")
        values = report.get("values", {})
        message = values.get("differences") or values.get("messages") or report.get("error")
        return Judgement(result.returncode, report.get("goal"), json.dumps(message, ensure_ascii=False))
