#!/usr/bin/env bash
# Runs every spec with all that the default build leaves out, in a build folder of its own, beside a PostgreSQL cluster
# that is thrown away. A warning of this package's own sources fails it, as far as they were compiled anew.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/packages.sh
source Scripts/packages.sh
# shellcheck source=Scripts/postgresql.sh
source Scripts/postgresql.sh

swift=${SWIFT:-swift}
options=(--scratch-path .build-traits --enable-all-traits --explicit-target-dependency-import-check error)
log=$(mktemp)
trap 'stop_postgresql; rm -f "$log"' EXIT

# Elsewhere Homebrew has it, and the compiler says so.
if command -v dpkg >/dev/null; then require_packages libpq-dev libsqlite3-dev pkg-config; fi
"$swift" build --build-tests "${options[@]}" 2>&1 | tee "$log"
if grep -nE "^$PWD/(Sources|Tests)/.*warning:" "$log"; then
    echo 'The sources must have no warnings; see the lines above.' >&2
    exit 1
fi

# What these specs write is thrown away; those that are about durability start clusters of their own.
start_postgresql fsync=off max_connections=300
# Not all at once: each has a time limit, and most of that would be spent waiting.
SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-16} \
    CALEARNING_TEST_POSTGRESQL=$POSTGRESQL_URL "$swift" test --skip-build "${options[@]}"
