#!/usr/bin/env bash
# Runs the behaviour specs, records their scenarios, and fails if no spec or several specs cover a scenario. The covered
# scenarios are written to .build/coverage.jsonl, for `calearning usecases --format html --coverage FILE`. Suites of
# other promises (`ユースケース【…】の約束`) are not run. A suite in English is called `Use case: …`.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/packages.sh
source Scripts/packages.sh
# shellcheck source=Scripts/program.sh
source Scripts/program.sh
# shellcheck source=Scripts/specs.sh
source Scripts/specs.sh
require_tool python3

swift=${SWIFT:-swift}
options=(--explicit-target-dependency-import-check error)
walked=$PWD/.build/coverage.jsonl
output=$(mktemp)
trap 'rm -f "$output"' EXIT

# run FILTER: runs the specs quietly, and prints the failures.
run() {
    python3 Scripts/watch_specs.py "$swift" test --skip-build "${options[@]}" --filter "$1" >"$output" 2>&1 && return
    grep -aE '^(✘|↳)' "$output" >&2 || cat "$output" >&2
    return 1
}

rm -f "$walked"
build_specs "${options[@]}" >&2
# The backticks belong to the names of the suites.
# shellcheck disable=SC2016
suites='CalearningApplicationTests\.`?(ユースケース【[^】]*】|Use case: [^`/]*)`?/'
# The failed specs are listed below.
USECASES_COVERAGE=$walked run "$suites" || true
[ -s "$walked" ] || { echo "No spec covered any scenario." >&2; exit 1; }
USECASES_COVERED=$walked run どのシナリオもただ一つの仕様が通る
echo "Each scenario is covered by exactly one spec."
