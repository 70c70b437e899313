#!/usr/bin/env bash
# Prints all measurements as one table. `--short` only checks, in under a minute once built, that everything runs.
set -euo pipefail
cd "$(dirname "$0")"

echo "$(nproc 2>/dev/null || sysctl -n hw.ncpu) cores, $(uname -m), $(uname -s)"
echo
./engine.sh "$@"
echo
./client.sh "$@"
echo
./server.sh "$@"
echo
./startup.sh "$@"
