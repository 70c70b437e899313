#!/usr/bin/env bash
# Compares the cost of checking a session among many accounts with the cost among a thousand, and with a registration.
# Each account has ten sessions.
#   large-accounts.sh [ACCOUNTS]           default 1000000; takes some 10 GB of disk under TMPDIR, or /var/tmp
# CALEARNING=FILE measures a program that has already been built.
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=many-rows.sh
source ./many-rows.sh

accounts=${1:-1000000}
require_tool python3
prepare_databases
# In milliseconds. All sessions were used just now, so checking them writes nothing.
now=$(date +%s%3N)

# fill_sqlite FILE ACCOUNTS: fills it as fast as possible, without a journal, with the tokens of register.lua.
fill_sqlite() {
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

# fill_postgresql NAME ACCOUNTS: fills a new database in this way.
fill_postgresql() {
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

# fill DATABASE NAME ACCOUNTS
fill() {
    case "$1" in
    sqlite) fill_sqlite "$work/$2.db" "$3" ;;
    postgresql) with_postgresql_in_haste fill_postgresql "$2" "$3" ;;
    esac
}

# compare DATABASE: fills, measures in turn, and prints.
compare() {
    local label start_of_fill=$SECONDS filled round
    label=$([ "$1" = sqlite ] && echo SQLite || echo PostgreSQL)
    rm -f "$work"/figures/*
    fill "$1" large "$accounts"
    filled=$((SECONDS - start_of_fill))
    fill "$1" small "$few"
    start "$1" large
    start "$1" small
    load large 2 sessions $((accounts * 10)) >/dev/null
    load small 1 sessions $((few * 10)) >/dev/null
    for ((round = 0; round < rounds; round++)); do
        load small "$time" sessions $((few * 10)) >>"$work/figures/small"
        load large "$time" sessions $((accounts * 10)) >>"$work/figures/large"
        load large "$time" new ordered $((round * 10000000)) >>"$work/figures/registrations"
    done
    stop_server small
    stop_server large
    remove "$1" small
    remove "$1" large

    row "$label: filling it" "$filled s"
    row "$label: a check of a session, of $few accounts" "$(rounded "$(best "$work/figures/small")" /s)"
    row "$label: a check of a session, of $accounts accounts" "$(rounded "$(best "$work/figures/large")" /s)"
    row "$label: p99 of $few, of $accounts" "$(awk \
        -v small="$(median "$work/figures/small" 3)" -v large="$(median "$work/figures/large" 3)" \
        'BEGIN { printf "%.2f, %.2f ms", small, large }')"
    row "$label: cost of $accounts / $few" \
        "$(ratio "$(best "$work/figures/small")" "$(best "$work/figures/large")")" "at most 1.5"
    row "$label: cost of a check / of a registration, of $accounts" \
        "$(ratio "$(best "$work/figures/registrations")" "$(best "$work/figures/large")")" "at most 1"
}

echo "Sessions of $accounts accounts, ten each, $connections connections: the best of $rounds rounds, taken in turn"
for database in sqlite postgresql; do compare "$database"; done
