"""Lists the possible scenarios that no spec covers, and checks that each one is covered by exactly one spec.

    coverage.py SCENARIOS WALKED [--specs]

SCENARIOS is the output of `calearning usecases --format json`, and WALKED the file that the specs write if USECASES_COVERAGE
names it. With --specs, the script also lists for each spec the scenarios that only it covers. It fails if no spec or several specs
cover a scenario, if a spec covers no scenario of its own, and if a spec has failed. So if a spec is deleted, the scenarios that
it covered are named.
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

    walking: dict[tuple[str, str], set[str]] = defaultdict(set)
    specs: set[str] = set()
    failed: set[str] = set()
    with open(options.walked, encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            specs.add(line["spec"])
            # A spec that covers nothing has a line without a scenario.
            if "usecase" in line:
                walking[line["usecase"], name(line["scenes"], line.get("failure"))].add(line["spec"])
            if not line["passed"]:
                failed.add(line["spec"])
    with open(options.scenarios, encoding="utf-8") as file:
        usecases = json.load(file)

    scenarios = [
        (usecase["usecase"], name(scenario["scenes"], scenario.get("failure")))
        for usecase in usecases
        for scenario in usecase["scenarios"]
    ]
    missing = [scenario for scenario in scenarios if scenario not in walking]
    shared = [scenario for scenario in scenarios if len(walking.get(scenario, ())) > 1]
    alone = {
        spec: [scenario for scenario in scenarios if walking.get(scenario) == {spec}] for spec in sorted(specs)
    }
    idle = [spec for spec, own in alone.items() if not own]
    for usecase in usecases:
        own = [scenario for scenario in scenarios if scenario[0] == usecase["usecase"]]
        covered = sum(scenario in walking for scenario in own)
        print(f"{usecase['usecase']:<20} {covered} of {len(own)} scenarios")
    if options.specs:
        for spec, own in alone.items():
            print(f"\n{spec}")
            for usecase, scenario in own:
                print(f"  {usecase}: {scenario}")
    for usecase, scenario in missing:
        print(f"No spec covers {usecase}: {scenario}", file=sys.stderr)
    for usecase, scenario in shared:
        print(f"Several specs cover {usecase}: {scenario}", file=sys.stderr)
        for spec in sorted(walking[usecase, scenario]):
            print(f"  {spec}", file=sys.stderr)
    for spec in idle:
        print(f"This spec covers no scenario of its own: {spec}", file=sys.stderr)
    for spec in sorted(failed):
        print(f"This spec failed: {spec}", file=sys.stderr)
    return 1 if missing or shared or idle or failed else 0


sys.exit(main())
