#!/usr/bin/env bash
# Builds, and runs the specs with this name of a file or a type.
#   Scripts/spec.sh NAME     such as Greet for GreetSpec.swift, or a regular expression
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/specs.sh
source Scripts/specs.sh

name=${1:-}
[ -n "$name" ] || { echo 'Name the specs: make spec NAME=Greet' >&2; exit 2; }
options=(--explicit-target-dependency-import-check error)
# If the name is that of files, only the targets with them are built.
CALEARNING_SPECS=$(find Tests -name "*${name}*.swift" | cut -d/ -f1,2 | sort -u | tr '\n' ' ')
if [ -n "$CALEARNING_SPECS" ]; then export CALEARNING_SPECS; else unset CALEARNING_SPECS; fi
build_specs "${options[@]}"
run_specs "${options[@]}" --filter "$name"
