#!/usr/bin/env bash
# Tests `calearning serve` on Linux in one of four campaigns. Each prints its figures or checks, and ends with 1 after a
# failure. A name restricts a campaign to some of its parts.
#   Scripts/service.sh hostile [ATTACK]...
#       Attacks the service, and the program as a client, with all known kinds of attack. Checks that the costs stay
#       within bounds. The costs are memory, processor time, connections, rows, lines of the log, and the effect on an
#       ordinary client. It continues after a failure. It attacks only 127.0.0.0/8.
#       SHORT=1 runs a short form in under 90 s. AGAIN=1 runs each attack twice. Otherwise only a late attack is repeated.
#       SEED=NUMBER selects other random requests. FUZZ=SECONDS is the time of each fuzzer in the long form (default 60).
#   Scripts/service.sh chaos [PART]...
#       Kills the service, takes away its database, its disk and its connections, and checks that it keeps its promises.
#       ROUNDS=20 (the default) or more are the full form, with at least 50 kills. Parts that mount disks need root.
#   Scripts/service.sh accounts [PART]...
#       Tests accounts under crowds, guesses and kills, and measures the time of logins.
#       TRIES (default 500) is the number of tries for each kind of name. CROWDS (200,2000) are the numbers of concurrent
#       logins. RATES (10,50,95) are the requests a second from one address. WRONG (2000) is the number of different
#       passwords to compare. GUESSES (10000) is the number of guesses. ROUNDS (200) is the number of kills of the
#       service and the program. SEED=NUMBER repeats random choices. DATABASE is the address of a PostgreSQL database,
#       instead of a new one.
#   Scripts/service.sh costs [--write]
#       Counts the allocations of requests and of commands, and compares them with the bounds in Scripts/service/bounds.
#       Unlike times, these figures hardly differ between runs and machines. The processor time is printed next to them.
#       With --write, what is counted becomes the bounds. BOUNDS=debug says that the program was built for debugging.
# CALEARNING=FILE tests a program that has already been built.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=packages.sh
source Scripts/packages.sh
# shellcheck source=postgresql.sh
source Scripts/postgresql.sh
# shellcheck source=program.sh
source Scripts/program.sh

campaign=${1:-}
[[ $campaign =~ ^(hostile|chaos|accounts|costs)$ ]] ||
    { echo 'Name a campaign: hostile, chaos, accounts or costs.' >&2; exit 2; }
shift
[ "$(uname)" = Linux ] || { echo 'The service is tested on Linux.' >&2; exit 0; }
python=python3
require_tool python3
[ "$campaign" = costs ] || postgresql_programs >/dev/null
case $campaign in
hostile)
    require_tool openssl
    require_tool curl
    PATH=$PATH:/usr/sbin require_tool nginx nginx-light
    [ -n "${SHORT:-}" ] || require_tool ab apache2-utils
    # httpbin is a server for the attacks on the client.
    tools=.build-python-httpbin
    python=$tools/bin/python
    require_python "$tools" httpbin httpbin==0.10.2
    ;;
chaos) require_tool promtool prometheus ;;
costs)
    # The compiler of a Swift toolchain is sufficient.
    compiler=$(command -v clang || command -v cc) || { require_tool cc gcc && compiler=cc; }
    ;;
esac
# Costs are measured on an optimised program.
options=("${SERVICE[@]}")
[ "$campaign" = chaos ] || options+=(--configuration release)
program=$(program_to_try "${options[@]}")

folder=$(mktemp -d "${TMPDIR:-/tmp}/calearning-$campaign.XXXXXX")
chmod 755 "$folder"
[ "$campaign" != costs ] || "$compiler" -shared -fPIC -O2 -o "$folder/count.so" Scripts/service/count.c
status=0
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=Scripts "$python" -m service "$campaign" "$program" "$folder" "$@" || status=1
if [ "$status" -eq 0 ]; then
    rm -rf "$folder"
elif ! rmdir "$folder" 2>/dev/null; then
    echo "What the servers logged is in $folder." >&2
fi
# Checks the contract with generated requests, and fuzzes the code that reads input from outside.
if [ "$campaign" = hostile ] && [ -z "${SHORT:-}" ] && [ $# -eq 0 ]; then
    CALEARNING=$program Scripts/check-openapi.sh 500 || { echo 'the contract: FAILED'; status=1; }
    if [ -x Scripts/fuzz.sh ]; then
        Scripts/fuzz.sh "${FUZZ:-60}" || { echo 'the fuzzers: FAILED'; status=1; }
    fi
fi
exit "$status"
