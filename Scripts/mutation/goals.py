"""Wrong goals and wrong next steps: another scene of the same use case, if there are values for everything that it carries."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .declared import SceneCase, scene_cases
from .source import Argument, Edit, Mutant, Source, Span

GOAL, STEP = "wrong goal", "wrong next step"


@dataclass(frozen=True)
class Reference:
    """Where the use case leads to a scene."""

    case: SceneCase | None
    """`None` where a function chooses among the goals."""
    inner: Span
    """`.ゴール(udid: udid)`."""
    outer: Span | None
    """With the course around it, if it is there: `.last(.ゴール(udid: udid))`."""
    values: tuple[tuple[str, str, str], ...]
    """The label, the type and the expression of each value."""


class Scenes:
    """The scenes of a use case, and where it leads to them."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.cases = scene_cases(source)
        self.references = sorted([*self._references(), *self._choices()], key=lambda one: one.inner.start)

    def within(self, span: Span) -> list[Reference]:
        return [one for one in self.references if span.start <= one.inner.start < span.end]

    def built(self, case: SceneCase, at: Reference) -> str | None:
        """The scene with values that are at hand in that place, or `None` where there are none."""
        at_hand = self._at_hand(at)
        values: list[str] = []
        for label, kind in case.values:
            expression = chosen(at_hand, label, kind)
            if expression is None:
                return None
            values.append(f"{label}: {expression}")
        return f".{case.name}" + (f"({', '.join(values)})" if values else "")

    def _references(self) -> Iterator[Reference]:
        names = "|".join(sorted(self.cases, key=len, reverse=True))
        if not names:
            return
        for name in self.source.matches(rf"\.({names})\b"):
            line = self.source.text[self.source.line_start(name.start()) : name.start()]
            if re.match(r"\s*case \.", line) and ":" not in line:
                continue
            case = self.cases[name[1]]
            end = self.source.end_of_chain(name.start())
            arguments = self.source.arguments(name.end()) if self.source.code.startswith("(", name.end()) else []
            inner = Span(name.start(), end)
            yield Reference(case, inner, self._course(inner), typed(case, arguments))

    def _choices(self) -> Iterator[Reference]:
        """Calls of the functions that choose among the goals."""
        chosen_by = [one.name for one in self.source.declarations if one.returns == "Goals"]
        if not chosen_by:
            return
        for call in self.source.matches(rf"(?<!func )\b({'|'.join(chosen_by)})\("):
            yield Reference(None, Span(call.start(), self.source.end_of_chain(call.start())), None, ())

    def _course(self, inner: Span) -> Span | None:
        before = re.search(r"\.(?:basic|alternate|last)\(\s*$", self.source.code[: inner.start])
        after = re.compile(r"\s*\)").match(self.source.code, inner.end)
        return Span(before.start(), after.end()) if before and after else None

    def _at_hand(self, at: Reference) -> list[tuple[str, str, str]]:
        """The values that the scene itself carries, those of the scenes around it, and those that the pattern of its case binds."""
        around = self._surroundings(at.inner.start)
        nearby = [
            value
            for other in self.within(around)
            if other.inner != at.inner
            for value in other.values
            if not re.search(rf"\blet {re.escape(root(value[2]))}\b", self.source.code[at.inner.start : around.end])
        ]
        return [*at.values, *nearby, *self._bound(at.inner.start)]

    def _surroundings(self, position: int) -> Span:
        """The innermost braces, or the case of the switch in them."""
        return self._case(self.source.block(position), position)

    def _case(self, block: Span, position: int) -> Span:
        """Of the switch whose braces these are, or all of them if they are not a switch's."""
        labels = [
            block.start + label.start()
            for label in re.finditer(r"(?<=\s)case \.", self.source.code[block.start : block.end])
            if self.source.block(block.start + label.start()) == block
        ]
        start = max((label for label in labels if label <= position), default=block.start)
        end = min((label for label in labels if label > position), default=block.end)
        return Span(start, end)

    def _bound(self, position: int) -> Iterator[tuple[str, str, str]]:
        """By the patterns of all cases that it is in."""
        for start, end in self.source.pairs.items():
            if self.source.code[start] != "{" or not start < position < end:
                continue
            for pattern in re.finditer(r"case \.\w+\(\.(\w+)(\()", self.source.code[start:end]):
                around = self._case(Span(start + 1, end), start + pattern.start())
                case = self.cases.get(pattern[1])
                if case and around.start <= position < around.end:
                    arguments = self.source.arguments(start + pattern.start(2))
                    yield from typed(case, [Argument(None, one.value.removeprefix("let ")) for one in arguments])


def mutants(source: Source) -> Iterator[Mutant]:
    scenes = Scenes(source)
    for reference in scenes.references:
        for kind, edit in replacements(scenes, reference):
            yield Mutant(source, kind, (edit,))


def replacements(scenes: Scenes, reference: Reference) -> Iterator[tuple[str, Edit]]:
    is_goal = reference.case is None or reference.case.course == "last"
    for case in scenes.cases.values():
        if case == reference.case:
            continue
        built = scenes.built(case, at=reference)
        if built is None:
            continue
        if is_goal and case.course == "last":
            yield GOAL, Edit(reference.inner, built)
        elif not is_goal and reference.outer and may_lead_to(scenes.source, reference, case):
            yield STEP, Edit(reference.outer, f".{case.course}({built})")
    for index, (label, kind, expression) in enumerate(reference.values):
        if kind.endswith("?") and expression != "nil" and reference.case and is_goal:
            values = [f"{one}: {'nil' if index == at else text}" for at, (one, _, text) in enumerate(reference.values)]
            yield GOAL, Edit(reference.inner, f".{reference.case.name}({', '.join(values)})")


def may_lead_to(source: Source, reference: Reference, case: SceneCase) -> bool:
    """A use case begins with a step; only what follows a scene may be a goal."""
    if case.course != "last":
        return True
    declaration = source.declaration(reference.inner.start)
    return declaration is not None and declaration.name == "next"


def typed(case: SceneCase, arguments: list[Argument]) -> tuple[tuple[str, str, str], ...]:
    return tuple((label, kind, argument.value) for (label, kind), argument in zip(case.values, arguments))


def root(expression: str) -> str:
    return re.match(r"\w*", expression)[0]


def chosen(at_hand: list[tuple[str, str, str]], label: str, kind: str) -> str | None:
    """The value of the same label, or else of the same type, or else the simplest that there is."""
    same = [one for one in at_hand if one[1] == kind]
    for value in [*(one for one in same if one[0] == label), *same]:
        return value[2]
    for _, other, expression in at_hand:
        if f"{other}?" == kind:
            return expression
    if kind.endswith("?"):
        return "nil"
    return {"String": '""'}.get(kind)
