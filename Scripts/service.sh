#!/usr/bin/env bash
# Tests `calearning serve` on Linux in one of these campaigns. Each prints its figures with their bounds, and ends with 1
# after a failure. A name restricts a campaign to some of its parts. SHORT=1 runs a short form, as in CI. A part that fails
# only by a limit of time is tried again by itself.
#   Scripts/service.sh hostile [PART]...
#       Attacks the service, and the program as a client. The costs, which are memory, processor time, connections, and the
#       latency of an ordinary client, stay within bounds. It attacks only 127.0.0.0/8. The long form also checks the
#       contract with generated requests, and runs each fuzzer for FUZZ seconds (default 60).
#   Scripts/service.sh chaos [PART]...
#       Kills the service, takes away its database, its disk and its connections, and checks that it keeps its promises.
#       ROUNDS=20 (the default) or more are the long form, with at least 50 kills. Parts that mount disks need root.
#   Scripts/service.sh accounts [PART]...
#       Tests accounts under crowds and kills, and measures the time of logins.
#       TRIES (default 500) is the number of tries for each kind of name. CROWDS (200,2000) are the numbers of concurrent
#       logins. RATES (10,50,95) are the requests a second from one address. ROUNDS (200) is the number of kills of the
#       service. SEED=NUMBER repeats random choices.
#   Scripts/service.sh operate [PART]...
#       Does the work of an operator on SQLite and PostgreSQL: restarts servers in turn while clients send requests, restores
#       a backup and erases an account. With OLDER=FILE, the program of an earlier version also runs next to this one.
#   Scripts/service.sh costs
#       Counts the allocations of requests and of commands, and compares them with the bounds in Scripts/service/bounds.
#       Unlike times, these figures hardly differ between runs and machines. The processor time is printed next to them.
#       With WRITE=1, what is counted becomes the bounds. BOUNDS=debug says that the program was built for debugging.
#   Scripts/service.sh cluster-check [PART]...
#       Runs three machines in network namespaces (Scripts/service/cluster.py), takes parts of them away under load, ROUNDS=20
#       times each, and compares the history of all answers with itself and with the database. Needs root.
#   Scripts/service.sh runs [PART]...
#       Plays durable runs of Examples/DurableRuns on three servers that are killed, frozen, cut off and upgraded while the
#       database fails over, and beside DBOS. SHORT=1 is a short form.
#   Scripts/service.sh cluster
#       Only starts these machines, prints their addresses, and waits for Ctrl-C.
# CALEARNING=FILE tests a program that has already been built.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/packages.sh
source Scripts/packages.sh
# shellcheck source=Scripts/postgresql.sh
source Scripts/postgresql.sh
# shellcheck source=Scripts/program.sh
source Scripts/program.sh

campaign=${1:-}
[[ $campaign =~ ^(hostile|chaos|accounts|operate|costs|cluster|cluster-check|runs)$ ]] ||
    { echo 'Name a campaign: hostile, chaos, accounts, operate, costs, cluster, cluster-check or runs.' >&2; exit 2; }
shift
[ "$(uname)" = Linux ] || { echo 'The service is tested on Linux.' >&2; exit 0; }
require_tool python3
namespaces=()
ending=TERM
case $campaign in
hostile | operate)
    require_tool openssl
    PATH=$PATH:/usr/sbin require_tool nginx nginx-light
    ;;
costs)
    # The compiler of a Swift toolchain is sufficient.
    CC=$(command -v clang || command -v cc) || { require_tool cc gcc && CC=cc; }
    export CC
    ;;
cluster | cluster-check)
    [ "$(id -u)" -eq 0 ] || { echo 'Network namespaces need root.' >&2; exit 2; }
    require_packages etcd-server patroni postgresql-15 haproxy pgbouncer iproute2 util-linux curl
    # The kernel ends all processes and removes all networks in these namespaces together with `unshare`, which ignores SIGTERM.
    # In them, bash is the first process, and reaps orphans.
    # shellcheck disable=SC2016
    namespaces=(bash -c 'CLUSTER_PROCESS=$$ exec unshare --net --mount --pid --fork --kill-child --mount-proc -- "$@"' bash
        bash -c 'mount -t tmpfs tmpfs /run/netns && ip link set lo up && "$@"; exit $?' bash)
    mkdir -p /run/netns
    ending=KILL
    ;;
esac
[[ ! $campaign =~ ^(chaos|operate|runs)$ ]] || postgresql_programs >/dev/null
# Costs are measured on an optimised program.
options=("${SERVICE[@]}")
if [ "$campaign" = runs ]; then
    if command -v dpkg >/dev/null; then require_packages libpq-dev pkg-config; fi
    options=(--package-path Examples/DurableRuns --scratch-path .build) PRODUCT=Parcels
fi
[[ $campaign =~ ^(chaos|cluster|cluster-check)$ ]] || options+=(--configuration release)
program=$(program_to_try "${options[@]}")

folder=$(mktemp -d "${TMPDIR:-/tmp}/calearning-$campaign.XXXXXX")
chmod 755 "$folder"
# In its own session, Ctrl-C does not reach the programs that it starts. It ends them itself, and this script waits.
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=Scripts setsid "${namespaces[@]}" python3 -m service "$campaign" "$program" "$folder" "$@" &
trial=$!
trap 'kill -"$ending" "$trial" 2>/dev/null || true' INT TERM HUP
status=0
# Bash reports a killed process.
wait "$trial" 2>/dev/null || status=$?
while kill -0 "$trial" 2>/dev/null; do
    wait "$trial" 2>/dev/null || status=$?
done
if [ "$status" -eq 1 ]; then
    echo "What the servers logged is in $folder." >&2
else
    rm -rf "$folder"
fi
# Checks the contract with generated requests, and fuzzes the code that reads input from outside.
if [ "$campaign" = hostile ] && [ -z "${SHORT:-}" ] && [ $# -eq 0 ]; then
    CALEARNING=$program Scripts/check-openapi.sh 500 || { echo 'the contract: FAILED'; status=1; }
    Scripts/fuzz.sh "${FUZZ:-60}" || { echo 'the fuzzers: FAILED'; status=1; }
fi
exit "$status"
