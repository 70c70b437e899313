#!/usr/bin/env bash
# Builds from nothing, in a folder of its own, and fails on any warning.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=.build-warnings
rm -rf "$scratch"
log=$(mktemp)
trap 'rm -rf "$log" "$scratch"' EXIT

swift build --scratch-path "$scratch" --explicit-target-dependency-import-check error 2>&1 | tee "$log"
if grep -n 'warning:' "$log"; then
    echo 'A clean build must have no warnings; see the lines above.' >&2
    exit 1
fi
