#!/usr/bin/env bash
# Compares durable POST /udids on SQLite and on PostgreSQL with the route without storage, the databases' own tools and FastAPI.
# `--short` only checks that everything runs without a build of minutes. That excludes the service and the route without
# storage. CALEARNING=FILE measures a program that has already been built, also with `--short`.
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=service.sh
source ./service.sh

rounds=5 time=5 warming=2 services=yes bare=yes
if [ "${1:-}" = --short ]; then rounds=1 time=1 warming=1 services=${CALEARNING:+yes} bare=; fi

[ "$(uname)" = Linux ] || { echo "The service is measured on Linux." >&2; exit 0; }
require_tool cc gcc
require_tool curl
require_tool python3
require_tool sqlite3
require_tool wrk
require_packages libsqlite3-dev

work=$(on_disk)
trap 'stop_servers; stop_postgresql; rm -rf "$work"' EXIT
mkdir "$work/figures" "$work/answers"

# Builds everything before anything is measured.
cc -O2 -o "$work/sqlite" sqlite.c -lsqlite3
if [ ! -x .build-python/bin/uvicorn ]; then
    python3 -c 'import ensurepip' 2>/dev/null || require_packages python3-venv
    python3 -m venv .build-python
    .build-python/bin/pip install --quiet --disable-pip-version-check fastapi 'uvicorn[standard]' >&2
fi
if [ -n "$bare" ]; then
    build=(--configuration release --scratch-path .build-server --traits Hummingbird)
    swift build "${build[@]}" --product BareServer >&2
    start_server bare "$(swift build "${build[@]}" --show-bin-path)/BareServer"
fi
if [ -n "$services" ]; then program=$(build_service); fi

start_seasoned_postgresql
query postgres "CREATE DATABASE pgbench"
query pgbench 'CREATE TABLE registrations (
    udid text COLLATE "C" PRIMARY KEY, key text COLLATE "C" NOT NULL UNIQUE, kind smallint NOT NULL)'
cat >"$work/insert.sql" <<'SQL'
\set kind random(0, 9999)
INSERT INTO registrations (udid, key, kind) VALUES (gen_random_uuid()::text, gen_random_uuid()::text, :kind)
SQL

CALEARNING_DATABASE=$work/fastapi.db start_server fastapi .build-python/bin/uvicorn fastapi_server:app \
    --host 127.0.0.1 --port 0 --no-access-log
if [ -n "$services" ]; then
    query postgres "CREATE DATABASE service"
    start_service sqlite "sqlite:$work/service.db"
    start_service postgresql "$(database_url service)"
fi

# Each prints the rows a second, and p50 and p99 in milliseconds. Like `load`, pgbench also prints the number of rows,
# and the processor time of pgbench and of PostgreSQL, in µs a row.
sqlite_loop() {
    rm -f "$work"/loop.db*
    "$work/sqlite" "$work/loop.db" "$1" | awk '{ print $1, $2 / 1000, $3 / 1000 }'
}
pgbench_inserts() {
    local rate count own database TIMEFORMAT='%U %S'
    # Logs one transaction in twenty, because logging all of them slows it.
    rm -f "$work"/pgbench-log.*
    database=$(processor "$(postmaster)")
    { time "$POSTGRESQL_BIN/pgbench" "$(database_url pgbench)" --no-vacuum --protocol prepared \
        --client "$connections" --jobs 2 --time "$1" --file "$work/insert.sql" \
        --log --log-prefix "$work/pgbench-log" --sampling-rate 0.05 \
        >"$work/pgbench.out" 2>"$work/pgbench.log"; } 2>"$work/pgbench.time" || {
        cat "$work/pgbench.log" >&2
        return 1
    }
    rate=$(awk '/^tps/ { print $3 }' "$work/pgbench.out")
    count=$(awk '/actually processed/ { print $NF + 0 }' "$work/pgbench.out")
    own=$(awk '{ print ($1 + $2) * 1000000 }' "$work/pgbench.time")
    database=$(($(processor "$(postmaster)") - database))
    cat "$work"/pgbench-log.* | awk '{ print $3 }' | sort --numeric-sort | awk \
        -v rest="$count $(ratio "$own" "$count") $(ratio "$database" "$count")" -v rate="$rate" '
        { all[NR] = $1 / 1000 }
        END { print rate, all[int((NR + 1) / 2)], all[int((NR * 99 + 99) / 100)], rest }'
}

# measure NAME ROUND TIME: NAME is a tool, or a server and a mode.
measure() {
    case "$1" in
    sqlite-loop) sqlite_loop "$3" ;;
    pgbench) pgbench_inserts "$3" ;;
    *-new) load "${1%-new}" "$3" new ordered "$(($2 * 100000000))" ;;
    *-known) load "${1%-known}" "$3" known ordered 100 ;;
    *) load "$1" "$3" none ;;
    esac
}

contenders=(sqlite-loop pgbench fastapi)
if [ -n "$bare" ]; then contenders+=(bare); fi
if [ -n "$services" ]; then
    contenders+=(sqlite sqlite-new sqlite-known postgresql postgresql-new postgresql-known)
fi
# With `--short`, all modes of register.lua are tried on the only server.
if [ -z "$bare" ]; then contenders+=(fastapi-new fastapi-known); fi
# Round 0 is a warm-up and does not count.
for ((round = 0; round <= rounds; round++)); do
    for contender in "${contenders[@]}"; do
        figures=$(measure "$contender" "$round" "$([ "$round" = 0 ] && echo "$warming" || echo "$time")")
        if [ "$round" -gt 0 ]; then echo "$figures" >>"$work/figures/$contender"; fi
        echo "$figures" >>"$work/answers/$contender"
    done
done

# check_rows SERVER ROWS: fails if an acknowledged device has no row. Some requests are still in progress at the end of
# the load.
check_rows() {
    local answers loads
    answers=$(find "$work/answers" \( -name "$1" -o -name "$1-new" \) -exec cat {} + |
        awk '{ sum += $4 } END { print sum }')
    loads=$((2 * (rounds + 1)))
    if [ "$2" -lt "$answers" ] || [ "$2" -gt $((answers + loads * connections + 100)) ]; then
        echo "$1: $answers new devices were answered, and $2 are in the database." >&2
        return 1
    fi
}
check_rows fastapi "$(sqlite3 "$work/fastapi.db" 'SELECT count(*) FROM registrations')"
if [ -n "$services" ]; then
    check_rows sqlite "$(sqlite3 "$work/service.db" 'SELECT count(*) FROM registrations')"
    check_rows postgresql "$(query service 'SELECT count(*) FROM registrations')"
fi

# rows CONTENDER NAME [AIM-OF-P99]: prints the figures of a contender.
rows() {
    local file=$work/figures/$1
    row "$2" "$(rounded "$(best "$file")" /s)"
    row "  p50, p99" "$(awk -v p50="$(median "$file" 2)" -v p99="$(median "$file" 3)" \
        'BEGIN { printf "%.2f, %.2f ms", p50, p99 }')" "${3:-}"
    [ "$1" != sqlite-loop ] || return 0
    row "  processor time of its own and of PostgreSQL, a request or row" "$(median "$file" 5), $(median "$file" 6) µs"
}
# compared NAME CONTENDER WITH [AIM]
compared() {
    row "$1" "$(ratio "$(best "$work/figures/$2")" "$(best "$work/figures/$3")")" "${4:-}"
}

echo "POST /udids, $connections connections: the best of $rounds rounds taken in turn; of p50 and p99 the median round"
if [ -n "$bare" ]; then rows bare "the route without storage, on Hummingbird"; fi
rows sqlite-loop "sqlite3 in a loop, a durable transaction a row"
rows pgbench "pgbench, a durable transaction a row, $connections clients"
rows fastapi "FastAPI, uvicorn, sqlite3"
if [ -z "$services" ]; then exit 0; fi
for database in sqlite postgresql; do
    label=$([ "$database" = sqlite ] && echo SQLite || echo PostgreSQL)
    rows "$database" "service on $label, without keys" "under 5 ms"
    rows "$database-new" "service on $label, new keys" "under 5 ms"
    rows "$database-known" "service on $label, known keys" "under 5 ms"
done
if [ -n "$bare" ]; then
    compared "service on SQLite / the route that keeps nothing" sqlite bare "at least 0.7"
    compared "service on PostgreSQL / the route that keeps nothing" postgresql bare
fi
compared "service on SQLite / sqlite3 in a loop" sqlite sqlite-loop
compared "service on PostgreSQL / pgbench" postgresql pgbench "at least 0.9"
compared "service on SQLite / FastAPI" sqlite fastapi
compared "service on PostgreSQL / FastAPI" postgresql fastapi
