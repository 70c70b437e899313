#!/usr/bin/env bash
# Runs the behaviour specs with a recorder, and fails if there is a scenario that none of them has walked.
#   coverage.sh [--specs]                  also says of each spec which scenarios it alone walks
# What they walked is left in .build/coverage.jsonl, for `calearning usecases --format html --coverage FILE`.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/packages.sh
source Scripts/packages.sh
require_tool python3

swift=${SWIFT:-swift}
options=(--explicit-target-dependency-import-check error)
walked=$PWD/.build/coverage.jsonl
scenarios=$(mktemp)
trap 'rm -f "$scenarios"' EXIT

"$swift" build --build-tests "${options[@]}" >&2
rm -f "$walked"
if ! CALEARNING_COVERAGE=$walked "$swift" test --skip-build "${options[@]}" --filter 'CalearningTests\.`?ユースケース【' >"$scenarios" 2>&1
then
    grep -a '✘' "$scenarios" >&2 || cat "$scenarios" >&2
fi
[ -s "$walked" ] || { echo "No spec walked anything." >&2; exit 1; }
"$("$swift" build --show-bin-path)/calearning" usecases --format json >"$scenarios"
python3 Scripts/coverage.py "$scenarios" "$walked" "$@"
