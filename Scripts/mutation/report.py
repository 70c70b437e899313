"""Prints where mutants are, what became of each, and the score."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from . import neutral
from .source import Mutant


@dataclass(frozen=True)
class Verdict:
    compiled: bool
    specs: str
    """What the specs say: `passed`, or how many failed, or that they came to no end."""
    pages: tuple[str, ...]
    """The pages of the specification that would change."""
    seconds: float

    @property
    def noticed_by_specs(self) -> bool:
        return self.specs != "passed"

    @property
    def is_killed(self) -> bool:
        return self.noticed_by_specs or bool(self.pages)


def list_sites(mutants: list[Mutant], with_diffs: bool) -> None:
    """Prints how many there are of each kind in each file."""
    counts = Counter((mutant.source.path, mutant.kind) for mutant in mutants)
    for (path, kind), count in counts.items():
        print(f"{count:4}  {kind:18} {path}")
    print(f"{len(mutants):4}  in all", flush=True)
    if with_diffs:
        for mutant in mutants:
            print("\n" + described(mutant))


def described(mutant: Mutant) -> str:
    return "\n    ".join([f"{mutant.place}: {mutant.kind}", *mutant.diff])


class Report:
    def __init__(self, equivalent: Path) -> None:
        self.verdicts: list[tuple[Mutant, Verdict]] = []
        self.equivalent = known_equivalent(equivalent)

    def add(self, mutant: Mutant, verdict: Verdict) -> None:
        self.verdicts.append((mutant, verdict))
        pages = ", ".join(verdict.pages) or "the same"
        outcome = f"specs: {verdict.specs}; pages: {pages}" if verdict.compiled else "did not compile"
        print(
            f"[{len(self.verdicts):3}] {verdict.seconds:5.1f} s  {mutant.place}: {mutant.kind}: {outcome}", flush=True)

    def write(self) -> int:
        """Prints the score and everything that is not as it should be. Returns the exit status."""
        compiled = [(mutant, verdict) for mutant, verdict in self.verdicts if verdict.compiled]
        rewrites = [one for one in compiled if one[0].kind == neutral.KIND]
        equivalent = [one for one in compiled if one not in rewrites and self.is_equivalent(one[0])]
        counted = [one for one in compiled if one not in rewrites and one not in equivalent]
        self._write_table(counted)
        wrong = 0
        for title, found in [
            ("Survived both, the specs and the pages", [one for one in counted if not one[1].is_killed]),
            ("Noticed by pages alone, by no spec",
             [one for one in counted if one[1].pages and not one[1].noticed_by_specs]),
            ("Noticed by specs alone, on no page",
             [one for one in counted if one[1].noticed_by_specs and not one[1].pages]),
            ("Kept the behaviour, but were noticed", [one for one in rewrites if one[1].is_killed]),
            ("Said to be equivalent, but were noticed", [one for one in equivalent if one[1].is_killed]),
        ]:
            wrong += len(found)
            write_group(title, [mutant for mutant, _ in found])
        write_group("Did not compile, and do not count", [one for one, verdict in self.verdicts if not verdict.compiled])
        write_group("Equivalent, and do not count", [mutant for mutant, _ in equivalent])
        kept = sum(not verdict.is_killed for _, verdict in rewrites)
        print(f"\nRewrites that keep the behaviour: {kept} of {len(rewrites)} unnoticed.")
        return 1 if wrong else 0

    def is_equivalent(self, mutant: Mutant) -> bool:
        return (mutant.source.path, "".join(mutant.diff).replace(" ", "")) in self.equivalent

    def _write_table(self, counted: list[tuple[Mutant, Verdict]]) -> None:
        print(f"\n{'':20}{'mutants':>9}{'killed':>9}{'by specs':>10}{'on pages':>10}")
        kinds = list(dict.fromkeys(mutant.kind for mutant, _ in counted))
        for kind in [*kinds, "all"]:
            verdicts = [verdict for mutant, verdict in counted if kind in (mutant.kind, "all")]
            figures = (
                len(verdicts), sum(one.is_killed for one in verdicts),
                sum(one.noticed_by_specs for one in verdicts), sum(bool(one.pages) for one in verdicts))
            print(f"{kind:20}{figures[0]:9}{figures[1]:9}{figures[2]:10}{figures[3]:10}")
        seconds = sum(verdict.seconds for _, verdict in self.verdicts)
        print(f"{seconds:.0f} s")


def write_group(title: str, mutants: list[Mutant]) -> None:
    if mutants:
        print(f"\n{title}: {len(mutants)}")
        for mutant in mutants:
            print("  " + described(mutant).replace("\n", "\n  "))


def known_equivalent(file: Path) -> set[tuple[str, str]]:
    """Reads paragraphs, each with a comment that gives the reason, the path, and the lines of the diff."""
    if not file.exists():
        return set()
    known: set[tuple[str, str]] = set()
    for paragraph in file.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in paragraph.splitlines() if line and not line.startswith("#")]
        if lines:
            known.add((lines[0].strip(), "".join(lines[1:]).replace(" ", "")))
    return known
