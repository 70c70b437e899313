#!/usr/bin/env bash
# Runs the specs of both builds, and lists the scenarios that no spec covers:
#   Scripts/test.sh                 everything
#   Scripts/test.sh default         only the default build, as a plain `swift test` does, and the coverage of the scenarios
#   Scripts/test.sh service         only the build with the trait Server, with a throw-away PostgreSQL cluster
# The service's build omits the specs that do not name its trait, except those of processes. The default build runs them.
#   Scripts/test.sh mutants OPTION  the specs against planted mistakes, as docs/contribute/mutants.md says
#   Scripts/test.sh coverage        only the behaviour specs of the default build
#   Scripts/test.sh spec NAME       the specs whose file or type has this name, such as Greet, or a regular expression
# The default build writes .build/coverage.jsonl, for `calearning usecases --format html --coverage FILE`. Missing tools are
# installed, or listed, before anything is built.
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
    all | coverage | default | mutants | service) ;;
    spec) [ -n "${2:-}" ] || { echo 'Name the specs: make spec NAME=Greet' >&2; exit 64; } ;;
    *) sed -n 's/^#   \(Scripts\)/usage: \1/p' "$0" >&2; exit 64 ;;
esac

# The behaviour specs write the scenarios that they cover.
walked=$PWD/.build/coverage.jsonl

# run_default OPTION …: runs specs of the default build, and notes the scenarios.
run_default() {
    rm -f "$walked"
    USECASES_COVERAGE=$walked run_specs "$@"
}

# Fails with the names of the scenarios that no spec or several specs have covered.
covered() {
    [ -s "$walked" ] || { echo 'No spec covered any scenario.' >&2; return 1; }
    USECASES_COVERED=$walked run_specs --skip-build --filter どのシナリオもただ一つの仕様が通る | grep -a '^The specs cover'
}

case $part in
    spec)
        run_specs --filter "$2"
        exit
        ;;
    coverage)
        # The backticks belong to the names of the suites. The failures of these specs are listed first.
        # shellcheck disable=SC2016
        run_default >/dev/null \
            --filter '(CalearningApplication|UsecasesTool)Tests\.`?(ユースケース【[^】]*】|Use case: [^`/]*)`?/' || true
        covered
        exit
        ;;
esac

# Without them, some specs are left out.
for tool in curl openssl python3; do require_tool "$tool"; done
require_tool zbarimg zbar-tools
require_tool oathtool
if [ "$part" != default ]; then
    require_service
    postgresql_programs >/dev/null
fi

if [ "$part" = all ] || [ "$part" = default ]; then
    run_default
    covered
fi
if [ "$part" = default ]; then exit; fi

trap stop_postgresql EXIT
# The data of these specs are thrown away. Specs of durability start their own clusters.
start_postgresql fsync=off max_connections=300
create_absurd
export CALEARNING_TEST_POSTGRESQL=$POSTGRESQL_URL
if [ "$part" = mutants ]; then
    "${SWIFT:-swift}" run --package-path Mutants Mutants "${@:2}"
    exit
fi
# The other specs test the same code as in the default build. The processes are those of the program that is released.
differing=$(grep -rlE '#if Server|hasService' Tests | sed -E 's|.*/([^/]+)$|\1|' | paste -sd '|')
run_specs "${SERVICE[@]}" --explicit-target-dependency-import-check error \
    --filter "CalearningProcessTests\\.|/(${differing//./\\.})"
