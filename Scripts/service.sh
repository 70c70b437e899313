#!/usr/bin/env bash
# Attacks `calearning serve`, and the program as a client, with all known kinds of attack. Checks that the costs stay
# within bounds. The costs are memory, processor time, connections, rows, lines of the log, and the effect on an
# ordinary client. The script prints a line for each figure, and continues after a failure. It ends with 1 after any
# failure. It attacks only 127.0.0.0/8.
#   Scripts/hostile.sh [ATTACK]...
# SHORT=1 runs a short form in under 90 s. AGAIN=1 runs each attack twice. Otherwise only a late attack is repeated.
# SEED=NUMBER selects other random requests. FUZZ=SECONDS is the time of each fuzzer in the long form (default 60).
# CALEARNING=FILE attacks a program that has already been built. CALEARNING_CLIENT=FILE uses a different program for the
# client. Its transport is libcurl or, for an installed one, AsyncHTTPClient.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=packages.sh
source Scripts/packages.sh
# shellcheck source=postgresql.sh
source Scripts/postgresql.sh
# shellcheck source=program.sh
source Scripts/program.sh

[ "$(uname)" = Linux ] || { echo 'The service is attacked on Linux.' >&2; exit 0; }
options=()
[ -z "${SHORT:-}" ] || options+=(--short)
[ -z "${AGAIN:-}" ] || options+=(--again)
require_tool python3
require_tool openssl
require_tool curl
PATH=$PATH:/usr/sbin require_tool nginx nginx-light
postgresql_programs >/dev/null
[ -n "${SHORT:-}" ] || require_tool ab apache2-utils

# httpbin is a server for the attacks on the client.
tools=.build-python-httpbin
if ! "$tools/bin/python" -c 'import httpbin' 2>/dev/null; then
    python3 -m venv --clear "$tools" 2>/dev/null || { require_packages python3-venv && python3 -m venv --clear "$tools"; }
    "$tools/bin/python" -m pip install --quiet --disable-pip-version-check httpbin==0.10.2
fi

program=$(service_to_try)

folder=$(mktemp -d "${TMPDIR:-/tmp}/calearning-hostile.XXXXXX")
chmod 755 "$folder"
status=0
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=Scripts "$tools/bin/python" -m hostile --program "$program" --folder "$folder" \
    --seed "${SEED:-1}" "${options[@]}" "$@" || status=1
if [ "$status" -eq 0 ]; then
    rm -rf "$folder"
else
    echo "What the servers logged is in $folder." >&2
fi
# Checks the contract with generated requests, and fuzzes the code that reads input from outside.
if [ -z "${SHORT:-}" ] && [ $# -eq 0 ]; then
    CALEARNING=$program Scripts/check-openapi.sh 500 || { echo 'the contract: FAILED'; status=1; }
    if [ -x Scripts/fuzz.sh ]; then
        Scripts/fuzz.sh "${FUZZ:-60}" || { echo 'the fuzzers: FAILED'; status=1; }
    fi
fi
exit "$status"
