#!/usr/bin/env bash
# Runs every spec with all traits, in a separate build folder, with a throw-away PostgreSQL cluster.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/packages.sh
source Scripts/packages.sh
# shellcheck source=Scripts/postgresql.sh
source Scripts/postgresql.sh
# shellcheck source=Scripts/program.sh
source Scripts/program.sh
# shellcheck source=Scripts/specs.sh
source Scripts/specs.sh

# A chapter of the tutorial calls the service with curl.
require_tool curl
options=("${ALL_TRAITS[@]}")
trap stop_postgresql EXIT

# On macOS they come from Homebrew, and the compiler's message names them.
if command -v dpkg >/dev/null; then require_packages libpq5 libsqlite3-dev pkg-config; fi
build_specs "${options[@]}"

# The data of these specs are thrown away. Specs of durability start their own clusters.
start_postgresql fsync=off max_connections=300
export CALEARNING_TEST_POSTGRESQL=$POSTGRESQL_URL
# The behaviour specs write the scenarios that they cover.
covered=$PWD/.build/coverage.jsonl
mkdir -p .build
rm -f "$covered"
USECASES_COVERAGE=$covered run_specs "${options[@]}" --skip "$SEARCHES"
run_specs "${options[@]}" --filter "$SEARCHES"
USECASES_COVERED=$covered run_specs "${options[@]}" --filter どのシナリオもただ一つの仕様が通る
