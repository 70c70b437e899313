#!/usr/bin/env python3
"""Changes the use cases one thing at a time, and checks whether the specs and the pages of the specification notice.

docs/mutants.md explains which mutants are made, how they are scored, and how to read the survivors. The working tree is copied to
.build-mutants and not changed itself. Needs git and a Swift toolchain (`SWIFT`, default `swift`).
"""

import argparse
import signal
import sys
from pathlib import Path

from mutation import branches, calls, declared, goals, neutral
from mutation.report import Report, list_sites
from mutation.source import Mutant, Source, Unreadable
from mutation.workshop import Unsound, Workshop

ROOT = Path(__file__).resolve().parent.parent
EQUIVALENT = ROOT / "Scripts/mutation/equivalent.txt"


def models() -> list[Source]:
    """The files of the domain that call ports for use cases."""
    files = sorted((ROOT / "Sources/Domain").rglob("*.swift"))
    return [source for source in map(read, files) if "try await dependencies." in source.code]


def read(file: Path) -> Source:
    return Source(str(file.relative_to(ROOT)), file.read_text(encoding="utf-8"))


def make() -> tuple[list[Mutant], list[Mutant]]:
    """The mutants, and the rewrites that keep the behaviour: each text once, in the order of the sources."""
    called = models()
    sources = [*map(read, sorted((ROOT / "Sources/Application/Specific/Usecases").rglob("*.swift"))), *called]
    known = declared.read(ROOT, called)
    made: list[Mutant] = []
    rewrites: list[Mutant] = []
    for source in sources:
        made += [*branches.mutants(source, known), *goals.mutants(source), *calls.mutants(source, known)]
        rewrites += neutral.mutants(source)
    return without_repetition(made), without_repetition(rewrites)


def without_repetition(mutants: list[Mutant]) -> list[Mutant]:
    return list({(mutant.source.path, mutant.text): mutant for mutant in reversed(mutants)}.values())[::-1]


def sampled(mutants: list[Mutant], count: int) -> list[Mutant]:
    """This many of them, at even distances, so that they are the same ones each time."""
    count = min(count, len(mutants))
    return [mutants[(2 * index + 1) * len(mutants) // (2 * count)] for index in range(count)]


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="print the mutants, and build none of them")
    parser.add_argument("--sample", type=int, metavar="N", help="take N mutants and one neutral rewrite only")
    parser.add_argument(
        "--in-place", action="store_true",
        help="change the working tree itself, and put each change back: for a clone that nobody works in, which is built")
    parser.add_argument("--only", metavar="TEXT", action="append", help="take those with the text in place or kind; repeatable")
    return parser.parse_args()


def main() -> int:
    options = parse()
    try:
        mutants, rewrites = make()
    except Unreadable as reason:
        print(f"mutants: {reason}", file=sys.stderr)
        return 2
    if options.only:
        mutants, rewrites = (
            [one for one in group if any(text in f"{one.place} {one.kind}" for text in options.only)]
            for group in (mutants, rewrites))
    list_sites([*mutants, *rewrites], with_diffs=options.list)
    if options.list:
        return 0
    if options.sample is not None:
        mutants, rewrites = sampled(mutants, options.sample), sampled(rewrites, 1)
    report = Report(EQUIVALENT)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        with Workshop(ROOT, ROOT if options.in_place else ROOT / ".build-mutants") as workshop:
            print(workshop.check_unchanged(), flush=True)
            for mutant in [*mutants, *rewrites]:
                report.add(mutant, workshop.judge(mutant))
    except Unsound as reason:
        print(f"mutants: {reason}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nmutants: interrupted; this is what there is so far.", file=sys.stderr)
        report.write()
        return 130
    return report.write()


if __name__ == "__main__":
    sys.exit(main())
