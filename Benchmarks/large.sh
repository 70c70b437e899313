#!/usr/bin/env bash
# Compares the cost of a request among many rows with its cost among a thousand.
#   large.sh devices [NUMBER]     registrations and repeated keys; default 10000000
#   large.sh accounts [NUMBER]    checks of sessions, ten for each account, also with a registration; default 1000000
# Takes some 10 GB of disk under TMPDIR, or /var/tmp. CALEARNING=FILE measures a program that has already been built.
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=service.sh
source ./service.sh

few=1000 rounds=5 time=3
case ${1:-} in
devices) count=${2:-10000000} ;;
accounts) count=${2:-1000000} ;;
*) sed -n 's/^#   /usage: /p' large.sh >&2; exit 64 ;;
esac
[ "$(uname)" = Linux ] || { echo "The service is measured on Linux." >&2; exit 0; }
for tool in curl wrk python3 sqlite3; do require_tool "$tool"; done

# prepare_databases: starts a cluster, and lets the program create its schema in a file and a database called `empty`, which are
# copied before they are filled. Sets `work` and `program`.
prepare_databases() {
    work=$(on_disk)
    trap 'stop_servers; stop_postgresql; rm -rf "$work"' EXIT
    mkdir "$work/figures"
    program=$(build_service)
    start_seasoned_postgresql
    start_service sqlite "sqlite:$work/empty.db"
    stop_server sqlite
    query postgres "CREATE DATABASE empty"
    start_service postgresql "$(database_url empty)"
    stop_server postgresql
}

# with_postgresql_in_haste COMMAND...: runs it with more memory and without durability. These settings are reverted
# afterwards.
with_postgresql_in_haste() {
    local setting
    for setting in fsync=off shared_buffers=4GB max_wal_size=16GB autovacuum=off; do
        query postgres "ALTER SYSTEM SET ${setting%=*} = '${setting#*=}'"
    done
    pause_postgresql
    resume_postgresql
    "$@"
    query postgres "ALTER SYSTEM RESET ALL"
    pause_postgresql
    sync --file-system "$POSTGRESQL_FOLDER"
    resume_postgresql
}

# The functions `start`, `remove` and `copy` differ between the databases. Each takes DATABASE and then NAME.
start() {
    case "$1" in
    sqlite) start_service "$2" "sqlite:$work/$2.db" ;;
    postgresql) start_service "$2" "$(database_url "$2")" ;;
    esac
}
remove() {
    case "$1" in
    sqlite) rm -f "$work/$2".db* ;;
    postgresql) query postgres "DROP DATABASE IF EXISTS $2" ;;
    esac
}
copy() {
    case "$1" in
    sqlite) cp "$work/$2.db" "$work/$3.db" ;;
    postgresql) query postgres "CREATE DATABASE $3 TEMPLATE $2" ;;
    esac
}

# fill_sqlite_devices FILE COUNT ORDER: fills it without a journal, with the keys of register.lua.
fill_sqlite_devices() {
    local key="printf('%08x-%04x-7000-8000-%012x', (1600000000000 + value) >> 16, (1600000000000 + value) & 65535, value)"
    if [ "$3" = scattered ]; then
        key="printf('%08x-%04x-4000-8000-%012x', value * 506832829 % 4294967296, value % 65536, value)"
    fi
    cp "$work/empty.db" "$1"
    sqlite3 "$1" >/dev/null <<SQL
PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -4000000;
INSERT INTO registrations (udid, key, kind)
SELECT printf('%08x-%04x-7000-9000-%012x', (1600000000000 + value) >> 16, (1600000000000 + value) & 65535, value), $key, 11
FROM generate_series(0, $2 - 1);
PRAGMA journal_mode = WAL;
SQL
    sync "$1"
}

# fill_postgresql_devices NAME COUNT ORDER: fills a new database in this way.
fill_postgresql_devices() {
    local time="lpad(to_hex((1600000000000 + value) >> 16), 8, '0') || '-' || lpad(to_hex((1600000000000 + value) & 65535), 4, '0')"
    local tail="lpad(to_hex(value), 12, '0')" key
    key="$time || '-7000-8000-' || $tail"
    if [ "$3" = scattered ]; then
        key="lpad(to_hex(value * 506832829 % 4294967296), 8, '0') || '-' || lpad(to_hex(value % 65536), 4, '0')
            || '-4000-8000-' || $tail"
    fi
    query postgres "CREATE DATABASE $1 TEMPLATE empty"
    query "$1" "INSERT INTO registrations (udid, key, kind)
        SELECT $time || '-7000-9000-' || $tail, $key, 11 FROM generate_series(0::bigint, $2 - 1) AS value"
    query "$1" "VACUUM (FREEZE, ANALYZE) registrations"
}

# In milliseconds. All sessions were used just now, so checking them writes nothing.
now=$(date +%s%3N)

# fill_sqlite_accounts FILE COUNT: fills it without a journal, with the tokens of register.lua, ten for each account.
fill_sqlite_accounts() {
    cp "$work/empty.db" "$1"
    python3 - "$1" "$2" "$now" <<'PYTHON'
import hashlib, sqlite3, sys
path, count, now = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
db = sqlite3.connect(path)
db.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -4000000")

def uuid(number, variant):
    time = now - 100_000_000 + number
    return f"{time >> 16:08x}-{time & 65535:04x}-7000-{variant}000-{number:012x}"

sessions = [(hashlib.sha256(b"%064x" % number).digest(), number) for number in range(count * 10)]
# In the order of the table, which is thus written once.
sessions.sort()
db.executemany(
    "INSERT INTO accounts (id, name, password, key) VALUES (?, ?, '$scrypt$', NULL)",
    ((uuid(number, "8"), f"user{number}") for number in range(count)))
db.executemany(
    "INSERT INTO sessions (digest, id, account, name, udid, began, used) VALUES (?, ?, ?, ?, ?, ?, ?)",
    ((digest, uuid(number, "9"), uuid(number // 10, "8"), f"user{number // 10}", uuid(number, "a"), now, now)
     for digest, number in sessions))
db.commit()
db.execute("PRAGMA journal_mode = WAL")
PYTHON
    sync "$1"
}

# fill_postgresql_accounts NAME COUNT: fills a new database in this way.
fill_postgresql_accounts() {
    query postgres "CREATE DATABASE $1 TEMPLATE empty"
    query "$1" "
        CREATE FUNCTION pg_temp.uuid(number bigint, variant text) RETURNS text IMMUTABLE LANGUAGE sql AS \$\$
            SELECT lpad(to_hex(($now - 100000000 + number) >> 16), 8, '0') || '-'
                || lpad(to_hex(($now - 100000000 + number) & 65535), 4, '0') || '-7000-' || variant || '000-'
                || lpad(to_hex(number), 12, '0')
        \$\$;
        INSERT INTO accounts (id, name, password)
            SELECT pg_temp.uuid(value, '8'), 'user' || value, '\$scrypt\$' FROM generate_series(0::bigint, $2 - 1) AS value;
        INSERT INTO sessions (digest, id, account, name, udid, began, used)
            SELECT sha256(convert_to(lpad(to_hex(value), 64, '0'), 'UTF8')), pg_temp.uuid(value, '9'),
                pg_temp.uuid(value / 10, '8'), 'user' || value / 10, pg_temp.uuid(value, 'a'), $now, $now
            FROM generate_series(0::bigint, $2 * 10 - 1) AS value"
    query "$1" "VACUUM (FREEZE, ANALYZE)"
}

# fill WHAT DATABASE NAME COUNT [ORDER]: creates the database and inserts the rows as fast as possible.
fill() {
    case "$2" in
    sqlite) "fill_sqlite_$1" "$work/$3.db" "${@:4}" ;;
    postgresql) with_postgresql_in_haste "fill_postgresql_$1" "${@:3}" ;;
    esac
}

# compared LABEL OPERATION: prints the figures of an operation among few and among many rows.
compared() {
    local small=$work/figures/small-$2 large=$work/figures/large-$2
    row "$1: $2, of $few" "$(rounded "$(best "$small")" /s)"
    row "$1: $2, of $count" "$(rounded "$(best "$large")" /s)"
    row "$1: $2, p99 of $few, of $count" "$(awk -v small="$(median "$small" 3)" -v large="$(median "$large" 3)" \
        'BEGIN { printf "%.2f, %.2f ms", small, large }')"
    row "$1: $2, cost of $count / $few" "$(ratio "$(best "$small")" "$(best "$large")")" "at most 1.5"
}

# measure NAME ORDER COUNT ROUND: measures new keys, which follow the existing ones, and known keys.
measure() {
    load "$1" "$time" new "$2" "$(($3 + $4 * 10000000))" >>"$work/figures/$1-new"
    load "$1" "$time" known "$2" "$3" >>"$work/figures/$1-known"
}

# check_rows DATABASE: fails if a known key was recorded as a new one, or if a new one is missing.
check_rows() {
    local statement="SELECT count(*) FROM registrations" rows expected
    expected=$(awk -v devices="$count" '{ sum += $4 } END { print devices + sum }' "$work/figures/large-new")
    case "$1" in
    sqlite) rows=$(sqlite3 "$work/large.db" "$statement") ;;
    postgresql) rows=$(query large "$statement") ;;
    esac
    if [ "$rows" -lt "$expected" ] || [ "$rows" -gt $((expected + rounds * connections)) ]; then
        echo "$1: there should be $expected registrations and few more, and there are $rows." >&2
        return 1
    fi
}

# compare_devices DATABASE LABEL ORDER: fills, measures both in turn, and prints.
compare_devices() {
    local start_of_fill=$SECONDS filled round
    fill devices "$1" large "$count" "$3"
    filled=$((SECONDS - start_of_fill))
    fill devices "$1" few "$few" "$3"
    start "$1" large
    load large 2 known "$3" "$count" >/dev/null
    for ((round = 0; round < rounds; round++)); do
        # Each round has a fresh database, because it must not grow.
        copy "$1" few small
        start "$1" small
        load small 1 known "$3" "$few" >/dev/null
        measure small "$3" "$few" "$round"
        stop_server small
        remove "$1" small
        measure large "$3" "$count" "$round"
    done
    stop_server large
    check_rows "$1"
    remove "$1" large
    remove "$1" few

    row "$2, keys $3: filling it" "$filled s"
    compared "$2, keys $3" new
    compared "$2, keys $3" known
}

# compare_accounts DATABASE LABEL: fills, measures in turn, and prints.
compare_accounts() {
    local start_of_fill=$SECONDS filled round
    fill accounts "$1" large "$count"
    filled=$((SECONDS - start_of_fill))
    fill accounts "$1" small "$few"
    start "$1" large
    start "$1" small
    load large 2 sessions $((count * 10)) >/dev/null
    load small 1 sessions $((few * 10)) >/dev/null
    for ((round = 0; round < rounds; round++)); do
        load small "$time" sessions $((few * 10)) >>"$work/figures/small-check"
        load large "$time" sessions $((count * 10)) >>"$work/figures/large-check"
        load large "$time" new ordered $((round * 10000000)) >>"$work/figures/registrations"
    done
    stop_server small
    stop_server large
    remove "$1" small
    remove "$1" large

    row "$2: filling it" "$filled s"
    compared "$2" check
    row "$2: cost of a check / of a registration, of $count" \
        "$(ratio "$(best "$work/figures/registrations")" "$(best "$work/figures/large-check")")" "at most 1"
}

prepare_databases
echo "$count $1, $connections connections: the best of $rounds rounds, taken in turn; of p99 the median"
for database in sqlite postgresql; do
    label=$([ "$database" = sqlite ] && echo SQLite || echo PostgreSQL)
    orders=(ordered scattered)
    if [ "$1" = accounts ]; then orders=(""); fi
    for order in "${orders[@]}"; do
        rm -f "$work"/figures/*
        "compare_$1" "$database" "$label" "$order"
    done
done
