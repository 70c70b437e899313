#!/usr/bin/env bash
# Runs every spec with all that the default build leaves out, in a build folder of its own, beside a PostgreSQL cluster
# that is thrown away.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/packages.sh
source Scripts/packages.sh
# shellcheck source=Scripts/postgresql.sh
source Scripts/postgresql.sh
# shellcheck source=Scripts/specs.sh
source Scripts/specs.sh

options=(--scratch-path .build-traits --enable-all-traits --explicit-target-dependency-import-check error)
trap stop_postgresql EXIT

# Elsewhere Homebrew has it, and the compiler says so.
if command -v dpkg >/dev/null; then require_packages libpq-dev libsqlite3-dev pkg-config; fi
build_specs "${options[@]}"

# What these specs write is thrown away; those that are about durability start clusters of their own.
start_postgresql fsync=off max_connections=300
CALEARNING_TEST_POSTGRESQL=$POSTGRESQL_URL run_specs "${options[@]}"
