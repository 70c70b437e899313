#!/usr/bin/env bash
# Runs every spec of the build with the service next to LOAD loops (default 6) that keep the processors busy. A spec that
# fails here and not in `make test` asserts a time.
set -euo pipefail
cd "$(dirname "$0")/.."

loops=()
for _ in $(seq "${LOAD:-6}"); do
    while :; do :; done &
    loops+=($!)
done
trap 'kill "${loops[@]}"' EXIT
Scripts/test.sh service
