#!/usr/bin/env bash
# Does the work of an operator on running services on Linux, and checks the results. On SQLite and PostgreSQL, it runs every
# command of `calearning operate`, restores a backup and erases an account. It restarts servers in turn and renews a
# certificate while clients send requests. Each part prints its figures.
#   Scripts/operate-check.sh [PART]...     all parts without a name
# SHORT=1 runs a short form, with 5 s of load. CALEARNING=FILE tries a program that has already been built. With OLDER=FILE,
# the program of an earlier version also runs next to it.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=packages.sh
source Scripts/packages.sh
# shellcheck source=postgresql.sh
source Scripts/postgresql.sh
# shellcheck source=program.sh
source Scripts/program.sh

[ "$(uname)" = Linux ] || { echo 'The service is tested on Linux.' >&2; exit 0; }
require_tool python3
require_tool openssl
PATH=$PATH:/usr/sbin require_tool nginx nginx-light
# Without PostgreSQL, some parts are left out. A machine of CI must be able to run all of them.
postgresql_programs >/dev/null || [ -z "${CI:-}" ] || exit 1
program=$(program_to_try "${SERVICE[@]}" --configuration release)

folder=$(mktemp -d "${TMPDIR:-/tmp}/calearning-operate.XXXXXX")
chmod 755 "$folder"
trap 'rm -rf "${folder:-}"' EXIT
# In its own session, Ctrl-C does not reach the programs that it starts. The trial ends them itself, and this script waits.
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=Scripts setsid python3 -m service.operate "$program" "$folder" "$@" &
trial=$!
trap 'kill "$trial" 2>/dev/null || true' INT TERM HUP
status=0
wait "$trial" || status=$?
while kill -0 "$trial" 2>/dev/null; do
    wait "$trial" || status=$?
done
if [ "$status" -eq 1 ] && ! rmdir "$folder" 2>/dev/null; then
    echo "What the servers logged is in $folder." >&2
    folder=
fi
exit "$status"
