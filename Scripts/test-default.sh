#!/usr/bin/env bash
# Runs every spec of the default build.
#   test-default.sh [--differing]     builds and runs only those of the program as a process and of the house: everything else is
#                                     the same code with any traits
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/packages.sh
source Scripts/packages.sh
# shellcheck source=Scripts/specs.sh
source Scripts/specs.sh

# Without them, some specs are left out. This fails on a machine of CI.
if [ -n "${CI:-}" ]; then
    for tool in curl openssl python3; do require_tool "$tool"; done
fi
options=(--explicit-target-dependency-import-check error)
[ "${1:-}" != --differing ] || export CALEARNING_SPECS='Tests/House Tests/Processes'
build_specs "${options[@]}"
run_specs "${options[@]}" --skip "$SEARCHES"
run_specs "${options[@]}" --filter "$SEARCHES"
