#!/usr/bin/env bash
# Runs every spec of the default build.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/specs.sh
source Scripts/specs.sh

options=(--explicit-target-dependency-import-check error)
build_specs "${options[@]}"
run_specs "${options[@]}"
