"""Checks that whoever deletes a behaviour spec is told exactly which scenarios it covered.

    check-coverage.py SCENARIOS WALKED
    check-coverage.py SCENARIOS WALKED --delete N|all --copy FOLDER

SCENARIOS and WALKED are those of coverage.py. The first form takes what each spec walked out of WALKED and asks
coverage.py about the rest. The second one deletes test functions from the sources in FOLDER, a copy of the repository,
one after the other, and runs its coverage.sh; N of them, spread over all use cases and the same ones each time.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

SCRIPTS = Path(__file__).parent


def scenario(line: dict) -> str:
    steps = line["scenes"] + (["✗ " + line["failure"]] if "failure" in line else [])
    return f"{line['usecase']}: {' → '.join(steps)}"


def difference(command: list[str], spec: str, covered: set[str]) -> str | None:
    """What the command says without the spec that it should not, and the other way round; `None` if it is just right."""
    run = subprocess.run(command, capture_output=True, text=True)
    complaints = [line for line in run.stderr.splitlines() if re.match(r"No spec |Several |This spec |  \S*`", line)]
    expected = {f"No spec walks {scenario}" for scenario in covered}
    if run.returncode == 1 and len(complaints) == len(expected) and set(complaints) == expected:
        return None
    report = [f"Without {spec} the coverage ended with {run.returncode}."]
    report += [f"  not said: {line}" for line in sorted(expected - set(complaints))]
    report += [f"  said: {line}" for line in complaints if line not in expected]
    if not complaints:
        report += [f"  {line}" for line in (run.stdout + run.stderr).splitlines()[-20:]]
    return "\n".join(report)


def left_out(scenarios: str, lines: list[dict], covered: dict[str, set[str]]) -> list[str]:
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        rest = Path(folder) / "walked.jsonl"
        for spec in covered:
            rest.write_text("".join(json.dumps(line) + "\n" for line in lines if line["spec"] != spec), "utf-8")
            command = [sys.executable, str(SCRIPTS / "coverage.py"), scenarios, str(rest)]
            faults.append(difference(command, spec, covered[spec]))
    return [fault for fault in faults if fault]


def without(spec: str, text: str) -> str | None:
    """The source without the test function; `None` if it is not in there. Sources are formatted, so indents tell."""
    *suites, function = spec.split("/")
    lines = text.splitlines(keepends=True)
    first, last = 0, len(lines)

    def find(pattern: str) -> int | None:
        return next((number for number in range(first, last) if re.match(pattern, lines[number])), None)

    def end(start: int, indent: str) -> int:
        return next(number for number in range(start, last) if lines[number].rstrip() == indent + "}")

    for depth, suite in enumerate(suites):
        indent = " " * 4 * depth
        start = find(rf"{indent}(@\S.*\s)?struct {re.escape(suite)} {{")
        if start is None:
            return None
        first, last = start + 1, end(start, indent)
    indent = " " * 4 * len(suites)
    start = find(rf"{indent}(@Test\b.*\s)?func {re.escape(function.partition('(')[0])}\(")
    if start is None:
        return None
    stop = end(start, indent)
    while not lines[start].startswith(indent + "@Test"):
        start -= 1
    return "".join(lines[:start] + lines[stop + 1 :])


def deleted(copy: Path, specs: list[str], covered: dict[str, set[str]]) -> list[str]:
    faults = []
    sources = sorted((copy / "Tests").rglob("*.swift"))
    for spec in specs:
        print(f"without {spec}", file=sys.stderr)
        texts = ((file, file.read_text("utf-8")) for file in sources)
        rests = [(file, text, rest) for file, text in texts if (rest := without(spec, text)) is not None]
        if len(rests) != 1:
            faults.append(f"{len(rests)} files have {spec}.")
            continue
        file, text, rest = rests[0]
        file.write_text(rest, "utf-8")
        faults.append(difference([str(copy / "Scripts/coverage.sh")], spec, covered[spec]))
        file.write_text(text, "utf-8")
    return [fault for fault in faults if fault]


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("scenarios")
    arguments.add_argument("walked")
    arguments.add_argument("--delete")
    arguments.add_argument("--copy", type=Path)
    options = arguments.parse_args()

    with open(options.walked, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    covered: dict[str, set[str]] = defaultdict(set)
    for line in lines:
        covered[line["spec"]] |= {scenario(line)} if "usecase" in line else set()
    specs = sorted(covered)
    if options.delete:
        count = len(specs) if options.delete == "all" else min(int(options.delete), len(specs))
        specs = [specs[number * len(specs) // count] for number in range(count)]
        faults = deleted(options.copy, specs, covered)
    else:
        faults = left_out(options.scenarios, lines, covered)
    for fault in faults:
        print(fault, file=sys.stderr)
    if not faults:
        print(f"{len(specs)} specs: without each of them, exactly what it covered is named.")
    return 1 if faults else 0


sys.exit(main())
