"""A Swift file as far as the mutators need to understand it: its brackets, its calls, its declarations."""

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

OPENING = "([{"
CLOSING = ")]}"
MISLEADING = re.compile(r'#if\b|#/|#"')
"""Conditional compilation, regular expressions and raw strings, which would be misread."""


class Unreadable(Exception):
    """A source cannot be understood, or does not contain what it should contain."""


@dataclass(frozen=True)
class Span:
    start: int
    end: int


@dataclass(frozen=True)
class Edit:
    """What stands in the span is replaced by the text."""

    span: Span
    text: str


@dataclass(frozen=True)
class Argument:
    label: str | None
    value: str


@dataclass(frozen=True)
class Declaration:
    """A function or a computed property: its parameters by name and type, and what it returns."""

    name: str
    parameters: tuple[tuple[str, str], ...]
    returns: str | None
    body: Span


@dataclass(frozen=True)
class Source:
    path: str
    text: str

    @cached_property
    def code(self) -> str:
        """The text with comments and strings blanked out, character for character."""
        if found := MISLEADING.search(self.text):
            raise Unreadable(f"{self.path}:{self.line(found.start())}: this tool does not understand `{found[0]}`.")
        blanked = list(self.text)
        position = 0
        while position < len(self.text):
            end = self._end_of_blank(position)
            for index in range(position, end):
                if blanked[index] != "\n":
                    blanked[index] = " "
            position = max(end, position + 1)
        return "".join(blanked)

    @cached_property
    def pairs(self) -> dict[int, int]:
        """The position of each opening bracket, and of the one that closes it."""
        pairs: dict[int, int] = {}
        open_brackets: list[int] = []
        for position, character in enumerate(self.code):
            if character in OPENING:
                open_brackets.append(position)
            elif character in CLOSING:
                pairs[open_brackets.pop()] = position
        return pairs

    @cached_property
    def declarations(self) -> list[Declaration]:
        return list(self._functions()) + list(self._properties())

    def slice(self, span: Span) -> str:
        return self.text[span.start : span.end]

    def line(self, position: int) -> int:
        return self.text.count("\n", 0, position) + 1

    def line_start(self, position: int) -> int:
        return self.text.rfind("\n", 0, position) + 1

    def matches(self, pattern: str) -> Iterator[re.Match[str]]:
        """In the code alone, not in comments or strings."""
        return re.finditer(pattern, self.code)

    def block(self, position: int) -> Span:
        """The inside of the innermost braces around the position, or all of the file."""
        around = [
            Span(start + 1, end)
            for start, end in self.pairs.items()
            if self.code[start] == "{" and start < position <= end
        ]
        return max(around, key=lambda span: span.start, default=Span(0, len(self.text)))

    def declaration(self, position: int) -> Declaration | None:
        """The innermost one around the position."""
        around = [one for one in self.declarations if one.body.start <= position < one.body.end]
        return max(around, key=lambda one: one.body.start, default=None)

    def find_open_brace(self, position: int) -> int | None:
        """The next brace that is in no other brackets."""
        while position < len(self.code):
            if self.code[position] == "{":
                return position
            if self.code[position] in CLOSING:
                return None
            position = self.pairs.get(position, position) + 1
        return None

    def end_of_chain(self, position: int) -> int:
        """Where a chain of names and calls such as `a.b(c).d` ends."""
        while step := re.compile(r"[?!]?\.?\w+(<[\w.?]+>)?").match(self.code, position):
            position = step.end()
            if self.code.startswith("(", position):
                position = self.pairs[position] + 1
            if not re.compile(r"[?!]?\.\w").match(self.code, position):
                break
        return position

    def end_of_expression(self, position: int) -> int:
        """Before the bracket, comma or line that ends it."""
        start = position
        while position < len(self.code):
            character = self.code[position]
            if character in CLOSING or character in ",{":
                break
            if character == "\n" and not re.match(r"\s*[?:.&|+]", self.code[position:]):
                break
            position = self.pairs.get(position, position) + 1
        return start + len(self.text[start:position].rstrip())

    def arguments(self, opening: int) -> list[Argument]:
        """Of the call whose parenthesis opens there."""
        start, arguments = opening + 1, []
        for end in [*self._commas(opening), self.pairs[opening]]:
            value = self.text[start:end].strip()
            labelled = re.match(r"(\w+):\s+(.*)", value, re.DOTALL)
            if labelled:
                arguments.append(Argument(labelled[1], labelled[2]))
            elif value:
                arguments.append(Argument(None, value))
            start = end + 1
        return arguments

    def with_edits(self, edits: tuple[Edit, ...]) -> str:
        text = self.text
        for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
            text = text[: edit.span.start] + edit.text + text[edit.span.end :]
        return text

    def _commas(self, opening: int) -> Iterator[int]:
        position = opening + 1
        while position < self.pairs[opening]:
            if self.code[position] == ",":
                yield position
            position = self.pairs.get(position, position) + 1

    def _end_of_blank(self, position: int) -> int:
        """Where the comment or the string ends that begins there; the position itself if none does."""
        if self.text.startswith("//", position):
            end = self.text.find("\n", position)
            return len(self.text) if end < 0 else end
        if self.text.startswith("/*", position):
            return self.text.index("*/", position) + 2
        if self.text.startswith('"', position):
            return self._end_of_string(position)
        return position

    def _end_of_string(self, position: int) -> int:
        quote = '"""' if self.text.startswith('"""', position) else '"'
        position += len(quote)
        depth = 0
        while depth > 0 or not self.text.startswith(quote, position):
            if self.text.startswith("\\(", position):
                depth += 1
                position += 2
            elif self.text[position] == "\\":
                position += 2
            else:
                depth += {"(": 1, ")": -1}.get(self.text[position], 0) if depth else 0
                position += 1
        return position + len(quote)

    def _functions(self) -> Iterator[Declaration]:
        for match in self.matches(r"\bfunc (\w+)(?:<[^>]*>)?(\()"):
            opening = match.start(2)
            head_end = self.find_open_brace(self.pairs[opening] + 1)
            if head_end is None:
                continue
            returns = re.search(r"->\s*([\w.<>?]+)\s*$", self.code[self.pairs[opening] : head_end])
            yield Declaration(
                match[1], parameters(self.arguments_of_declaration(opening)), returns and returns[1],
                Span(head_end + 1, self.pairs[head_end]))

    def _properties(self) -> Iterator[Declaration]:
        for match in self.matches(r"\bvar (\w+): ([\w.<>?]+) (\{)"):
            yield Declaration(match[1], (), match[2], Span(match.end(), self.pairs[match.start(3)]))

    def arguments_of_declaration(self, opening: int) -> str:
        return self.text[opening + 1 : self.pairs[opening]]


def parameters(text: str) -> tuple[tuple[str, str], ...]:
    """Their inner names and types, of `for known: Registration, _ key: K`."""
    found = re.findall(r"(?:^|,)\s*(?:\w+ )?(\w+):\s*((?:[\w.?]|<[^>]*>)+)", text)
    return tuple((name, kind) for name, kind in found)


@dataclass(frozen=True)
class Mutant:
    """A source with one thing changed."""

    source: Source
    kind: str
    edits: tuple[Edit, ...]

    @property
    def text(self) -> str:
        return self.source.with_edits(self.edits)

    @property
    def line(self) -> int:
        return self.source.line(min(edit.span.start for edit in self.edits))

    @property
    def place(self) -> str:
        return f"{self.source.path}:{self.line}"

    @property
    def diff(self) -> list[str]:
        """The removed and added lines, without context."""
        before, after = self.source.text.splitlines(), self.text.splitlines()
        lines = list(difflib.unified_diff(before, after, lineterm="", n=0))[2:]
        return [line for line in lines if not line.startswith("@@")]
