#!/usr/bin/env bash
# Counts the allocations of requests to `calearning serve` and of commands, and compares them with the bounds in
# Scripts/costs. Unlike times, these figures hardly differ between runs and machines. The processor time is printed next
# to them.
#   Scripts/costs.sh [--write]     with --write, what is counted becomes the bounds
# CALEARNING=FILE measures a program that has already been built, and BOUNDS=debug says that it was built for debugging.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=packages.sh
source Scripts/packages.sh
# shellcheck source=program.sh
source Scripts/program.sh

[ "$(uname)" = Linux ] || { echo 'Allocations are counted on Linux.' >&2; exit 0; }
require_tool python3
# The compiler of a Swift toolchain is sufficient.
compiler=$(command -v clang || command -v cc) || { require_tool cc gcc && compiler=cc; }
program=$(service_to_try)
work=$(mktemp -d "${TMPDIR:-/tmp}/calearning-costs.XXXXXX")
trap 'rm -rf "$work"' EXIT
"$compiler" -shared -fPIC -O2 -o "$work/count.so" Scripts/costs/count.c
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=Scripts python3 -m costs --program "$program" --counter "$work/count.so" \
    --bounds "Scripts/costs/${BOUNDS:-release}.json" "$@"
