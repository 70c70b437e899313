# shellcheck shell=bash disable=SC2154 # `work` is the script's that sources it
# Functions for databases with many rows, which are filled directly. This file is sourced, not run; see service.sh.

# shellcheck source=service.sh
source ./service.sh

# create_empty_databases: the program creates the schema in both, and marks the file as its own.
create_empty_databases() {
    start_service sqlite "sqlite:$work/empty.db"
    stop_server sqlite
    query postgres "CREATE DATABASE empty"
    start_service postgresql "$(database_url empty)"
    stop_server postgresql
}

# with_postgresql_in_haste COMMAND...: runs it with more memory and without durability; these settings are reverted afterwards.
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

# The functions that differ between the databases: `start`, `remove` and `copy`, each with DATABASE and then NAME.
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
