#!/usr/bin/env bash
# Runs every spec with all that the default build leaves out, in a build folder of its own. A warning of this package's
# own sources fails it, as far as they were compiled anew.
set -euo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
options=(--scratch-path .build-traits --enable-all-traits --explicit-target-dependency-import-check error)
log=$(mktemp)
trap 'rm -f "$log"' EXIT

"$swift" build --build-tests "${options[@]}" 2>&1 | tee "$log"
if grep -nE "^$PWD/(Sources|Tests)/.*warning:" "$log"; then
    echo 'The sources must have no warnings; see the lines above.' >&2
    exit 1
fi
"$swift" test --skip-build "${options[@]}"
