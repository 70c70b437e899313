#!/usr/bin/env bash
# Runs the behaviour specs, notes the scenarios that they go through, and fails if no spec or several specs cover a scenario.
#   coverage.sh [--specs]                  also lists for each spec the scenarios that only it covers
# The covered scenarios are written to .build/coverage.jsonl, for `calearning usecases --format html --coverage FILE`, and all
# possible scenarios to .build/scenarios.json. Suites of other promises (`ユースケース【…】の約束`) are not run.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/packages.sh
source Scripts/packages.sh
# shellcheck source=Scripts/specs.sh
source Scripts/specs.sh
require_tool python3

swift=${SWIFT:-swift}
options=(--explicit-target-dependency-import-check error)
walked=$PWD/.build/coverage.jsonl
scenarios=$PWD/.build/scenarios.json
output=$(mktemp)
trap 'rm -f "$output"' EXIT

rm -f "$walked" "$scenarios"
build_specs "${options[@]}" >&2
# The backticks belong to the names of the suites.
# shellcheck disable=SC2016
suites='CalearningApplicationTests\.`?ユースケース【[^】]*】`?/'
if ! USECASES_COVERAGE=$walked python3 Scripts/watch_specs.py "$swift" test --skip-build "${options[@]}" --filter "$suites" >"$output" 2>&1; then
    grep -a '✘' "$output" >&2 || cat "$output" >&2
fi
[ -s "$walked" ] || { echo "No spec covered any scenario." >&2; exit 1; }
"$("$swift" build --show-bin-path)/calearning" usecases --format json >"$scenarios"
python3 Scripts/coverage.py "$scenarios" "$walked" "$@"
