#!/usr/bin/env bash
# Tests accounts under crowds, guesses and kills, and measures the time of logins. See Scripts/accounts/__main__.py for
# the settings.
#   Scripts/accounts.sh [PART]...
# CALEARNING=FILE tries a program that has already been built.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=packages.sh
source Scripts/packages.sh
# shellcheck source=program.sh
source Scripts/program.sh

[ "$(uname)" = Linux ] || { echo 'Accounts are tried on Linux.' >&2; exit 0; }
require_tool python3
program=$(service_to_try)
# Guessing needs two servers on one database.
if [ -z "${DATABASE:-}" ]; then
    # shellcheck source=postgresql.sh
    source Scripts/postgresql.sh
    start_postgresql max_connections=100
    trap stop_postgresql EXIT
    export DATABASE=$POSTGRESQL_URL
fi
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=Scripts python3 -m accounts "$program" "$@"
