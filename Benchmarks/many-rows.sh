# shellcheck shell=bash disable=SC2034 # the variables are used by the scripts that source it
# Functions for databases with many rows. The rows are inserted directly. This file is sourced, not run. See service.sh.

# shellcheck source=service.sh
source ./service.sh

[ "$(uname)" = Linux ] || { echo "The service is measured on Linux." >&2; exit 0; }
require_tool curl
require_tool wrk

# The settings of the comparison: the number of rows, the rounds, and the seconds of each round.
few=1000 rounds=5 time=3

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
