#!/usr/bin/env bash
# Checks that whoever deletes a behaviour spec is told exactly which scenarios it covered, after `coverage.sh`.
#   check-coverage.sh                      leaves out what each spec walked, which takes a second or two
#   check-coverage.sh --delete N           besides, deletes N specs of a copy, one after the other, and runs the others
#   check-coverage.sh --all                the same with every spec
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/packages.sh
source Scripts/packages.sh
require_tool python3

case $#:${1:-} in
    0:) delete=0 ;;
    1:--all) delete=all ;;
    2:--delete) delete=$2 ;;
    *) echo "usage: check-coverage.sh [--delete N | --all]" >&2; exit 64 ;;
esac

for file in .build/scenarios.json .build/coverage.jsonl; do
    [ -s "$file" ] || { echo "Run Scripts/coverage.sh first: there is no $file." >&2; exit 1; }
done
python3 Scripts/check-coverage.py .build/scenarios.json .build/coverage.jsonl
[ "$delete" != 0 ] || exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
copy=$work/$(basename "$PWD")
mkdir -p "$copy/.build"
tar -c --exclude './.build' --exclude './.build-*' --exclude './.git' --exclude './Benchmarks/.build*' . | tar -x -C "$copy"
# What was fetched need not be fetched again; what was built has the folder's name in it.
for folder in checkouts repositories artifacts workspace-state.json; do
    [ ! -e ".build/$folder" ] || cp -a ".build/$folder" "$copy/.build"
done
python3 Scripts/check-coverage.py .build/scenarios.json .build/coverage.jsonl --delete "$delete" --copy "$copy"
