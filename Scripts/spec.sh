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
build_specs "${options[@]}"
run_specs "${options[@]}" --filter "$name"
