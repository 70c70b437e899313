#!/usr/bin/env bash
# Builds and tests each package in Examples, in a build folder of this package, which has most of their dependencies. A warning
# about its files is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/packages.sh
source Scripts/packages.sh
if command -v dpkg >/dev/null; then require_packages libpq-dev pkg-config; fi

swift=${SWIFT:-swift}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for example in Examples/*/; do
    build=.build
    if grep -q hummingbird "$example/Package.swift"; then build=.build-server; fi
    "$swift" build --package-path "$example" --scratch-path "$build" --build-tests 2>&1 | tee "$log"
    if grep -F "$(pwd -P)/$example" "$log" | grep -F ' warning: '; then
        echo "$example has warnings." >&2
        exit 1
    fi
    "$swift" test --package-path "$example" --scratch-path "$build" --skip-build
done
