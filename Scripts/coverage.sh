#!/usr/bin/env bash
# Runs the behaviour specs with a recorder, and fails if there is a scenario that none of them has walked, or several.
#   coverage.sh [--specs]                  also says of each spec which scenarios it alone walks
# What they walked is left in .build/coverage.jsonl, for `calearning usecases --format html --coverage FILE`, and what
# can happen in .build/scenarios.json. What is promised besides the scenarios (`ユースケース【…】の約束`) is not run here.
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
"$swift" build --build-tests "${options[@]}" >&2
# A backtick is part of a suite's name.
# shellcheck disable=SC2016
suites='CalearningTests\.`?ユースケース【[^】]*】`?/'
if ! CALEARNING_COVERAGE=$walked "$swift" test --skip-build "${options[@]}" --filter "$suites" >"$output" 2>&1; then
    grep -a '✘' "$output" >&2 || cat "$output" >&2
fi
[ -s "$walked" ] || { echo "No spec walked anything." >&2; exit 1; }
"$("$swift" build --show-bin-path)/calearning" usecases --format json >"$scenarios"
python3 Scripts/coverage.py "$scenarios" "$walked" "$@"
