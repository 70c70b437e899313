"""Says which scenarios that can happen no spec has walked.

    coverage.py SCENARIOS WALKED [--specs]

SCENARIOS is what `calearning usecases --format json` writes, WALKED what the specs write where CALEARNING_COVERAGE names
a file. With --specs it also says of each spec which scenarios it alone walks. Fails if there is a scenario that no spec
walks, and if a spec that walks one has failed.
"""

import argparse
import json
import sys
from collections import defaultdict


def name(scenes: list[str], failure: str | None) -> str:
    return " → ".join(scenes + ([f"✗ {failure}"] if failure else []))


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("scenarios")
    arguments.add_argument("walked")
    arguments.add_argument("--specs", action="store_true")
    options = arguments.parse_args()

    specs: dict[tuple[str, str], set[str]] = defaultdict(set)
    failed: set[str] = set()
    with open(options.walked, encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            specs[line["usecase"], name(line["scenes"], line.get("failure"))].add(line["spec"])
            if not line["passed"]:
                failed.add(line["spec"])
    with open(options.scenarios, encoding="utf-8") as file:
        usecases = json.load(file)

    scenarios = [
        (usecase["usecase"], name(scenario["scenes"], scenario.get("failure")))
        for usecase in usecases
        for scenario in usecase["scenarios"]
    ]
    missing = [scenario for scenario in scenarios if scenario not in specs]
    for usecase in usecases:
        own = [scenario for scenario in scenarios if scenario[0] == usecase["usecase"]]
        covered = sum(scenario in specs for scenario in own)
        print(f"{usecase['usecase']:<20} {covered} of {len(own)} scenarios")
    if options.specs:
        for spec in sorted({spec for walking in specs.values() for spec in walking}):
            print(f"\n{spec}")
            alone = [scenario for scenario in scenarios if specs.get(scenario) == {spec}]
            for usecase, scenario in alone:
                print(f"  {usecase}: {scenario}")
    for usecase, scenario in missing:
        print(f"No spec walks {usecase}: {scenario}", file=sys.stderr)
    for spec in sorted(failed):
        print(f"This spec failed: {spec}", file=sys.stderr)
    return 1 if missing or failed else 0


sys.exit(main())
