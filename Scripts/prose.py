#!/usr/bin/env python3
"""Counts patterns of English that this project avoids, and fails if one of them exceeds its budget.

usage: prose.py                 print each pattern with its counts and budgets
       prose.py --list [NAME]…  print every place as path:line: text, of all patterns or of these
       prose.py --check         try the patterns on example sentences

It reads two kinds of English. Documents are the Markdown pages that are neither Japanese nor generated, and the English texts
of the program. Comments are the ones in Swift and in scripts. Code, addresses and markup are left out.
"""

import ast
import io
import os
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent

# A line of running text, after its number.
Line = tuple[int, str]


@dataclass(frozen=True)
class Pattern:
    """`budget` is the most that documents may have, and comments. Never raise it."""

    name: str
    expression: str
    advice: str
    budget: int


# The beginning of a sentence.
START = r"(?:^|(?<=[.:;!?] )|(?<=[.!?][)”] ))[(“]?"
# The sentence that continues here does not end with a question mark.
NO_QUESTION = r"(?![^.!?]*\?)"
# The next word is not a noun.
NO_NOUN = r"(?! (?!(?:and|as|at|by|for|from|if|in|instead|is|of|on|or|per|that|to|under|when|which|with)\b)\w)"
MORE = r"(?:longer|more|less|fewer|slower|faster|smaller|larger|later|earlier|better|worse)"
BE = r"\b(?:is|are|was|were|be)"
# Words that name means, and not actors.
MEANS = r"(?:chance|columns?|texts?|options?|variables?|queries|arrays|reflection|system calls|lib\w+|URLSession|scrypt|SIG\w+)"

PATTERNS = [
    Pattern("what", rf"\bwhat\b{NO_QUESTION}", "name the thing: the result, the files", 90),
    Pattern("what-subject", rf"{START}What\b{NO_QUESTION}(?=.*[.:;!])", "begin with who acts", 0),
    Pattern("colon", r"(?<=[a-z0-9`)\]”]): (?=[a-z`“\[(])", "because, so, or a full stop", 250),
    Pattern("semicolon", r";", "a full stop, or a list", 120),
    Pattern("make", r"\b[Mm](?:ade|akes?|aking)\b", "create, build, write, generate, send", 80),
    Pattern("which-clause", r", which\b", "a sentence of its own", 70),
    Pattern("there-is", r"\b[Tt]here (?:is|are|was|were)\b", "say who has it, or what exists", 40),
    Pattern("nobody", r"\b(?:[Ss]ome|[Nn]o|[Aa]ny|[Ee]very)body\b", "you, the user, another process", 25),
    Pattern(
        "of-its-own", rf"\bof (?:one[’']s|its|their|his|your|our|my) own\b{NO_NOUN}", "its own X, your application", 25),
    Pattern("told", r"\b(?:[Tt]old|[Tt]ells?|[Tt]elling)\b", "report, print, show, list", 10),
    Pattern("at-once", r"\b[Aa]t once\b", "at the same time, or immediately", 0),
    Pattern("has-to", r"\b(?:has|have|had|having) to\b", "must, or the imperative", 20),
    Pattern("so-that", r"\b[Ss]o that\b", "to and a verb, or so", 15),
    Pattern("is-no", rf"(?<!here ){BE} no (?!such\b|{MORE}\b)\w", "is not a", 0),
    Pattern("alone", r"\balone\b", "only", 8),
    Pattern("those-who", r"\b[Tt]hose (?:who|that|whose|which)\b", "delete it, or name them", 0),
    Pattern("whoever", r"\b[Ww]h(?:o|at|ich)ever\b", "if you, any", 10),
    Pattern(
        "by-which", r"\b(?:by|from|of|in|to|on|for|with|over|under|at|after|through) which\b", "two sentences", 15),
    Pattern("that-of", r"\b(?:[Tt]hat|[Tt]hose) of\b", "repeat the noun", 8),
    Pattern("is-there", rf"{BE} (?:not )?there\b(?! (?:is|are|was|were)\b){NO_QUESTION}", "exists", 0),
    Pattern("way", r"\b(?:go(?:es|ing|ne)?|went|tak(?:es?|en|ing)|took) (?:[\w’-]+ ){1,2}ways?\b", "takes a path", 0),
    Pattern("go-through", r"\b(?:go(?:es|ing|ne)?|went) through\b", "explore, check, pass", 0),
    Pattern(
        "quaint", r"\b(?:in (?:the )?place of|besides?|anew|afresh|nevertheless|for ever|meanwhile|another one)\b",
        "instead of, next to, again, still, forever, another", 15),
    Pattern("mend", r"\b[Mm]end(?:s|ed|ing)?\b", "fix", 0),
    Pattern("undertake", r"\b[Uu]ndert(?:akes?|aken|aking|ook)\b", "run, do", 0),
    Pattern("present-password", r"\b[Pp]resent password\b", "current password", 0),
    Pattern("by-means", rf"\bby {MEANS}(?![\w-])", "with, over, using", 5),
]

# Sentences, each with its patterns. A pattern is listed as often as it occurs.
EXAMPLES = [
    ("The audit prints what it found.", "what"),
    ("Which files does it keep, and what is in them?", ""),
    ("What has to be mended is the result.", "what-subject has-to mend"),
    ("The run undertakes to compare the present password.", "undertake present-password"),
    ("What is a scene? A sentence.", ""),
    ("It waits: the lock is held; nothing else is `a; b: c`.", "colon semicolon"),
    ("See <https://example.com/a;b>, and [the page](a;b.md), at 12:30.", ""),
    ("Note: The address is `a`.", ""),
    ("`make release` makes a package, which is made of files.", "make which-clause make"),
    ("There is a key, and the file is there.", "there-is is-there"),
    ("Where is there a key?", ""),
    ("Nobody has a key of their own. It is in a file of its own folder.", "nobody of-its-own"),
    ("It tells all at once, so that nobody has to wait.", "told at-once so-that nobody has-to"),
    ("An option is no argument, is no longer read, and is no slower. There is no key.", "is-no there-is"),
    ("Those who ask alone, and those of another, wait.", "those-who alone that-of"),
    ("Whoever asks gets the file in which it is.", "whoever by-which"),
    ("A run goes another way; others have gone through.", "way semicolon go-through"),
    ("This way the file is safe.", ""),
    ("Beside it stands a name in place of a number.", "quaint"),
    ("The client sends by libcurl, sorted by name, used by commands.", "by-means"),
]


class Passage:
    """Some running text, and the number of the line of each character."""

    def __init__(self, lines: list[Line]) -> None:
        self.text = " ".join(text for _, text in lines)
        self.numbers = [number for number, text in lines for _ in range(len(text) + 1)]
        self.drop(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", "`x`")
        self.drop(r"(?<=\])\((?:[^()]|\([^()]*\))*\)|<[^>]*>|\*+")
        self.drop(r"https?://\S+|&#?\w+;", "x")
        # The label of an item, or of a parameter.
        self.drop(r"^(?:Parameter [^:]+|[-\w`]+): ")

    def drop(self, expression: str, replacement: str = "") -> None:
        text, numbers, position = "", [], 0
        for match in re.finditer(expression, self.text):
            text += self.text[position:match.start()] + replacement
            numbers += self.numbers[position:match.start()] + [self.numbers[match.start()]] * len(replacement)
            position = match.end()
        self.text, self.numbers = text + self.text[position:], numbers + self.numbers[position:]


def markdown(lines: list[Line]) -> Iterator[Passage]:
    """The headings, paragraphs, items of lists and cells of tables, without blocks of code."""
    block: list[Line] = []
    fence, was_blank, is_list = "", True, False
    for number, line in [*lines, (0, "")]:
        text = line.strip()
        item = re.match(r"(?:[-*+]|\d+\.) +", text)
        mark = re.match(r"(?:`{3,})?", text)[0]
        is_code = bool(fence or mark) or was_blank and not is_list and line.startswith("    ")
        if not text or is_code or item or text[0] in "#|":
            if block:
                yield Passage(block)
            block = []
        if mark and fence in ("", text):
            fence = "" if fence else mark
        elif is_code or text.startswith("<!--"):
            pass
        elif text.startswith("|"):
            yield from (Passage([(number, cell.strip())]) for cell in re.split(r"(?<!\\)\|", text))
        elif text.startswith("#"):
            yield Passage([(number, text.strip("# "))])
        elif text:
            block.append((number, text[item.end():] if item else text.lstrip("> ")))
        was_blank = not text or is_code
        is_list = bool(item) or is_list and (not text or line.startswith(" "))


def comments(found: list[tuple[int, int, str]]) -> Iterator[Passage]:
    """Returns the passages of comments with their lines and columns. Adjacent lines form one passage."""
    group: list[Line] = []
    last = (0, 0)
    for number, column, text in [*found, (0, 0, "")]:
        if (number - 1, column) != last:
            yield from markdown(group)
            group = []
        is_prose = not re.match(r"!| ?(?:MARK|swift-\w+|usage|shellcheck)\b", text)
        group.append((number, text.removeprefix(" ") if is_prose else ""))
        last = (number, column)


class Swift:
    """A Swift source: its comments, its string literals by their positions, and its code with spaces instead of
    both."""

    TOKEN = re.compile(r'//.*|(#+)/(?s:.*?)/\1|(#*)("""(?=\n)|")')

    def __init__(self, source: str) -> None:
        self.source = source
        self.comments: list[tuple[int, int, str]] = []
        self.strings: dict[int, list[Line]] = {}
        self.code, position = "", 0
        while match := self.TOKEN.search(source, position):
            self.code += source[position:match.start()]
            position = match.end()
            if match[3]:
                self.strings[match.start()], position = self.string(match)
            elif not match[1]:
                column = match.start() - source.rfind("\n", 0, match.start())
                self.comments.append((self.number(match.start()), column, match[0].lstrip("/")))
            self.code += " " * (position - match.start())
        self.code += source[position:]

    def number(self, position: int) -> int:
        return self.source.count("\n", 0, position) + 1

    def string(self, opening: re.Match[str]) -> tuple[list[Line], int]:
        """The lines of the literal that `opening` begins, with an x for each interpolation, and the position of its end."""
        escape = "\\" + opening[2]
        special = re.compile("|".join(map(re.escape, (opening[3] + opening[2], escape + "(", escape))))
        text, position = "", opening.end()
        while match := special.search(self.source, position):
            text += self.source[position:match.start()]
            position = match.end()
            if match[0] == escape + "(":
                text, position = text + "x", self.closed(position)
            elif match[0] == escape:
                text, position = text + self.source[position].replace("n", " "), position + 1
            else:
                break
        lines = enumerate(text.split("\n"), self.number(opening.start()))
        return [(number, text.strip()) for number, text in lines if text.strip()], position

    def closed(self, position: int) -> int:
        """The position after the parenthesis that closes the one before `position`."""
        depth = 1
        while depth:
            match = re.compile(r'[()]|(#*)("""(?=\n)|")').search(self.source, position)
            position = match.end()
            if match[2]:
                _, position = self.string(self.TOKEN.match(self.source, match.start()))
            else:
                depth += 1 if match[0] == "(" else -1
        return position

    def texts(self) -> Iterator[Passage]:
        """The literals of arguments `en:`, of a `Sentence` without a label, of English dictionaries of scenes, and of errors
        without a translation: the refusals of the service, `rule` and `reason`."""
        beginning = (
            r"\ben:|\breason:(?=  )|\bSentence\((?= )|\benglish = \["
            r"|\b(?:Refusal|notNow)\((?!_)|\b(?:rule|reason): String \{")
        for match in re.finditer(beginning, self.code):
            depth, position = 0, match.end()
            is_dictionary = match[0].endswith("[")
            end = ",])}" if match[0].endswith((":", "Sentence(")) else "])}"
            while depth > 0 or self.code[position] not in end:
                depth += (self.code[position] in "([{") - (self.code[position] in ")]}")
                if position in self.strings and (not is_dictionary or self.code[:position].rstrip().endswith(":")):
                    yield Passage(self.strings[position])
                position += 1


def python(source: str) -> Iterator[Passage]:
    """Comments and docstrings."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    yield from comments([(*token.start, token.string[1:]) for token in tokens if token.type == tokenize.COMMENT])
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            text = re.sub(r"(?ms)^usage:.*?(?=\n\n|\Z)", lambda m: "\n" * m[0].count("\n"), ast.get_docstring(node))
            yield from markdown(list(enumerate(text.split("\n"), node.body[0].lineno)))


def script(source: str) -> Iterator[Passage]:
    """Comments of a shell script or a Makefile, and the help of its targets."""
    lines = enumerate(source.split("\n"), 1)
    matches = [(number, re.match(r"\s*#(?!!)(.*)|[a-z-]+:.*?##(.*)", line)) for number, line in lines]
    yield from comments([(number, m.start(m.lastindex), m[m.lastindex]) for number, m in matches if m])


def passages(path: str, source: str) -> Iterator[tuple[str, Passage]]:
    """The English of a file, each passage with its kind."""
    match re.search(r"\.?\w+$", path)[0]:
        case ".swift":
            swift = Swift(source)
            yield from (("comments", passage) for passage in comments(swift.comments))
            if not path.startswith("Tests/"):
                yield from (("documents", passage) for passage in swift.texts())
        case ".md" if not re.search(r"\.ja\.md$|/ja/|^docs/usecases/|^docs/errors|/licences/", path):
            # The notes of a release are not rewritten.
            source = re.split(r"(?m)^## \[\d", source)[0] if path == "CHANGELOG.md" else source
            yield from (("documents", passage) for passage in markdown(list(enumerate(source.split("\n"), 1))))
        case ".py":
            yield from (("comments", passage) for passage in python(source))
        case ".sh" | ".mk" | "Makefile" | "run":
            yield from (("comments", passage) for passage in script(source))


def found(text: str) -> Iterator[tuple[Pattern, int]]:
    yield from ((pattern, match.start()) for pattern in PATTERNS for match in re.finditer(pattern.expression, text))


def files() -> Iterator[Path]:
    wanted = re.compile(r"\.(?:md|mk|py|sh|swift)$|^Makefile$|^run$")
    for folder, folders, names in os.walk(REPOSITORY):
        folders[:] = sorted(name for name in folders if name == ".ci" or not re.match(r"\.|dist", name))
        yield from (Path(folder, name) for name in sorted(names) if wanted.search(name))


def places() -> Iterator[tuple[Pattern, str, str]]:
    """Each pattern that occurs, with the kind of its text and its place."""
    for file in files():
        path, source = str(file.relative_to(REPOSITORY)), file.read_text("utf-8")
        for kind, passage in passages(path, source):
            for pattern, position in found(passage.text):
                number = passage.numbers[position]
                yield pattern, kind, f"{path}:{number}: {source.split(chr(10))[number - 1].strip()}"


def check() -> int:
    wrong = 0
    for sentence, names in EXAMPLES:
        actual = sorted(pattern.name for passage in markdown([(1, sentence)]) for pattern, _ in found(passage.text))
        if actual != sorted(names.split()):
            wrong += 1
            print(f"{sentence}\n  has {actual}, and should have {sorted(names.split())}", file=sys.stderr)
    unknown = {name for _, names in EXAMPLES for name in names.split()} ^ {pattern.name for pattern in PATTERNS}
    print(f"{len(EXAMPLES)} examples, {wrong} wrong; without an example: {', '.join(unknown) or 'none'}")
    return 1 if wrong or unknown else 0


def main(arguments: list[str]) -> int:
    if arguments == ["--check"]:
        return check()
    names = {pattern.name for pattern in PATTERNS}
    if arguments and (arguments[0] != "--list" or not names.issuperset(arguments[1:])):
        sys.exit(f"{__doc__}\nPatterns: {', '.join(sorted(names))}")
    if arguments:
        for pattern, _, place in places():
            if not arguments[1:] or pattern.name in arguments:
                print(place if len(arguments) == 2 else f"{place} [{pattern.name}]")
        return 0
    counts = Counter((pattern.name, kind) for pattern, kind, _ in places())
    print(f"{'pattern':16}{'documents':>10}{'comments':>10}{'budget':>8}  instead")
    above = []
    for pattern in PATTERNS:
        numbers = [counts[pattern.name, kind] for kind in ("documents", "comments")]
        cells = "".join(f"{count:>9}{'!' if count > pattern.budget else ' '}" for count in numbers)
        above += [pattern.name] if max(numbers) > pattern.budget else []
        print(f"{pattern.name:16}{cells}{pattern.budget:>8}  {pattern.advice}")
    for name in above:
        print(f"{name} is above its budget: `make prose LIST={name}` shows every place.", file=sys.stderr)
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
