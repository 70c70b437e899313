#!/usr/bin/env python3
"""Plants mistakes of a programmer anywhere in Sources and Libraries, and checks whether a spec detects each of them.

All mistakes of a run are compiled into one build with the service, each behind a switch. A file selects the active
mistake. The sources are restored before the specs run. docs/contribute/mutants.md describes the kinds, the score, and
how to read a survivor.
"""

import argparse
import contextlib
import datetime
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from planted import ROOT, Copy

EQUIVALENT = ROOT / "Scripts/mutants.txt"
BUILD = ["--scratch-path", ".build-server", "--traits", "Server"]
# The verdicts for a mutant that no spec detects, among all specs or among the specs near it.
SURVIVED, UNNOTICED = "survived", "not noticed near"
# The time limits for a run of some specs, and of all of them, in seconds.
SECONDS, ALL_SECONDS = 600, 1800


@dataclass(frozen=True)
class Edit:
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Mutant:
    """A single mistake. In `edits` and `helper`, § stands for its number."""

    path: str
    line: int
    kind: str
    change: str
    edits: tuple[Edit, ...]
    helper: str = ""

    @property
    def place(self) -> str:
        return f"{self.path}:{self.line}"

    @property
    def module(self) -> str:
        return "/".join(Path(self.path).parts[:2])

    @property
    def identity(self) -> str:
        """Returns a key without the number of the line, because that changes with every edit above it."""
        return f"{self.path} | {self.kind} | {self.change}"


# --- How sources are read --------------------------------------------------------------------------------------------------

LAYERS = ("Domain", "Application", "Infrastructure", "Presentation")
# The specs colour their lines if TERM names a terminal with colours, even into a pipe.
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|(?P<hashes>#*)(?P<quotes>"""|")', re.DOTALL)


def code_of(text: str) -> str:
    """Returns the text with blanks instead of comments and strings, at equal positions."""
    code, position = [], 0
    while match := TOKEN.search(text, position):
        code.append(text[position:match.start()])
        end = end_of_string(text, match.end(), match["quotes"], match["hashes"]) if match["quotes"] else match.end()
        code.append(re.sub(r"[^\n]", " ", text[match.start():end]))
        position = end
    return "".join([*code, text[position:]])


def end_of_string(text: str, position: int, quotes: str, hashes: str) -> int:
    closing, escape = quotes + hashes, "\\" + hashes
    while position < len(text):
        if text.startswith(closing, position):
            return position + len(closing)
        if text.startswith(escape + "(", position):
            position = end_of_interpolation(text, position + len(escape) + 1)
        elif text.startswith(escape, position):
            position += len(escape) + 1
        else:
            position += 1
    return position


def end_of_interpolation(text: str, position: int) -> int:
    depth = 1
    while depth and position < len(text):
        if match := TOKEN.match(text, position):
            position = end_of_string(text, match.end(), match["quotes"], match["hashes"]) if match["quotes"] else match.end()
            continue
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        position += 1
    return position


def is_compiled(code: str) -> bool:
    """Returns whether the complete file is compiled on Linux with the trait Server."""
    conditions = re.findall(r"^\s*#(if .*|else.*)$", code, re.MULTILINE)
    if not conditions:
        return True
    known = {"Server", "!canImport(Darwin)", "canImport(Glibc)"}
    return len(conditions) == 1 and all(part.strip() in known for part in conditions[0].removeprefix("if ").split("&&"))


# --- Which mistakes are made -----------------------------------------------------------------------------------------------

OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-", "-": "+",
         "*": "+", "/": "*", "%": "/", "+=": "-=", "-=": "+=", "|": "&", "&": "|", "<<": ">>", ">>": "<<"}
PRECEDENCE = {**dict.fromkeys(["<", "<=", ">", ">=", "==", "!="], "ComparisonPrecedence"), "&&": "LogicalConjunctionPrecedence",
              "||": "LogicalDisjunctionPrecedence", **dict.fromkeys("+-|", "AdditionPrecedence"),
              **dict.fromkeys("*/%&", "MultiplicationPrecedence"), **dict.fromkeys(["+=", "-="], "AssignmentPrecedence"),
              **dict.fromkeys(["<<", ">>"], "BitwiseShiftPrecedence")}
KINDS = {**dict.fromkeys(["<", "<=", ">", ">="], "boundary"), **dict.fromkeys(["==", "!="], "comparison"),
         **dict.fromkeys(["&&", "||"], "logic")}
DECLARATION = re.compile(r"\b(func|init|subscript|case|typealias|operator|import|protocol|extension|struct|enum|class|where|#if)\b")
# Extensions of these types do not show which specs concern them.
COMMON = {"String", "Int", "Array", "Sequence", "Collection", "Optional", "Dictionary", "Character", "Duration", "Dependencies", "Error"}
SIMPLE = r"[a-z_]\w*(?:\.\w+)*|\d+"


def mutants_of(path: str, text: str) -> Iterator[Mutant]:
    code = code_of(text)
    if not is_compiled(code):
        return
    goals = re.search(r"enum Goals: SceneName \{\n(.*?)\n    \}", code, re.DOTALL)
    goals = re.findall(r"^ *case (\w+)$", goals[1], re.MULTILINE) if goals else []
    start, previous = 0, None
    for number, (line, original) in enumerate(zip(code.splitlines(keepends=True), text.splitlines()), 1):
        def mutant(kind: str, change: str, *edits: tuple[int, int, str], helper: str = "") -> Mutant:
            moved = tuple(Edit(start + first, start + last, new) for first, last, new in edits)
            return Mutant(path, number, kind, f"{original.strip()} → {change}", moved, helper)

        statement = dropped(line)
        if not DECLARATION.search(line) or line.lstrip().startswith("case .") and ": " in line:
            yield from operators(line, mutant)
            yield from values(line, mutant, goals)
        yield from conditions(line, original, mutant)
        if statement:
            first, last = statement
            kept = text[start + first:start + last]
            yield mutant("dropped call", "nothing", (first, last, f"if !__m(§) {{ {kept} }}"))
            if kept.startswith("try ") and "=" not in kept:
                yield mutant("swallowed error", f"try? {kept[4:]}",
                             (first, last, f"if __m(§) {{ _ = try? {kept[4:]} }} else {{ {kept} }}"))
            # Members of a JSON object, and options of libcurl, have no order.
            if previous and previous[0] == number - 1 and previous[1] == first and not re.search(r"forKey: |^set\(", kept):
                moved = f"if __m(§) {{ {kept} }}; "
                yield mutant("order", f"before {previous[3]}", (previous[2] - start, previous[2] - start, moved),
                             (first, last, f"if !__m(§) {{ {kept} }}"))
            previous = (number, first, start + first, kept)
        start += len(line)


def dropped(line: str) -> tuple[int, int] | None:
    """Returns the position of a call that is a complete statement."""
    match = re.match(r"^(\s+(?:defer \{ )?)((?:_ = )?(?:try )?(?:await )?[a-zA-Z_][\w.?]*\(.*\))( \})?\s*$", line)
    if not match or re.match(r"(if|guard|switch|while|for|return|super|self\.init|init|case|preconditionFailure)\b", match[2]) or match[2].count("(") != match[2].count(")"):
        return None
    if ("defer" in match[1]) != bool(match[3]):
        return None
    return match.start(2), match.end(2)


def operators(line: str, mutant) -> Iterator[Mutant]:
    for match in re.finditer(r"(?<=[\w)\]}\"?! ]) (<<|>>|<=|>=|==|!=|&&|\|\||\+=|-=|[<>+*/%|&-]) (?=\S)", line):
        symbol, other = match[1], OTHER[match[1]]
        # A composed type, and unique keys.
        if re.search(r"\b(any|some) [\w.& ]*$|sorted\(by: \{ \$0\S*$", line[:match.start()]):
            continue
        name = symbol + "◦§"
        yield mutant(KINDS.get(symbol, "arithmetic"), f"{symbol} becomes {other}", (match.start(1), match.end(1), name),
                     helper=infix(name, symbol, other))
    for match in re.finditer(r"(?<=[( ])!(?=[a-z(])", line):
        yield mutant("negation", "without !", (match.start(), match.end(), "!◦§"), helper=(
            "prefix operator !◦§\n@usableFromInline prefix func !◦§ (a: Bool) -> Bool { __m(§) ? a : !a }"))


def infix(name: str, symbol: str, other: str) -> str:
    def function(signature: str, left: str = "a", right: str = "b") -> str:
        return f"@usableFromInline func {name} {signature} {{ __m(§) ? {left} {other} {right} : {left} {symbol} {right} }}"

    kind = KINDS.get(symbol)
    if kind == "logic":
        functions = ["@usableFromInline func " + name + " (a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool "
                     f"{{ if __m(§) {{ return try a {other} b() }} else {{ return try a {symbol} b() }} }}"]
    elif kind == "boundary":
        functions = [function("<T: Comparable>(a: T, b: T) -> Bool")]
    elif kind == "comparison":
        functions = [function("<T: Equatable>(a: T, b: T) -> Bool"), function("<T: Equatable>(a: T?, b: T?) -> Bool"),
                     function("<T>(a: T?, b: _OptionalNilComparisonType) -> Bool")]
    elif symbol in ("+=", "-="):
        functions = [f"@usableFromInline func {name} <T: AdditiveArithmetic>(a: inout T, b: T) "
                     f"{{ if __m(§) {{ a {other} b }} else {{ a {symbol} b }} }}"]
    elif symbol in ("+", "-"):
        functions = [function("<T: AdditiveArithmetic>(a: T, b: T) -> T")]
    else:
        functions = [function("<T: BinaryInteger>(a: T, b: T) -> T")]
    return "\n".join([f"infix operator {name}: {PRECEDENCE[symbol]}", *functions])


def values(line: str, mutant, goals: list[str]) -> Iterator[Mutant]:
    for match in re.finditer(r"\breturn (true|false)\s*$", line):
        value, other = ("!__m(§)", "false") if match[1] == "true" else ("__m(§)", "true")
        yield mutant("value", f"return {other}", (match.start(1), match.end(1), value))
    if re.search(r"\b(let|var) \w+", line):
        for match in re.finditer(r"(?<= = )\d[\d_]*(?=\s*$)|(?<= = )\d[\d_]*(?=\.\.[.<]\d)|(?<=\d\.\.\.)\d[\d_]*(?=\s*$)", line):
            yield mutant("number", f"{match[0]} + 1", (match.start(), match.end(), f"__i(§, {match[0]})"))
    for match in re.finditer(rf"\.(prefix|suffix|dropFirst|dropLast)\(({SIMPLE})\)", line):
        yield mutant("number", f"{match[2]} + 1", (match.start(2), match.end(2), f"__i(§, {match[2]})"))
    if not line.rstrip().endswith(" in"):
        for match in re.finditer(rf"(?<=[( ])((?:\w+: )?)({SIMPLE}), ((?:\w+: )?)({SIMPLE})\)", line):
            # The order of arguments does not change the least or the greatest. Numbers and `nil` rarely have the type
            # of the other argument.
            is_excepted = re.search(r"\b(min|max|for )\($", line[:match.start()]) or "nil" in (match[2], match[4])
            is_mixed = match[2].isdigit() != match[4].isdigit()
            if match[2] != match[4] and not is_excepted and not is_mixed and not re.match(r"\s*(case|let|var)\b", line):
                yield mutant("swapped arguments", f"{match[4]} and {match[2]}",
                             (match.start(2), match.end(2), f"__s(§, {match[2]}, {match[4]})"),
                             (match.start(4), match.end(4), f"__s(§, {match[4]}, {match[2]})"))
    for match in re.finditer(r"(?<!\.)\b(min|max)\((?!by)", line):
        other = "max" if match[1] == "min" else "min"
        yield mutant("least and most", other, (match.start(1), match.end(1), f"__{match[1]}§"), helper=(
            f"@usableFromInline func __{match[1]}§<T: Comparable>(_ a: T, _ b: T) -> T {{ __m(§) ? Swift.{other}(a, b) : Swift.{match[1]}(a, b) }}"))
    for match in re.finditer(r"(?<=[\w)\]])\??\.(first|last)\b(?![(: {])", line):
        other = "last" if match[1] == "first" else "first"
        yield mutant("first and last", other, (match.start(1), match.end(1), f"__{match[1]}§"), helper=(
            f"extension BidirectionalCollection {{ @usableFromInline var __{match[1]}§: Element? {{ __m(§) ? {other} : {match[1]} }} }}"))
    for match in re.finditer(r"\.last\(\.(\w+)\)", line):
        if match[1] in goals and len(goals) > 1:
            other = goals[(goals.index(match[1]) + 1) % len(goals)]
            yield mutant("wrong goal", other, (match.start(1) - 1, match.end(1), f"__m(§) ? .{other} : .{match[1]}"))


def conditions(line: str, original: str, mutant) -> Iterator[Mutant]:
    match = re.match(r"^(\s*(?:\} else )?(?:if|guard|while) )(.+?)( else \{.*| \{)\s*$", line)
    if not match or "{" in match[2]:
        return
    position, pieces, depth = match.start(2), [], 0
    begin = position
    for index, character in enumerate(match[2], position):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(character, 0)
        if character == "," and depth == 0:
            pieces.append((begin, index))
            begin = index + 2
    pieces.append((begin, match.end(2)))
    for first, last in pieces:
        piece = original[first:last]
        if piece.startswith("#"):
            continue
        if re.match(r"(let|var|case)\b", piece):
            yield mutant("condition", f"never {piece}", (last, last, ", !__m(§)"))
            continue
        for value, word in (("true", "always"), ("false", "never")):
            yield mutant("condition", f"{word} {piece}", (first, last, f"(__m(§) ? {value} : ({piece}))"))


def modules(folder: Path) -> list[Path]:
    """Returns the folders with Swift sources."""
    folders = [*folder.glob("Sources/*"), *folder.glob("Libraries/*"), folder / "Tool"]
    return [module for module in folders if any(module.rglob("*.swift"))]


def all_mutants(folder: Path) -> list[Mutant]:
    made = []
    for file in sorted(path for module in modules(folder) for path in module.rglob("*.swift")):
        made += mutants_of(str(file.relative_to(folder)), file.read_text(encoding="utf-8"))
    return made


def chosen(mutants: list[Mutant], count: int, seed: int) -> list[Mutant]:
    """Chooses mutants at random, at most one for each line. Every kind has an equal chance, so frequent kinds do not
    crowd out the others."""
    randomness = random.Random(seed)
    by_kind: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        by_kind.setdefault(mutant.kind, []).append(mutant)
    for group in by_kind.values():
        randomness.shuffle(group)
    taken: dict[tuple[str, int], Mutant] = {}
    while len(taken) < count and any(by_kind.values()):
        group = by_kind[randomness.choice(sorted(kind for kind, group in by_kind.items() if group))]
        mutant = group.pop()
        # A reordering changes two lines.
        if not {(mutant.path, mutant.line + distance) for distance in (-1, 0, 1)} & taken.keys():
            taken[mutant.path, mutant.line] = mutant
    return list(taken.values())


# --- How they are built ----------------------------------------------------------------------------------------------------

SWITCH = """
import Glibc

private func read() -> Int {
    guard let file = fopen("%s", "r") else { return -1 }
    defer { fclose(file) }
    var digits = [CChar](repeating: 0, count: 16)
    guard fgets(&digits, 16, file) != nil else { return -1 }
    return Int(atoi(digits))
}
private let number = read()
@usableFromInline func __m(_ mutant: Int) -> Bool { number == mutant }
@usableFromInline func __i<T: BinaryInteger>(_ mutant: Int, _ value: T) -> T { __m(mutant) ? value + 1 : value }
@usableFromInline func __s<T>(_ mutant: Int, _ value: T, _ other: T) -> T { __m(mutant) ? other : value }
"""


def numbered(text: str, number: int) -> str:
    # An operator's name cannot have digits, so each digit becomes a line symbol.
    signs = "".join(chr(0x2500 + int(digit)) for digit in str(number))
    return text.replace("◦§", "◦" + signs).replace("§", str(number))


class Workshop:
    """The tree in which mutants are built. Its sources are restored at the end."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.switch = folder / ".build-server/mutant"
        self.swift = os.environ.get("SWIFT", "swift")
        self.specs = {file: text for file in sorted((folder / "Tests").rglob("*.swift"))
                      if "@Test" in (text := file.read_text(encoding="utf-8"))}
        # The texts of the previous build, and the times of their writing.
        self.written: dict[Path, tuple[str, int]] = {}
        # Whether those specs pass without a mistake.
        self.sound: dict[str, bool] = {}

    @contextlib.contextmanager
    def planted(self, mutants: dict[int, Mutant]) -> Iterator[None]:
        originals: dict[Path, str] = {}
        added: list[Path] = []
        helpers: dict[Path, list[str]] = {}
        edits: dict[str, list[Edit]] = {}
        for number, mutant in mutants.items():
            helpers.setdefault(self.folder / mutant.module, []).append(numbered(mutant.helper, number))
            edits.setdefault(mutant.path, []).extend(
                Edit(edit.start, edit.end, numbered(edit.text, number)) for edit in mutant.edits)
        try:
            for path, changes in edits.items():
                file = self.folder / path
                text = originals[file] = file.read_text(encoding="utf-8")
                for edit in sorted(changes, key=lambda edit: (edit.start, edit.end), reverse=True):
                    text = text[:edit.start] + edit.text + text[edit.end:]
                self.write(file, text)
            for module, texts in helpers.items():
                file = module / "Mutants.swift"
                added.append(file)
                self.write(file, SWITCH % self.switch + "\n".join(filter(None, texts)) + "\n")
            yield
        finally:
            for file, text in originals.items():
                file.write_text(text, encoding="utf-8")
            for file in added:
                file.unlink()

    def write(self, file: Path, text: str) -> None:
        """Writes the file. A file with an unchanged text keeps its time, so it is not compiled again."""
        file.write_text(text, encoding="utf-8")
        if file in self.written and self.written[file][0] == text:
            os.utime(file, ns=(self.written[file][1],) * 2)
        self.written[file] = (text, file.stat().st_mtime_ns)

    def build(self, mutants: dict[int, Mutant]) -> tuple[dict[int, Mutant], list[Mutant]]:
        """Builds the mutants, without the ones that fail to compile. Returns both groups."""
        refused: list[Mutant] = []
        for _ in range(20):
            with self.planted(mutants):
                # Without deterministic hashing, packages with several traits could be built again.
                result = subprocess.run([self.swift, "build", "--build-tests", *BUILD], cwd=self.folder,
                                        env={**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}, capture_output=True, text=True)
            if result.returncode == 0:
                return mutants, refused
            errors = {(path, int(line)) for path, line in re.findall(
                rf"^{re.escape(str(self.folder))}/((?:Sources|Libraries)/\S+?):(\d+):\d+: error:", result.stdout, re.MULTILINE)}
            guilty = {number for path, line in errors if (number := nearest(mutants, path, line)) is not None}
            if not guilty:
                sys.exit(f"mutants: the build fails, and no mutant is near:\n{result.stdout[-3000:]}{result.stderr[-1000:]}")
            refused += [mutants[number] for number in guilty]
            mutants = {number: mutant for number, mutant in mutants.items() if number not in guilty}
            print(f"{len(guilty)} do not compile.", flush=True)
        sys.exit("mutants: the build fails again and again.")

    def judge(self, number: int, mutant: Mutant, is_near: bool, log: Path) -> str:
        """Returns the spec that kills the mutant, or that it survived. With `is_near`, only the specs near it are
        tried."""
        for choice in [*self.near(mutant), *([] if is_near else [""])]:
            for _ in range(3):
                verdict = self.run(number, choice, log)
                if verdict == SURVIVED:
                    break
                spec = verdict.partition(": ")[0]
                if not spec.endswith(".swift"):
                    if self.is_sound(choice, log):
                        return verdict
                # A spec that failed for another reason, such as a busy machine, does not count.
                elif self.is_sound(spec, log) and self.run(number, spec, log) != SURVIVED:
                    return verdict
        return UNNOTICED if is_near else SURVIVED

    def is_sound(self, choice: str, log: Path) -> bool:
        if choice not in self.sound:
            verdict = self.run(0, choice, log)
            self.sound[choice] = verdict == SURVIVED
            if verdict != SURVIVED:
                print(f"Without a mistake: {verdict}; {choice or 'this'} judges no mutant.", flush=True)
        return self.sound[choice]

    def near(self, mutant: Mutant) -> list[str]:
        """Returns the related specs. Their text has a type declared or extended in the mutant's file, or their name or
        folder begins like the file or one of its folders."""
        path = Path(mutant.path)
        source = code_of((self.folder / path).read_text(encoding="utf-8"))
        types = set(re.findall(r"\b(?:struct|enum|class|actor|protocol|extension|typealias) ([A-Z]\w+)", source)) - COMMON
        named = re.compile(rf"\b({'|'.join(types)})\b") if types else None
        related = {file.name for file, text in self.specs.items() if named and named.search(text)}
        # Four letters are equal in Service, Server and ServeProcessSpec, and in Accounts and AccountProcessSpec.
        starts = {part[:4] for part in path.parts[1:] if part not in ("Usecases", *LAYERS)}
        beside = {file.name for file in self.specs
                  if any(part[:4] in starts for part in file.relative_to(self.folder).parts[2:])}
        choices = (related, beside - related)
        return [path.stem.split("+")[0], *("|".join(sorted(names)) for names in choices if names)]

    def run(self, number: int, choice: str, log: Path) -> str:
        """Returns the chosen spec, or any spec, that kills the mutant. Otherwise returns that it survived, or that
        the specs did not end."""
        self.switch.write_text(f"{number}\n", encoding="utf-8")
        start, seconds = time.monotonic(), SECONDS if choice else ALL_SECONDS
        unsound = [spec for spec, is_sound in self.sound.items() if spec.endswith(".swift") and not is_sound]
        # It does not use `swift test`, because that reads the manifests of all packages first.
        command = [self.folder / ".build-server/debug/calearningPackageTests.xctest", "--testing-library", "swift-testing",
                   *(["--skip", "|".join(unsound)] if unsound else []), *(["--filter", f"({choice})"] if choice else [])]
        process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0,
                                   start_new_session=True,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        os.set_blocking(process.stdout.fileno(), False)
        verdict, rest = None, b""
        try:
            with log.open("wb") as written:
                while verdict is None:
                    output = process.stdout.read() or b""
                    written.write(output)
                    *lines, rest = (rest + output).split(b"\n")
                    for line in (COLOUR.sub("", line.decode(errors="replace")) for line in lines):
                        if match := re.match(r"✘ Test (?!run )(.+?) recorded an issue.* at (\S+?):\d", line):
                            verdict = f"{match[2]}: {match[1]}"
                            break
                        if re.match(r"[✔━] Test run with \d+ tests?\b", line):
                            verdict = SURVIVED
                    if verdict is None and process.poll() is not None and not output:
                        verdict = f"a crash, status {process.returncode}"
                    if verdict is None and time.monotonic() - start > seconds:
                        verdict = f"no end within {seconds:.0f} s"
                    time.sleep(0.05)
        finally:
            end(process)
            # No mutant stays active, because the program in the build folder has all of them.
            self.switch.unlink()
        return verdict


def end(process: subprocess.Popen) -> None:
    """Ends the process and the processes that the specs have started."""
    for number in (signal.SIGINT, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
            os.killpg(process.pid, number)
            process.wait(timeout=15)


def nearest(mutants: dict[int, Mutant], path: str, line: int) -> int | None:
    near = [(abs(mutant.line - line), number) for number, mutant in mutants.items() if mutant.path == path]
    return min(near)[1] if near else None


@contextlib.contextmanager
def postgresql() -> Iterator[None]:
    script = ("source Scripts/packages.sh; source Scripts/postgresql.sh; trap stop_postgresql EXIT; "
              "start_postgresql fsync=off max_connections=300 >&2; echo $POSTGRESQL_URL $POSTGRESQL_BIN; cat")
    with subprocess.Popen(["bash", "-euc", script], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as cluster:
        os.environ["CALEARNING_TEST_POSTGRESQL"], os.environ["POSTGRESQL_BIN"] = cluster.stdout.readline().split()
        try:
            yield
        finally:
            cluster.stdin.close()


# --- The run ---------------------------------------------------------------------------------------------------------------

def equivalents() -> dict[str, str]:
    """Returns the reasons why no spec can detect these mutants, by their identity."""
    lines = [line for line in EQUIVALENT.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return dict(line.rsplit(" # ", 1) for line in lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="list all that can be made, and build none of them")
    parser.add_argument("--sample", type=int, default=100, metavar="N", help="how many are tried (default 100)")
    parser.add_argument("--seed", type=int, default=datetime.date.today().toordinal(),
                        help="which ones; by default the date says it, so that each day tries others")
    parser.add_argument("--only", action="append", metavar="TEXT", help="those with the text in place or kind; repeatable")
    parser.add_argument("--near", action="store_true", help="try only the specs near a mistake, and not all in the end")
    parser.add_argument("--in-place", action="store_true",
                        help="build in this tree, in .build-server, for a clone that nobody works in")
    options = parser.parse_args()
    folder = ROOT
    if not (options.in_place or options.list):
        copy = Copy(".build-mutants")
        copy.refresh()
        folder = copy.folder
    mutants = all_mutants(folder)
    known = equivalents()
    if stale := known.keys() - {mutant.identity for mutant in mutants}:
        print("These equivalent mutants are not made any more; remove them:", *sorted(stale), sep="\n  ")
        return 2
    if options.only:
        mutants = [one for one in mutants if any(text in f"{one.place} {one.kind}" for text in options.only)]
    if options.list:
        for mutant in mutants:
            print(f"{mutant.place}: {mutant.kind}: {mutant.change}")
        print(f"{len(mutants)}:", *(f"{count} {kind}" for kind, count in Counter(one.kind for one in mutants).most_common()))
        return 0
    sample = chosen([one for one in mutants if one.identity not in known], options.sample, options.seed)
    print(f"{len(sample)} of {len(mutants)} mutants, --seed {options.seed}", flush=True)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    workshop = Workshop(folder)
    built, refused = workshop.build(dict(enumerate(sample, 1)))
    logs = ROOT / ".build/mutants"
    shutil.rmtree(logs, ignore_errors=True)
    logs.mkdir(parents=True)
    results: list[tuple[Mutant, str]] = []
    with postgresql():
        for number, mutant in built.items():
            start = time.monotonic()
            verdict = workshop.judge(number, mutant, options.near, logs / str(number))
            results.append((mutant, verdict))
            print(f"{number}. {mutant.place}: {mutant.kind}: {mutant.change}\n     {verdict}, {time.monotonic() - start:.0f} s", flush=True)
    survivors = [mutant for mutant, verdict in results if verdict in (SURVIVED, UNNOTICED)]
    print(f"\n{len(results)} judged, {len(results) - len(survivors)} killed; {len(refused)} do not compile.")
    for mutant in refused:
        print(f"DOES NOT COMPILE {mutant.place}: {mutant.kind}: {mutant.change}")
    for mutant in survivors:
        print(f"{(UNNOTICED if options.near else SURVIVED).upper()} {mutant.place}\n    {mutant.identity}")
    return 1 if survivors or not results else 0


if __name__ == "__main__":
    sys.exit(main())
