#!/usr/bin/env bash
# Runs every spec of the default build.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/warnings.sh
source Scripts/warnings.sh

options=(--explicit-target-dependency-import-check error)
build_tests "${options[@]}"
"${SWIFT:-swift}" test --skip-build "${options[@]}"
