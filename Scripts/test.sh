#!/usr/bin/env bash
# Runs the specs of both builds, and lists the scenarios that no spec covers:
#   Scripts/test.sh                 everything
#   Scripts/test.sh default         only the default build, as a plain `swift test` does
#   Scripts/test.sh service         only the build with the trait Server, with a throw-away PostgreSQL cluster
#   Scripts/test.sh coverage        only the behaviour specs of the default build; writes .build/coverage.jsonl, for
#                                   `calearning usecases --format html --coverage FILE`
#   Scripts/test.sh spec NAME       the specs whose file or type has this name, such as Greet, or a regular expression
# What is missing is installed, or listed, before anything is built.
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

part=${1:-all}
case $part in
    all | coverage | default | service) ;;
    spec) [ -n "${2:-}" ] || { echo 'Name the specs: make spec NAME=Greet' >&2; exit 64; } ;;
    *) sed -n 's/^#   \(Scripts\)/usage: \1/p' "$0" >&2; exit 64 ;;
esac

# covered FILE OPTION …: fails with the names of the scenarios that no spec or several specs cover, according to the file.
covered() {
    [ -s "$1" ] || { echo 'No spec covered any scenario.' >&2; return 1; }
    USECASES_COVERED=$1 run_specs --skip-build "${@:2}" --filter どのシナリオもただ一つの仕様が通る >/dev/null
    echo 'Each scenario is covered by exactly one spec.'
}

case $part in
    spec)
        run_specs --filter "$2"
        exit
        ;;
    coverage)
        walked=$PWD/.build/coverage.jsonl
        rm -f "$walked"
        # The backticks belong to the names of the suites. The failures of these specs are listed first.
        # shellcheck disable=SC2016
        USECASES_COVERAGE=$walked run_specs >/dev/null \
            --filter 'CalearningApplicationTests\.`?(ユースケース【[^】]*】|Use case: [^`/]*)`?/' || true
        covered "$walked"
        exit
        ;;
esac

# Without them, some specs are left out.
for tool in curl openssl python3; do require_tool "$tool"; done
if [ "$part" != default ]; then
    require_service
    postgresql_programs >/dev/null
fi

if [ "$part" != service ]; then run_specs; fi
if [ "$part" = default ]; then exit; fi

trap stop_postgresql EXIT
# The data of these specs are thrown away. Specs of durability start their own clusters.
start_postgresql fsync=off max_connections=300
export CALEARNING_TEST_POSTGRESQL=$POSTGRESQL_URL
# The behaviour specs write the scenarios that they cover.
walked=$PWD/.build-server/coverage.jsonl
mkdir -p .build-server
rm -f "$walked"
USECASES_COVERAGE=$walked run_specs "${SERVICE[@]}" --explicit-target-dependency-import-check error
covered "$walked" "${SERVICE[@]}"
