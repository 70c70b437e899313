"""Prints a line for each figure, with its bound."""

import os
from dataclasses import dataclass, field


@dataclass
class Table:
    # Whether lines are kept until they are requested, for attacks that run at the same time as others.
    is_kept_back: bool = False
    failures: int = 0
    # The number of failures that a busy machine can cause as well.
    late: int = 0
    rows: int = 0
    # The lines of the failures. They are printed again at the end.
    failed: list[str] = field(default_factory=list)
    kept_back: list[str] = field(default_factory=list)

    def head(self) -> None:
        self.line("attack", "figure", "measured", "bound", "")

    def line(self, attack: str, figure: str, measured: str, bound: str, verdict: str) -> str:
        line = f"{attack:<21} {figure:<72} {measured:>17} {bound:>14} {verdict}".rstrip()
        self.say(line)
        return line

    def row(
        self, attack: str, figure: str, measured: str, bound: str, is_kept: bool, *, is_timed: bool = False
    ) -> None:
        self.rows += 1
        self.failures += not is_kept
        self.late += not is_kept and is_timed
        line = self.line(attack, figure, measured, bound, "ok" if is_kept else "LATE" if is_timed else "FAILED")
        if not is_kept:
            self.failed.append(line)

    def note(self, text: str) -> None:
        """Prints details of the row above."""
        self.say(f"    {text}")

    def leave_out(self, attack: str, reason: str) -> None:
        # A machine of CI must be able to run all of them.
        if os.environ.get("CI"):
            self.row(attack, f"left out, as {reason}", "", "", False)
        else:
            self.line(attack, f"left out, as {reason}", "", "", "")

    def say(self, text: str) -> None:
        if self.is_kept_back:
            self.kept_back.append(text)
        else:
            print(text, flush=True)

    def forgive(self) -> None:
        """Discards the results, because the attack is measured again."""
        self.rows = self.failures = self.late = 0
        self.failed = []

    def take(self, other: "Table") -> None:
        for text in other.kept_back:
            self.say(text)
        self.rows += other.rows
        self.failures += other.failures
        self.failed += other.failed
        self.late += other.late
