"""A history of answers with their times, and a checker that compares it with itself and with the rows of the database.

Each subject, such as a key, an account or a session, has steps that follow each other: step 1 is its creation, and each
further step one change. An answer shows the step that its server knew."""

import bisect
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Shown:
    """An answer, or a row of the database. A row has no times."""

    subject: str
    step: int
    value: str
    begin: float = 0.0
    end: float = 0.0


@dataclass
class Verdict:
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    contradictory: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        """Returns whether the history has a fault."""
        return bool(self.lost or self.doubled or self.contradictory)


@dataclass
class History:
    # The answers, each with its times. Requests without an answer, and refused ones, are not among them.
    answers: list[Shown] = field(default_factory=list)
    # When the first request for a step was sent, whatever became of it.
    attempts: dict[tuple[str, int], float] = field(default_factory=dict)

    def attempt(self, subject: str, step: int, begin: float) -> None:
        self.attempts.setdefault((subject, step), begin)

    def show(self, subject: str, step: int, value: str, begin: float, end: float) -> None:
        self.answers.append(Shown(subject, step, value, begin, end))

    def judge(self, rows: Iterable[Shown]) -> Verdict:
        """Compares the answers with each other, and with the rows of the database after the last answer."""
        verdict, answers = Verdict(), defaultdict(list)
        for answer in self.answers:
            answers[answer.subject].append(answer)
        stored: dict[str, Shown] = {}
        owners: dict[str, str] = {}
        for row in rows:
            if row.subject in stored:
                verdict.doubled.append(f"{row.subject} is stored twice: {stored[row.subject].value}, {row.value}")
            if row.value and owners.setdefault(row.value, row.subject) != row.subject:
                verdict.doubled.append(f"{row.value} is stored for {owners[row.value]} and {row.subject}")
            stored[row.subject] = row
        for subject, shown in answers.items():
            self.compare_answers(subject, shown, verdict)
            last = max(shown, key=lambda each: each.step)
            row = stored.get(subject)
            if row is None or row.step < last.step or row.step == last.step and row.value != last.value:
                verdict.lost.append(f"{subject}: {last} was answered, and the database has {row}")
        return verdict

    def compare_answers(self, subject: str, shown: list[Shown], verdict: Verdict) -> None:
        values: dict[int, str] = {}
        by_end = sorted(shown, key=lambda each: each.end)
        ends = [each.end for each in by_end]
        # The greatest step that the answers up to each one have shown.
        greatest, step = [], 0
        for each in by_end:
            step = max(step, each.step)
            greatest.append(step)
        for each in shown:
            if values.setdefault(each.step, each.value) != each.value:
                verdict.contradictory.append(f"{subject} was answered {values[each.step]} and {each.value}")
            before = bisect.bisect_left(ends, each.begin)
            if before and greatest[before - 1] > each.step:
                verdict.contradictory.append(f"{subject}: {each} is older than what was answered before it began")
            if self.attempts.get((subject, each.step), float("inf")) > each.end:
                verdict.contradictory.append(f"{subject}: {each} shows what no request had asked for")


def check_checker() -> list[str]:
    """Judges planted histories, and returns the ones that were judged wrongly."""
    key, other = Shown("key", 1, "u-1", 0, 1), Shown("other", 1, "u-2", 0, 1)
    ended = Shown("key", 2, "", 2, 3)
    late = Shown("key", 1, "u-1", 4, 5)
    rows = [Shown("key", 1, "u-1"), Shown("other", 1, "u-2")]
    gone = [Shown("key", 2, ""), Shown("other", 1, "u-2")]
    planted: list[tuple[str, list[Shown], list[Shown], tuple[bool, bool, bool]]] = [
        ("nothing wrong", [key, other], rows, (False, False, False)),
        ("rows that nobody was answered", [key], rows, (False, False, False)),
        ("a change whose answer was lost", [key, other], gone, (False, False, False)),
        ("answers that overlap a change", [key, ended, Shown("key", 1, "u-1", 2.5, 4)], gone, (False, False, False)),
        ("a lost row", [key, other], rows[1:], (True, False, False)),
        ("a row with another value", [key], [Shown("key", 1, "u-3")], (True, False, False)),
        ("a lost change", [key, ended], rows, (True, False, False)),
        ("a key in two rows", [key], [*rows, Shown("key", 1, "u-3")], (True, True, False)),
        ("a value in two rows", [key], [*rows, Shown("third", 1, "u-1")], (False, True, False)),
        ("two answers to one key", [key, Shown("key", 1, "u-3", 4, 5)], rows, (False, False, True)),
        ("an older answer after a newer one", [key, ended, late], gone, (False, False, True)),
        ("an answer that nobody asked for", [key, Shown("key", 3, "x", 2, 3)], [Shown("key", 3, "x")], (False, False, True)),
    ]
    wrong = []
    for name, answers, stored, expected in planted:
        attempts = {("key", 1): 0.0, ("key", 2): 2.0, ("other", 1): 0.0}
        verdict = History(answers, attempts).judge(stored)
        if (found := (bool(verdict.lost), bool(verdict.doubled), bool(verdict.contradictory))) != expected:
            wrong.append(f"{name}: lost, doubled, contradictory are {found}, not {expected}")
    return wrong
