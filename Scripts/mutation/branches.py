"""Swapped branches: every decision is reversed."""

import re
from collections.abc import Iterator

from .calls import returned_type
from .declared import Declared
from .goals import Scenes
from .source import Edit, Mutant, Source, Span

KIND = "swapped branches"


def mutants(source: Source, declared: Declared) -> Iterator[Mutant]:
    for edits in [
        *conditionals(source, declared), *ternaries(source), *conditions(source), *defaults(source), *switches(source)
    ]:
        yield Mutant(source, KIND, edits)


def conditionals(source: Source, declared: Declared) -> Iterator[tuple[Edit, ...]]:
    """`if … {A} else {B}` becomes `if … {B} else {A}`."""
    for word in source.matches(r"\bif\b"):
        branches = both_branches(source, word.end())
        if branches is None:
            continue
        first, second = branches
        condition = Span(word.end(), first.start - 1)
        moved = without_binding(source, declared, condition, source.slice(first))
        edits = [Edit(first, source.slice(second))]
        if moved is not None:
            edits.append(Edit(second, moved))
        yield tuple(edits)


def both_branches(source: Source, condition: int) -> tuple[Span, Span] | None:
    """The insides of the braces of an `if` and of its `else`."""
    opening = source.find_open_brace(condition)
    if opening is None:
        return None
    otherwise = re.compile(r"\s*else (\{)").match(source.code, source.pairs[opening] + 1)
    if not otherwise:
        return None
    return (
        Span(opening + 1, source.pairs[opening]), Span(otherwise.end(), source.pairs[otherwise.start(1)]))


def without_binding(source: Source, declared: Declared, condition: Span, branch: str) -> str | None:
    """The branch for a place without the values that the condition binds, with examples instead if there are any."""
    bindings = list(re.finditer(r"\blet (\w+) = (?:try )?(?:await )?", source.slice(condition)))
    for binding in bindings:
        used = re.compile(rf"\b{binding[1]}\b(?!:)")
        if not used.search(branch):
            continue
        returns = returned_type(source, declared, condition.start + binding.end())
        example = declared.value(returns.removesuffix("?")) if returns else None
        if example is None:
            return None
        branch = used.sub(example, branch)
    return branch


def ternaries(source: Source) -> Iterator[tuple[Edit, ...]]:
    """`c ? a : b` becomes `c ? b : a`."""
    for question in source.matches(r"\s\?\s"):
        first, second = arms(source, question.end())
        yield Edit(first, source.slice(second)), Edit(second, source.slice(first))


def arms(source: Source, start: int) -> tuple[Span, Span]:
    """Of the ternary whose first arm begins there."""
    position, nested = start, 0
    while True:
        if re.match(r"\s\?\s", source.code[position : position + 3]):
            nested += 1
        elif re.match(r"\s:\s", source.code[position : position + 3]):
            if nested == 0:
                break
            nested -= 1
        position = source.pairs.get(position, position) + 1
    first = Span(start, start + len(source.text[start:position].rstrip()))
    second = position + 3
    return first, Span(second, source.end_of_expression(second))


def conditions(source: Source) -> Iterator[tuple[Edit, ...]]:
    """Reverses the condition of a guard, or of an `if` without an `else`, if it binds nothing.

    A condition that binds a value becomes false, because there is nothing to bind in the reverse case.
    """
    for word in source.matches(r"\b(?:guard|if)\b"):
        opening = source.find_open_brace(word.end())
        if opening is None or (word[0] == "if" and both_branches(source, word.end())):
            continue
        text = re.sub(r"\s*(\belse)?\s*$", "", source.text[word.end() + 1 : opening])
        condition = Span(word.end() + 1, word.end() + 1 + len(text))
        yield (Edit(condition, f"{text}, false" if re.search(r"\b(let|case)\b", text) else f"!({text})"),)


def defaults(source: Source) -> Iterator[tuple[Edit, ...]]:
    """`a ?? b` becomes `b`, as if there were no `a`. Where a port is asked for `a`, the call is what is dropped."""
    for operator in source.matches(r"(?<=[(\s])(\w[\w.]*) \?\? (?!false|true)"):
        yield (Edit(Span(operator.start(1), operator.end()), ""),)


def switches(source: Source) -> Iterator[tuple[Edit, ...]]:
    """Swaps the bodies of two cases of a switch, if neither needs a value that only the other one binds."""
    scenes = Scenes(source)
    for word in source.matches(r"\bswitch\b"):
        opening = source.find_open_brace(word.end())
        if opening is None:
            continue
        cases = list(branches_of_switch(source, opening))
        for index, (_, first) in enumerate(cases):
            for _, second in cases[index + 1 :]:
                edits = swapped(source, scenes, first, second)
                if edits:
                    yield edits


def branches_of_switch(source: Source, opening: int) -> Iterator[tuple[Span, Span]]:
    """The pattern and the body of each of its cases."""
    closing = source.pairs[opening]
    starts = []
    position = opening + 1
    while position < closing:
        label = re.compile(r"(?<=\s)(case\b[^\n]*?|default):(?=\s)").match(source.code, position)
        if label:
            starts.append(label)
            position = label.end()
        else:
            position = source.pairs.get(position, position) + 1
    for label, following in zip(starts, [*starts[1:], None]):
        end = source.line_start(following.start()) - 1 if following else source.line_start(closing) - 1
        yield Span(label.start(), label.end()), Span(label.end(), end)


def swapped(source: Source, scenes: Scenes, first: Span, second: Span) -> tuple[Edit, ...] | None:
    if interchangeable(source, first, second) and interchangeable(source, second, first):
        return Edit(first, source.slice(second)), Edit(second, source.slice(first))
    goals = scenes.within(first), scenes.within(second)
    if len(goals[0]) == len(goals[1]) == 1:
        one, other = goals[0][0], goals[1][0]
        there, back = scenes.built(other.case, at=one), scenes.built(one.case, at=other)
        if there and back:
            return Edit(one.inner, there), Edit(other.inner, back)
    return None


def interchangeable(source: Source, body: Span, place: Span) -> bool:
    """Whether every value that the body needs from its own pattern is also bound by the pattern of the other place."""
    bound, there = (
        set(re.findall(r"\blet (\w+)", source.text[source.line_start(span.start) : span.start]))
        for span in (body, place))
    used = set(re.findall(r"\w+\b(?!:)", source.code[body.start : body.end]))
    return (bound & used) <= there
