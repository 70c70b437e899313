"""Dropped and changed port calls, and swallowed errors of port calls."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .declared import Declared, Operation
from .source import Argument, Edit, Mutant, Source, Span

DROPPED, CHANGED, SWALLOWED = "dropped port call", "changed call", "swallowed error"


@dataclass(frozen=True)
class Call:
    """A call of a port's operation, or of one of the model's that calls ports."""

    operation: Operation
    chain: Span
    name: int
    """Where the operation's name stands in the chain."""
    arguments: list[Argument]
    attempt: Span | None
    """With `try await` before it, where that is its own."""

    def is_statement(self, source: Source) -> bool:
        """Whether nothing is done with what it returns."""
        if self.attempt is None or self.operation.returns is not None:
            return False
        return not source.text[source.line_start(self.attempt.start) : self.attempt.start].strip()


def mutants(source: Source, declared: Declared) -> Iterator[Mutant]:
    found = list(calls(source, declared))
    for call in found:
        for edit in dropped(source, declared, call):
            yield Mutant(source, DROPPED, (edit,))
    for edits in [*flipped(source), *other_keys(source, declared, found), *other_orders(source, found)]:
        yield Mutant(source, CHANGED, edits)
    for call in found:
        for edits in swallowed(source, declared, call):
            yield Mutant(source, SWALLOWED, edits)
    for edits in swallowed_checks(source, declared):
        yield Mutant(source, SWALLOWED, edits)


def calls(source: Source, declared: Declared) -> Iterator[Call]:
    names = "|".join(sorted(declared.names, key=len, reverse=True))
    for match in source.matches(rf"(?<![\w.])((?:\w+(?:\([^()]*\))?\.)*)({names})\b(\()?"):
        before = re.search(r"(\btry )?(\bawait )?$", source.code[: match.start()])
        if re.search(r"\b(func|var|let|case)\s+$", source.code[: match.start()]):
            continue
        arguments = source.arguments(match.start(3)) if match[3] else None
        operation = declared.operation(match[2], arguments)
        receiver = match[1].rstrip(".")
        if operation is None or receiver in declared.keys or not (receiver or arguments is not None):
            continue
        end = source.pairs[match.start(3)] + 1 if match[3] else match.end(2)
        if not inside_attempt(source, match.start()):
            continue
        attempt = Span(before.start(), end) if before and before[1] else None
        yield Call(operation, Span(match.start(), end), match.start(2), arguments or [], attempt)


def inside_attempt(source: Source, position: int) -> bool:
    """Whether `try` stands before it in its line."""
    return "try " in source.code[source.line_start(position) : position]


def returned_type(source: Source, declared: Declared, position: int) -> str | None:
    """What the call that begins there returns."""
    for call in calls(source, declared):
        if call.chain.start == position:
            return call.operation.returns
    return None


def dropped(source: Source, declared: Declared, call: Call) -> Iterator[Edit]:
    """Leaves out a statement; if its value is needed, replaces it by the value that was to be saved, or by an example."""
    if call.is_statement(source):
        start = source.line_start(call.attempt.start)
        yield Edit(Span(start, source.text.index("\n", call.attempt.end) + 1), "")
        return
    for value in stand_ins(source, declared, call):
        needs_attempt = any(re.search(rf"\b{name}\(", value) for name in declared.names)
        yield Edit(call.chain if needs_attempt or call.attempt is None else call.attempt, value)
    if half := without_saving(source, declared, call):
        yield Edit(call.chain, half)


def stand_ins(source: Source, declared: Declared, call: Call) -> list[str]:
    """Values that the call could have returned if it had succeeded."""
    operation = call.operation
    if operation.returns is None:
        return []
    if operation.returns == "Bool":
        return ["false", "true"]
    kind = concrete(source, operation.returns, call)
    if kind.endswith("?"):
        return [f"Optional<{kind[:-1]}>.none"]
    for argument, parameter in zip(call.arguments, operation.types):
        if parameter == operation.returns:
            return [argument.value]
    sunny = declared.sunny.get((operation.name, operation.labels)) if operation.labels is not None else None
    if sunny:
        for inner, argument in zip(operation.inner, call.arguments):
            sunny = re.sub(rf"\b{inner}\b(?!:)", argument.value, sunny)
        return [f"({sunny} as {kind})"]
    value = declared.value(kind)
    return [value] if value else []


def concrete(source: Source, kind: str, call: Call) -> str:
    """`K.ValueType` of the key with which it is called."""
    if not kind.startswith("K.") or "K" not in call.operation.types:
        return kind
    key = call.arguments[call.operation.types.index("K")].value
    if "." not in key:
        local = re.search(rf"\blet {key} = ([\w.]+)", source.code)
        key = local[1] if local else key
    return key.rpartition(".")[0] + kind.removeprefix("K")


def without_saving(source: Source, declared: Declared, call: Call) -> str | None:
    """`get(key, orSave: value)` becomes `get(key) ?? value`."""
    operation = call.operation
    if not operation.labels or operation.returns is None:
        return None
    for reading in declared.operations:
        fits = reading.name == operation.name and reading.returns == f"{operation.returns}?"
        if fits and reading.labels == operation.labels[:-1]:
            arguments = ", ".join(spelled(argument) for argument in call.arguments[:-1])
            receiver = source.text[call.chain.start : call.name]
            return f"{receiver}{operation.name}({arguments}) ?? {call.arguments[-1].value}"
    return None


def spelled(argument: Argument) -> str:
    return f"{argument.label}: {argument.value}" if argument.label else argument.value


def flipped(source: Source) -> Iterator[tuple[Edit, ...]]:
    """`true` becomes `false`, and the other way round, in functions alone."""
    for literal in source.matches(r"\b(true|false)\b"):
        if source.declaration(literal.start()):
            yield (Edit(Span(*literal.span()), "false" if literal[0] == "true" else "true"),)


def other_keys(source: Source, declared: Declared, found: list[Call]) -> Iterator[tuple[Edit, ...]]:
    """Uses another key: any one if the type of the value does not matter, and otherwise one of the same type."""
    for call in found:
        tied = "Value" in " ".join([*call.operation.types, call.operation.returns or ""])
        for key in re.finditer(r"\bmemory\.(\w+)\b", source.code[call.chain.start : call.chain.end]):
            start = call.chain.start
            own = [kind for kind, names in declared.keys.items() if key[1] in names]
            for kind, names in declared.keys.items():
                if tied and kind not in own:
                    continue
                for name in names:
                    if name != key[1]:
                        yield (Edit(Span(start + key.start(), start + key.end()), f"memory.{name}"),)


def other_orders(source: Source, found: list[Call]) -> Iterator[tuple[Edit, ...]]:
    """Two statements that follow each other are swapped."""
    statements = [call.attempt for call in found if call.attempt and call.is_statement(source)]
    for first, second in zip(statements, statements[1:]):
        if not source.text[first.end : second.start].strip():
            yield Edit(first, source.slice(second)), Edit(second, source.slice(first))


def swallowed(source: Source, declared: Declared, call: Call) -> Iterator[tuple[Edit, ...]]:
    """`try await x` becomes `try? await x`, and the code continues as if the call had succeeded."""
    if call.attempt is None:
        return
    attempt = f"try? await {source.slice(call.chain)}"
    if call.operation.returns is None:
        yield (Edit(call.attempt, attempt),)
    elif call.operation.returns.endswith("?"):
        yield (Edit(call.attempt, f"({attempt})"),)
    else:
        for value in stand_ins(source, declared, call):
            yield hoisted(source, declared, call, value) or (Edit(call.attempt, f"(({attempt}) ?? {value})"),)


def hoisted(source: Source, declared: Declared, call: Call, value: str) -> tuple[Edit, ...] | None:
    """If the value is itself a call, it is called once, before, because its own error must not be swallowed."""
    if not any(re.search(rf"\b{name}\(", value) for name in declared.names):
        return None
    start = source.line_start(call.attempt.start)
    indentation = re.match(r"\s*", source.text[start:])[0]
    attempt = source.slice(call.chain).replace(value, "value")
    return (
        Edit(Span(start, start), f"{indentation}let value = try await {value}\n"),
        Edit(call.attempt, f"((try? await {attempt}) ?? value)"),
    )


def swallowed_checks(source: Source, declared: Declared) -> Iterator[tuple[Edit, ...]]:
    """`return try f(x)`, where f is a function of the same file that only checks."""
    for attempt in source.matches(r"\breturn try (?!await)"):
        declaration = source.declaration(attempt.start())
        if declaration is None or declaration.returns is None:
            continue
        whole = Span(attempt.end() - len("try "), source.end_of_chain(attempt.end()))
        checked = f"try? {source.text[attempt.end() : whole.end]}"
        if declaration.returns.endswith("?"):
            yield (Edit(whole, checked),)
        elif value := same_type(source, declaration.returns, declaration.parameters, declaration.body):
            yield (Edit(whole, f"({checked}) ?? {value}"),)


def same_type(source: Source, kind: str, parameters: tuple[tuple[str, str], ...], body: Span) -> str | None:
    """A parameter or a local constant of that type."""
    for name, other in parameters:
        if other == kind:
            return name
    local = re.search(rf"\blet (\w+) = {re.escape(kind)}\(", source.slice(body))
    return local[1] if local else None
