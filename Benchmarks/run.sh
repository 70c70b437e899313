#!/usr/bin/env bash
# Everything that is measured, as one table. `--short` sees in under a minute, once built, that all of it runs.
set -euo pipefail
cd "$(dirname "$0")"

echo "$(nproc 2>/dev/null || sysctl -n hw.ncpu) cores, $(uname -m), $(uname -s)"
echo
./engine.sh "$@"
echo
./laboratory.sh "$@"
echo
./client.sh "$@"
echo
./server.sh "$@"
echo
./startup.sh "$@"
