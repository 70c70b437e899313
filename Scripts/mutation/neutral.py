"""Rewrites that keep the behaviour: neither a spec nor a page may notice them."""

import re
from collections.abc import Iterator

from .branches import arms, both_branches
from .source import Edit, Mutant, Source, Span

KIND = "neutral rewrite"


def mutants(source: Source) -> Iterator[Mutant]:
    for edit in [*as_guards(source), *as_switches(source)]:
        yield Mutant(source, KIND, (edit,))
    for edits in with_negated_conditions(source):
        yield Mutant(source, KIND, edits)


def as_guards(source: Source) -> Iterator[Edit]:
    """`return if c {A} else {B}` becomes `guard c else { return B }` and `return A`."""
    for whole, condition, first, second in returned_conditionals(source):
        yield Edit(whole, f"guard {condition} else {{ return {second} }}\nreturn {first}")


def as_switches(source: Source) -> Iterator[Edit]:
    """The same becomes a switch."""
    for whole, condition, first, second in returned_conditionals(source):
        binding = re.fullmatch(r"let (\w+) = (.+)", condition)
        patterns = (f"let {binding[1]}?", "nil") if binding else ("true", "false")
        subject = binding[2] if binding else condition
        yield Edit(
            whole, f"switch {subject} {{\ncase {patterns[0]}: return {first}\ncase {patterns[1]}: return {second}\n}}")


def returned_conditionals(source: Source) -> Iterator[tuple[Span, str, str, str]]:
    """All of it, its condition and its branches."""
    for word in source.matches(r"\breturn if\b"):
        branches = both_branches(source, word.end())
        if branches:
            first, second = branches
            yield (
                Span(word.start(), second.end + 1), source.text[word.end() : first.start - 1].strip(),
                source.slice(first).strip(), source.slice(second).strip())


def with_negated_conditions(source: Source) -> Iterator[tuple[Edit, ...]]:
    """`c ? a : b` becomes `!(c) ? b : a`."""
    for question in source.matches(r"(?:\n *(?:return )?|\breturn )(\w[\w. =]*)\s+\?\s"):
        condition = Span(*question.span(1))
        first, second = arms(source, question.end())
        yield (
            Edit(condition, f"!({source.slice(condition)})"), Edit(first, source.slice(second)),
            Edit(second, source.slice(first)))
