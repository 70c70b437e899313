"""A user who does the course in a terminal."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

from course.folder import MATERIAL

# The time limits in seconds, for any step and for a judgement after a file was saved.
PATIENCE = 120
WATCHED = 30
WORDS = {
    "en": {
        "started": "The course is in", "missing": "not yet", "hint": "hint 1 of 2", "second": "hint 2 of 2",
        "passed": "passed", "unsolved": "is shown once", "reset": "is as it was at first", "ask": "[y/N]",
        "compiler": "it does not build",
    },
    "ja": {
        "started": "講座のフォルダを作りました", "missing": "まだです", "hint": "ヒント1/2", "second": "ヒント2/2",
        "passed": "解けました", "unsolved": "解けた後に見られます", "reset": "を元に戻しました", "ask": "[y/N]",
        "compiler": "ビルドできません",
    },
}


class Unseen(Exception):
    pass


class Terminal:
    """A terminal of 100 columns that the check writes to and reads."""

    def __init__(self, folder, program, language):
        self.name = f"course-{os.getpid()}"
        self.transcript = []
        self.number = 0
        environment = {
            "PATH": f"{program.parent}:{os.environ['PATH']}", "HOME": os.environ.get("HOME", "/"), "TERM": "screen-256color",
            "LC_ALL": "C.UTF-8", "USECASE_LANGUAGE": language, "PS1": "$ ",
        }
        self.tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "50", "-c", str(folder), "env", "-i",
            *(f"{name}={value}" for name, value in environment.items()), "bash", "--norc", "--noprofile")

    def tmux(self, *arguments):
        return subprocess.run(
            ["tmux", "-L", self.name, *arguments], check=True, capture_output=True, text=True).stdout

    @property
    def screen(self):
        return self.tmux("capture-pane", "-p", "-J")

    def type(self, line):
        """Types a command, after clearing the screen."""
        self.tmux("send-keys", "-R", "C-l")
        self.tmux("clear-history")
        self.press(line, "Enter")

    def press(self, *keys):
        self.tmux("send-keys", *keys)

    def see(self, *words, patience=PATIENCE):
        """Waits until all of these words are on the screen."""
        start = time.monotonic()
        while not all(word in self.screen for word in words):
            if time.monotonic() - start > patience:
                raise Unseen(f"{words} is not on the screen:\n{self.screen}")
            time.sleep(0.05)
        self.transcript.append(self.screen.rstrip())
        return time.monotonic() - start

    def run(self, line, *words):
        """Runs a command to its end, and expects these words in its output."""
        self.number += 1
        end = f"ended {self.number} with"
        self.type(f"{line}; echo ended {self.number} with $?")
        self.see(*words, end + " ")
        deadline = time.monotonic() + PATIENCE
        while not any(text.startswith(end) for text in self.screen.splitlines()) and time.monotonic() < deadline:
            time.sleep(0.05)
        return self.screen

    def close(self):
        self.tmux("kill-server")


def processes(words):
    """Returns the identifiers of the processes with these words in their arguments."""
    found = []
    for path in Path("/proc").iterdir():
        try:
            command = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if path.name.isdigit() and words in command and int(path.name) != os.getpid():
            found.append((int(path.name), command))
    return found


def solve(folder, number):
    solution = MATERIAL / folder.exercises[number - 1].name / "solution"
    shutil.copytree(solution, folder.path, dirs_exist_ok=True)


def try_session(folder, language):
    """Returns the faults as sentences."""
    words = WORDS[language]
    folder.lay("given")
    terminal = Terminal(folder.path, folder.program, language)
    try:
        name = folder.program.name
        fresh = f"../fresh-{language}"
        shutil.rmtree(folder.path / fresh, ignore_errors=True)
        terminal.run(f"{name} learn --directory {fresh}", words["started"])
        shutil.rmtree(folder.path / fresh)
        # A failure, hints, a fix, and success.
        terminal.run(f"{name} learn check 2", "✗ 2.", words["missing"], "◎")
        terminal.run(f"{name} learn solution 2", words["unsolved"])
        terminal.run(f"{name} learn hint 2", words["hint"])
        terminal.run(f"{name} learn hint 2", words["second"])
        solve(folder, 2)
        terminal.run(f"{name} learn check 2", "✓ 2.", words["passed"])
        terminal.run(f"{name} learn list", "✓ 2.", "· 3.")
        terminal.run(f"{name} learn solution 2", "english")
        # Each saved file leads to a judgement.
        file = folder.path / "Sources/Application/ReturnBook.swift"
        given = file.read_text()
        terminal.type(f"{name} learn check 3 --watch")
        terminal.see("✗ 3.", words["missing"])
        terminal.tmux("clear-history")
        times = []
        for text, expected in [(given + "this is no Swift\n", words["compiler"]), (None, "✓ 3.")]:
            if text is None:
                solve(folder, 3)
            else:
                file.write_text(text)
            times.append(terminal.see(expected))
        print(f"  {language}: a judgement {times[0]:.1f} and {times[1]:.1f} s after a file was saved", flush=True)
        if max(times) > WATCHED:
            yield f"the next judgement takes {max(times):.0f} seconds"
        # Ctrl-C during a build.
        file.write_text(given)
        time.sleep(1)
        terminal.press("C-c")
        terminal.run("echo over", "over")
        left = [command for _, command in processes(str(folder.path)) if "swift" in command and not command.startswith("tmux ")]
        if left:
            yield f"after Ctrl-C these are still running: {left}"
        # A kill during a build loses nothing, and the next check continues.
        solve(folder, 3)
        terminal.type(f"{name} learn check 3")
        time.sleep(1)
        for number, command in processes("learn check 3"):
            if command.startswith(name):
                os.kill(number, signal.SIGKILL)
        terminal.see("Killed")
        terminal.run(f"{name} learn list", "✓ 2.", "✓ 3.")
        # A use case is killed and resumed.
        terminal.run(f"{name} learn check 10", "✗ 10.", "PUT /tickets/")
        solve(folder, 10)
        terminal.run(f"{name} learn check 10", "✓ 10.")
        # A reset of a single exercise.
        terminal.type(f"{name} learn reset 2")
        terminal.see(words["ask"])
        terminal.press("y", "Enter")
        terminal.see(words["reset"], "Kept/02-")
        terminal.run(f"{name} learn list", "· 2.", "✓ 3.")
        terminal.run(f"{name} learn check 2", "✗ 2.", words["missing"])
    except Unseen as unseen:
        yield str(unseen)
    finally:
        terminal.close()
        transcript = folder.place / f"transcript-{language}.txt"
        transcript.write_text(("\n" + "─" * 100 + "\n").join(terminal.transcript) + "\n")
