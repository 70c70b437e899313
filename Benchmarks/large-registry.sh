#!/usr/bin/env bash
# Compares the cost of a registration and of a repeated key in a registry of many devices with the cost in a registry of
# a thousand.
#   large-registry.sh [DEVICES]            default 10000000; takes some 10 GB of disk under TMPDIR, or /var/tmp
# CALEARNING=FILE measures a program that has already been built.
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=many-rows.sh
source ./many-rows.sh

devices=${1:-10000000}
require_tool sqlite3
prepare_databases

# fill_sqlite FILE COUNT ORDER: fills it as fast as possible, without a journal, with the keys of register.lua.
fill_sqlite() {
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

# fill_postgresql NAME COUNT ORDER: fills a new database in this way.
fill_postgresql() {
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

# fill DATABASE NAME COUNT ORDER
fill() {
    case "$1" in
    sqlite) fill_sqlite "$work/$2.db" "$3" "$4" ;;
    postgresql) with_postgresql_in_haste fill_postgresql "$2" "$3" "$4" ;;
    esac
}

# measure NAME ORDER DEVICES ROUND: measures new keys, which follow the existing ones, and known keys.
measure() {
    load "$1" "$time" new "$2" "$(($3 + $4 * 10000000))" >>"$work/figures/$1-new"
    load "$1" "$time" known "$2" "$3" >>"$work/figures/$1-known"
}

# check_rows DATABASE: fails if a known key was recorded as a new one, or if a new one is missing.
check_rows() {
    local statement="SELECT count(*) FROM registrations" rows expected
    expected=$(awk -v devices="$devices" '{ sum += $4 } END { print devices + sum }' "$work/figures/large-new")
    case "$1" in
    sqlite) rows=$(sqlite3 "$work/large.db" "$statement") ;;
    postgresql) rows=$(query large "$statement") ;;
    esac
    if [ "$rows" -lt "$expected" ] || [ "$rows" -gt $((expected + rounds * connections)) ]; then
        echo "$1: there should be $expected registrations and few more, and there are $rows." >&2
        return 1
    fi
}

# compare DATABASE ORDER: fills, measures both in turn, and prints.
compare() {
    local label=$1 start_of_fill=$SECONDS filled round operation
    rm -f "$work"/figures/*
    fill "$1" large "$devices" "$2"
    filled=$((SECONDS - start_of_fill))
    fill "$1" few "$few" "$2"
    start "$1" large
    load large 2 known "$2" "$devices" >/dev/null
    for ((round = 0; round < rounds; round++)); do
        # Each round has a fresh database, because it must not grow.
        copy "$1" few small
        start "$1" small
        load small 1 known "$2" "$few" >/dev/null
        measure small "$2" "$few" "$round"
        stop_server small
        remove "$1" small
        measure large "$2" "$devices" "$round"
    done
    stop_server large
    check_rows "$1"

    label="$([ "$1" = sqlite ] && echo SQLite || echo PostgreSQL), keys $2"
    row "$label: filling it" "$filled s"
    for operation in new known; do
        row "$label: $operation, of $few" "$(rounded "$(best "$work/figures/small-$operation")" /s)"
        row "$label: $operation, of $devices" "$(rounded "$(best "$work/figures/large-$operation")" /s)"
        row "$label: $operation, p99 of $few, of $devices" "$(awk \
            -v small="$(median "$work/figures/small-$operation" 3)" -v large="$(median "$work/figures/large-$operation" 3)" \
            'BEGIN { printf "%.2f, %.2f ms", small, large }')"
        row "$label: $operation, cost of $devices / $few" \
            "$(ratio "$(best "$work/figures/small-$operation")" "$(best "$work/figures/large-$operation")")" "at most 1.5"
    done
    remove "$1" large
    remove "$1" few
}

echo "A registry of $devices devices, $connections connections: the best of $rounds rounds, taken in turn; of p99 the median"
for database in sqlite postgresql; do
    for order in ordered scattered; do compare "$database" "$order"; done
done
