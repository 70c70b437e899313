"""What is printed: a line for each figure, beside its bound."""

from dataclasses import dataclass, field


@dataclass
class Table:
    failures: int = 0
    rows: int = 0
    left_out: list[str] = field(default_factory=list)

    def head(self) -> None:
        self.line("attack", "figure", "measured", "bound", "")

    def line(self, attack: str, figure: str, measured: str, bound: str, verdict: str) -> None:
        print(f"{attack:<24} {figure:<58} {measured:>14} {bound:>14} {verdict}".rstrip(), flush=True)

    def row(self, attack: str, figure: str, measured: str, bound: str, is_kept: bool) -> None:
        self.rows += 1
        self.failures += not is_kept
        self.line(attack, figure, measured, bound, "ok" if is_kept else "FAILED")

    def note(self, text: str) -> None:
        """What is behind the row above."""
        print(f"    {text}", flush=True)

    def leave_out(self, attack: str, reason: str) -> None:
        self.left_out.append(attack)
        self.line(attack, f"left out, as {reason}", "", "", "")
