# shellcheck shell=bash disable=SC2154 # `work` and `program` are the script's that sources it
# Functions that start servers, load them and read the figures. This file is sourced, not run. The script that sources
# it is in this folder. It has created `work`, a folder on a disk, and calls `stop_servers` in its trap.

# shellcheck source=tools.sh
source ./tools.sh
# shellcheck source=../Scripts/packages.sh
source ../Scripts/packages.sh
# shellcheck source=../Scripts/postgresql.sh
source ../Scripts/postgresql.sh

connections=32
declare -A server_pids=() server_ports=()

# build_service: builds the program with both databases and prints its path. CALEARNING=FILE measures a different one.
build_service() {
    if [ -n "${CALEARNING:-}" ]; then
        echo "$CALEARNING"
        return
    fi
    require_packages libpq5 libsqlite3-dev >&2 || return 1
    local options=(--package-path .. --scratch-path ../.build-server --configuration release --traits Server)
    swift build "${options[@]}" --product calearning >&2 || return 1
    echo "$(swift build "${options[@]}" --show-bin-path)/calearning"
}

# start_service NAME DATABASE: starts the program that `program` names.
start_service() {
    start_server "$1" "$program" serve --host 127.0.0.1 --port 0 --database "$2" --rate-limit off \
        --state-dir "$work/state-$1"
    curl --silent --show-error --fail --output /dev/null "http://127.0.0.1:${server_ports[$1]}/ready"
}

# start_server NAME COMMAND...: starts it, and waits for the line with its port on 127.0.0.1.
start_server() {
    local name=$1 log=$work/$1.log port
    shift
    # Truncated here and not by the child, because otherwise the port of the previous server would be read.
    : >"$log"
    "$@" >>"$log" 2>&1 </dev/null &
    server_pids[$name]=$!
    for _ in $(seq 300); do
        port=$(sed -nE '
            /"message": *"listening"/ s/.*"port": *"?([0-9]+).*/\1/p
            s/.*listening on 127\.0\.0\.1:([0-9]+).*/\1/p
            s/.*running on http:..127\.0\.0\.1:([0-9]+).*/\1/p' "$log" | head -n 1)
        if [ -n "$port" ]; then
            server_ports[$name]=$port
            return
        fi
        kill -0 "${server_pids[$name]}" 2>/dev/null || break
        sleep 0.1
    done
    echo "The server $name does not start:" >&2
    tail -n 20 "$log" >&2
    return 1
}

# stop_server NAME: lets it finish, for at most ten seconds.
stop_server() {
    local pid=${server_pids[$1]}
    unset "server_pids[$1]" "server_ports[$1]"
    kill "$pid" 2>/dev/null || true
    for _ in $(seq 100); do
        kill -0 "$pid" 2>/dev/null || break
        sleep 0.1
    done
    if kill -9 "$pid" 2>/dev/null; then echo "The server $1 did not stop by itself." >&2; fi
    wait "$pid" 2>/dev/null || true
}

stop_servers() {
    local name
    for name in "${!server_pids[@]}"; do stop_server "$name"; done
}

# processor PID: prints the processor time, in µs, that a process and its children have taken until now.
processor() {
    # A process may end while it is read.
    { cat /proc/[0-9]*/stat 2>/dev/null || true; } | awk -v process="$1" -v hertz="$(getconf CLK_TCK)" '
        { pid = $1; sub(/^.*\) /, "") }
        pid == process || $2 == process { ticks += $12 + $13 + $14 + $15 }
        END { printf "%.0f\n", ticks / hertz * 1000000 }'
}

# Prints the process of the throw-away cluster.
postmaster() {
    head -n 1 "$POSTGRESQL_DATA/postmaster.pid"
}

# load NAME TIME MODE...: loads a server for TIME seconds in a MODE of register.lua, and prints the responses a second, p50
# and p99 in milliseconds, the number of responses, and the processor time of the server and of PostgreSQL, in µs a response. It
# fails if a response is missing or is not a success.
load() {
    local name=$1 time=$2 figures rate p50 p99 answers wrong own=0 database=0
    shift 2
    own=$(processor "${server_pids[$name]}")
    if [ -n "${POSTGRESQL_DATA:-}" ]; then database=$(processor "$(postmaster)"); fi
    figures=$(wrk --threads 1 --connections "$connections" --duration "${time}s" --script register.lua \
        "http://127.0.0.1:${server_ports[$name]}/udids" -- "$@") || {
        echo "$figures" >&2
        return 1
    }
    read -r rate p50 p99 answers wrong <<<"$(tail -n 1 <<<"$figures")"
    if [ "$wrong" != 0 ] || [ "$answers" = 0 ]; then
        echo "$name, $*: of $answers answers $wrong were wrong or missing." >&2
        tail -n 5 "$work/$name.log" >&2
        return 1
    fi
    own=$(($(processor "${server_pids[$name]}") - own))
    if [ -n "${POSTGRESQL_DATA:-}" ]; then database=$(($(processor "$(postmaster)") - database)); fi
    echo "$rate $p50 $p99 $answers $(ratio "$own" "$answers") $(ratio "$database" "$answers")"
}

# best FILE: prints the highest figure in the first column.
best() {
    sort --numeric-sort --reverse "$1" | awk 'NR == 1 { print $1 }'
}

# median FILE COLUMN
median() {
    awk -v column="$2" '{ print $column }' "$1" | sort --numeric-sort | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'
}

# database_url NAME: prints the address of a database of the throw-away cluster.
database_url() {
    echo "${POSTGRESQL_URL/\/postgres\?//$1?}"
}

# query DATABASE STATEMENT: prints the answer of a database of the throw-away cluster.
query() {
    "$POSTGRESQL_BIN/psql" "$(database_url "$1")" --no-psqlrc --quiet --tuples-only --no-align \
        --set ON_ERROR_STOP=1 --command "$2"
}

# start_seasoned_postgresql: starts a cluster whose write-ahead log already has files, as after some time of operation. A new
# cluster creates and flushes a file of 16 MB twice a second under load, and all requests wait for it.
start_seasoned_postgresql() {
    local number
    TMPDIR=$(dirname "$work") start_postgresql min_wal_size=1GB || return 1
    for ((number = 0; number < 60; number++)); do
        query postgres "SELECT pg_logical_emit_message(true, 'benchmark', ''); SELECT pg_switch_wal()" >/dev/null || return 1
    done
    query postgres CHECKPOINT
}
