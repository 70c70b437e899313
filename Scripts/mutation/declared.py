"""What the sources declare: the scenes of a use case, the operations of the ports and the model, examples of values."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from .source import Argument, Source, Unreadable, parameters

COURSES = {"Basics": "basic", "Alternatives": "alternate", "Goals": "last"}


@dataclass(frozen=True)
class SceneCase:
    """A scene of a use case, and the labels and types of the values that it carries."""

    course: str
    name: str
    values: tuple[tuple[str, str], ...]


def scene_cases(source: Source) -> dict[str, SceneCase]:
    """Those that the use case declares, by name and in order."""
    cases: dict[str, SceneCase] = {}
    for enum in source.matches(r"\benum (Basics|Alternatives|Goals)\b[^{]*(\{)"):
        body = source.text[enum.end() : source.pairs[enum.start(2)]]
        for name, values in re.findall(r"^\s*case (\w+)(?:\((.*)\))?$", body, re.MULTILINE):
            cases[name] = SceneCase(COURSES[enum[1]], name, parameters(values))
    return cases


@dataclass(frozen=True)
class Operation:
    """A method or a property of a port or of the model, which may throw and wait."""

    name: str
    labels: tuple[str | None, ...] | None
    """`None` for a property."""
    inner: tuple[str, ...]
    types: tuple[str, ...]
    returns: str | None


@dataclass
class Declared:
    """What all files together declare that a mutant can be made of."""

    operations: list[Operation] = field(default_factory=list)
    sunny: dict[tuple[str, tuple[str | None, ...]], str] = field(default_factory=dict)
    """What an operation comes to first in its catalogue of outcomes, as an expression of its parameters."""
    examples: dict[str, str] = field(default_factory=dict)
    """An expression for each type that has examples."""
    keys: dict[str, list[str]] = field(default_factory=dict)
    """The keys of the data store, by their type."""

    @property
    def names(self) -> set[str]:
        return {operation.name for operation in self.operations}

    def operation(self, name: str, arguments: list[Argument] | None) -> Operation | None:
        labels = None if arguments is None else tuple(argument.label for argument in arguments)
        found = [one for one in self.operations if one.name == name and one.labels == labels]
        return found[0] if found else None

    def value(self, kind: str) -> str | None:
        """Some value of the type."""
        if kind.endswith("?"):
            return f"Optional<{kind[:-1]}>.none"
        return {"Bool": "false", "String": '""', **self.examples}.get(kind)


def read(root: Path, models: Iterable[Source]) -> Declared:
    declared = Declared()
    for path in sorted((root / "Sources/Domain").rglob("*.swift")):
        source = Source(str(path.relative_to(root)), path.read_text("utf-8"))
        if "Ports" in path.parts:
            for protocol in source.matches(r"\bprotocol \w+[^{]*(\{)"):
                body = source.text[protocol.end() : source.pairs[protocol.start(1)]]
                declared.operations += operations(body)
        declared.sunny |= sunny_outcomes(source)
        declared.examples |= examples(source)
        declared.keys |= keys(source)
    for source in models:
        declared.operations += operations(source.text)
    for what in ("operations", "sunny", "examples", "keys"):
        if not getattr(declared, what):
            raise Unreadable(f"no {what} are found in Sources/Domain: Scripts/mutation/declared.py reads them.")
    return declared


def operations(text: str) -> list[Operation]:
    """Those that are `async`."""
    found: list[Operation] = []
    pattern = r"func (\w+)(?:<[^>]*>)?\(([^)]*)\) async(?: throws\(\w+\))?(?: -> ([\w.<>?]+))?"
    for name, inside, returns in re.findall(pattern, text):
        labels = re.findall(r"(?:^|,)\s*(\w+)(?: \w+)?:", inside)
        named = parameters(inside)
        found.append(
            Operation(
                name, tuple(None if label == "_" else label for label in labels), tuple(inner for inner, _ in named),
                tuple(kind for _, kind in named), returns or None))
    for name, returns in re.findall(r"var (\w+): ([\w.<>?]+) \{\s*get async", text):
        found.append(Operation(name, None, (), (), returns))
    return found


def sunny_outcomes(source: Source) -> dict[tuple[str, tuple[str | None, ...]], str]:
    outcomes: dict[tuple[str, tuple[str | None, ...]], str] = {}
    for function in source.declarations:
        body = source.slice(function.body)
        first = re.search(r'PossibleOutcome\(\s*"[^"]+", ', body)
        if not first or "PortOperation" not in body:
            continue
        opening = function.body.start + body.index("(", first.start())
        value = source.arguments(opening)[1].value
        for local, expression in re.findall(r"^\s*let (\w+) = (.+)$", body, re.MULTILINE):
            value = re.sub(rf"\b{local}\b(?!:)", lambda _: expression, value)
        head = source.text[source.text.rfind("func ", 0, function.body.start) : function.body.start]
        for operation in operations(head):
            if operation.labels is not None:
                outcomes[operation.name, operation.labels] = value
    return outcomes


def examples(source: Source) -> dict[str, str]:
    found: dict[str, str] = {}
    for extension in source.matches(r"\bextension (\w+) (\{)"):
        body = source.text[extension.end() : source.pairs[extension.start(2)]]
        if re.search(r"package static let example\b", body):
            found[extension[1]] = f"{extension[1]}.example"
        elif re.search(r"package static func example\(_ number", body):
            found[extension[1]] = f"{extension[1]}.example(1)"
    return found


def keys(source: Source) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key in source.matches(r"\bpackage let (\w+) = Key<(\w+)>\("):
        found.setdefault(key[2], []).append(key[1])
    return found
