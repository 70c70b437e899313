#!/usr/bin/env bash
# Runs every spec of the default build.
#   test-default.sh [--differing]     only those of the program as a process and of the house, and the searches: everything
#                                     else is the same code with any traits
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
build_specs "${options[@]}"
case ${1:-} in
    --differing) run_specs "${options[@]}" --filter 'CalearningProcessTests|CalearningHouseTests|NewEndpointSpec' --skip "$SEARCHES" ;;
    *) run_specs "${options[@]}" --skip "$SEARCHES" ;;
esac
run_specs "${options[@]}" --filter "$SEARCHES"
