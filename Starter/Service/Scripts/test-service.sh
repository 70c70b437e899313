#!/usr/bin/env bash
# Runs every spec with the service, in a separate build folder.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/specs.sh
source Scripts/specs.sh

options=(--scratch-path .build-traits --traits Server --explicit-target-dependency-import-check error)
build_specs "${options[@]}"
run_specs "${options[@]}"
