#!/usr/bin/env python3
"""Checks manual pages and completion scripts: check_manual.py PROGRAM DIRECTORY

The expectations come from the program's displayed help, and from docs/reference/command-line.md. The pages come from a
different source, the program's dump of its help."""

import filecmp
import json
import os
import re
import subprocess
import sys
import tempfile
import unicodedata
from datetime import datetime, timezone
from pathlib import Path

HERE = Path(__file__).parent
LANGUAGES = {"man1": "C.UTF-8", "ja/man1": "ja_JP.UTF-8"}
SECTIONS = {
    "man1": ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "SEE ALSO"],
    "ja/man1": ["名前", "書式", "説明", "オプション", "終了ステータス", "環境変数", "関連項目"],
}
SHELLS = ["bash", "zsh", "fish"]
VARIABLE = re.compile(r"CALEARNING_[A-Z_]+")

failures = []


def expect(truth, message):
    if not truth:
        failures.append(message)


def run(command, **environment):
    environment = {"PATH": os.environ["PATH"], "HOME": tempfile.gettempdir(), "LC_ALL": "C.UTF-8", **environment}
    return subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, text=True)


def output(command, **environment):
    return run(command, **environment).stdout


class Help:
    """The displayed help of a command."""

    def __init__(self, program, command, locale):
        arguments = [command, "--help"] if command else ["--help"]
        self.text = output([program, *arguments], LC_ALL=locale, COLUMNS="10000")
        self.lines = self.text.splitlines()
        # The help of a command only names the options of all commands.
        has_common = re.search(r"(?m)^(COMMON OPTIONS|共通のオプション):$", self.text)
        self.common = output([program, "help", "options"], LC_ALL=locale, COLUMNS="10000") if has_common else ""

    @property
    def options(self):
        labels = [re.split(r"  +| <", line.strip())[0] for line in self.lines if re.match(r"  -", line)]
        return [name for label in labels for name in label.split(", ")]

    @property
    def arguments(self):
        return [match[1] for match in map(re.compile(r"  <([^>]+)>").match, self.lines) if match]

    @property
    def commands(self):
        """Returns the names below the headings of commands. The headings may be groups."""
        heading = next(index for index, line in enumerate(self.lines) if re.search(r"(SUBCOMMANDS|コマンド):$", line))
        return [match[1] for match in map(re.compile(r"  ([a-z][a-z-]*)  ").match, self.lines[heading:]) if match]

    @property
    def variables(self):
        return set(VARIABLE.findall(self.text + self.common))


def columns(line):
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in line)


def check_page(path, folder, help, variables, statuses):
    name = f"{folder}/{path.name}"
    # The first call is the one of lintian.
    formatting = run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", str(path)], MANROFFSEQ="", MANWIDTH="80")
    japanese = ["-mja"] if folder == "ja/man1" else []
    strict = run(["groff", "-man", "-ww", "-K", "utf8", "-Tutf8", *japanese, "-z", str(path)])
    lint = run(["mandoc", "-T", "lint", "-W", "warning", str(path)])
    for complaints in formatting.stderr, strict.stderr, lint.stdout + lint.stderr:
        expect(not complaints, f"{name}: {complaints}")
    whatis = output(["lexgrog", str(path)])
    expect(re.search(rf'"{path.stem} - .+"', whatis), f"{name}: whatis(1) cannot read it: {whatis}")

    text = output(["man", "-l", str(path)], MANWIDTH="80")
    for line in text.splitlines():
        expect(columns(line) <= 80, f"{name}: is wider than 80 columns: {line}")
    headings = [line for line in text.splitlines() if line and not line.startswith(" ")][1:-1]
    expect([each for each in headings if each in SECTIONS[folder]] == SECTIONS[folder], f"{name}: has only {headings}")
    for option in help.options:
        expect(re.search(rf"(?m)^ {{7}}(-\w, )?{option}( |,|$)", text), f"{name}: lacks {option}")
    for argument in help.arguments:
        expect(re.search(rf"(?m)^ {{7}}{argument}( |$)", text), f"{name}: lacks {argument}")
    for variable in sorted(variables):
        expect(re.search(rf"(?m)^ {{7}}(.*, )?{variable}\b", text), f"{name}: lacks {variable}")
    for status in statuses:
        expect(re.search(rf"(?m)^ {{7}}{status} ", text), f"{name}: lacks the exit status {status}")


def check_pages(program, directory):
    documented = Path("docs/reference/command-line.md").read_text(encoding="utf-8")
    statuses = re.findall(r"(?m)^\| (\d+) \|", documented)
    for folder, locale in LANGUAGES.items():
        root = Help(program, None, locale)
        helps = {f"calearning-{command}.1": Help(program, command, locale) for command in root.commands}
        variables = {file: help.variables for file, help in helps.items()}
        # The page of the program itself has the variables of all its commands, and the variables without an option.
        variables["calearning.1"] = set(VARIABLE.findall(documented)).union(*variables.values())
        helps["calearning.1"] = root
        found = {path.name: path for path in (directory / "man" / folder).iterdir()}
        others = found.keys() ^ helps.keys()
        expect(not others, f"{folder}: differs from the commands in {sorted(others)}")
        for file in sorted(found.keys() & helps.keys()):
            check_page(found[file], folder, helps[file], variables[file], statuses)
    expect(len(helps) > 5 and len(statuses) > 5, f"There is little to check: {sorted(helps)}, {statuses}")


def check_same(program, directory):
    """Checks that they belong to this program, and that writing them again gives the same files."""
    date = re.search(r"\d{4}-\d\d-\d\d", (directory / "man/man1/calearning.1").read_text(encoding="utf-8"))[0]
    epoch = datetime.fromisoformat(date).replace(tzinfo=timezone.utc).timestamp()
    with tempfile.TemporaryDirectory() as again:
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(int(epoch))}
        subprocess.run([HERE / "manual.sh", program, again], env=environment, check=True)
        for path in sorted(Path(again).rglob("*")):
            other = directory / path.relative_to(again)
            same = path.is_dir() or (other.exists() and filecmp.cmp(path, other, shallow=False))
            expect(same, f"{path.relative_to(again)} differs from what manual.sh writes now.")


def offered(shell, directory, line):
    script = HERE / "shells" / f"complete.{shell}"
    return set(output([shell, str(script), str(directory / "completions"), line]).split())


def accepted_options(program):
    """Returns the long options of each command, by the parser's own description."""
    root = json.loads(output([program, "--experimental-dump-help"]))["command"]
    return {
        command["commandName"]: {
            f"--{name['name']}" for argument in command.get("arguments", []) for name in argument.get("names", [])
            if name["kind"] == "long" and argument["shouldDisplay"]}
        for command in root["subcommands"]}


def check_completions(program, directory):
    commands = Help(program, None, "C.UTF-8").commands
    accepted = accepted_options(program)
    for command in commands:
        shown = {name for name in Help(program, command, "C.UTF-8").options if name.startswith("--")}
        expect(shown <= accepted[command], f"the help of {command} lists options that it does not take: {shown - accepted[command]}")
    for shell in SHELLS:
        expectations = {
            "calearning bo": {"boot"},
            "calearning boot --st": {"--store", "--state-dir"},
            "calearning usecases Bo": {"Boot"},
            "calearning boot --format ": {"text", "json"},
            "calearning ": {*commands, "help"},
        }
        for command in commands:
            # Every command takes --version. Only the help of the program itself lists it. The parser also completes the
            # options without effect, which the help leaves out.
            expectations[f"calearning {command} --"] = {"--version", *accepted[command]}
        for line, expected in expectations.items():
            found = offered(shell, directory, line)
            if line.endswith("calearning "):
                # Only bash offers options before any typed text.
                found = {word for word in found if not word.startswith("-")}
            expect(found == expected, f"{shell}: “{line}” is completed to {sorted(found)}, and not to {sorted(expected)}")


def main(program, directory):
    with tempfile.TemporaryDirectory() as folder:
        # An installed program, because the scripts may call the program by its name.
        os.symlink(program, Path(folder) / "calearning")
        os.environ["PATH"] = f"{folder}:{os.environ['PATH']}"
        check_pages(program, directory)
        check_same(program, directory)
        check_completions(program, directory)
    for failure in failures:
        print(failure, file=sys.stderr)
    if failures:
        sys.exit(f"{len(failures)} faults of the manual or the completions.")
    print("The manual and the completions are those of the program.")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], Path(sys.argv[2]))
