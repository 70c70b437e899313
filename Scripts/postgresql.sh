# shellcheck shell=bash
# A throw-away PostgreSQL cluster for scripts. This file is sourced, not run, after packages.sh.
#
#     trap stop_postgresql EXIT
#     start_postgresql                                # or with settings: start_postgresql max_connections=300
#     psql "$POSTGRESQL_URL"
#
# The cluster listens on a Unix socket in its own folder and on no port, so many clusters can run at the same time. Like
# PostgreSQL by default, it is durable (fsync and synchronous_commit are on). It is stored in TMPDIR.

# start_postgresql [SETTING=VALUE]...: starts a cluster and exports POSTGRESQL_URL, its address, and POSTGRESQL_BIN, the
# folder of its programs. POSTGRESQL_DATA is its folder and POSTGRESQL_LOG its log.
start_postgresql() {
    if [ -n "${POSTGRESQL_FOLDER:-}" ]; then
        echo "PostgreSQL is running already: $POSTGRESQL_FOLDER" >&2
        return 1
    fi
    POSTGRESQL_BIN=$(postgresql_programs) || return 1
    # The path of a socket has at most 107 bytes, and TMPDIR may be long.
    POSTGRESQL_FOLDER=$(mktemp -d "${TMPDIR:-/tmp}/calearning-pg.XXXXXX") || return 1
    POSTGRESQL_SOCKETS=$(mktemp -d /tmp/calearning-pg.XXXXXX) || return 1
    POSTGRESQL_DATA=$POSTGRESQL_FOLDER/data
    POSTGRESQL_LOG=$POSTGRESQL_FOLDER/log
    if [ "$(id -u)" -eq 0 ]; then chown postgres: "$POSTGRESQL_FOLDER" "$POSTGRESQL_SOCKETS" || return 1; fi
    if ! as_postgres test -w "$POSTGRESQL_FOLDER"; then
        echo "The user postgres cannot get to ${TMPDIR:-/tmp}: please set TMPDIR to a folder that is open to all." >&2
        return 1
    fi

    # The files of initdb are thrown away in the end, so only the writes of the server must be durable.
    if ! as_postgres "$POSTGRESQL_BIN/initdb" --pgdata "$POSTGRESQL_DATA" --username postgres --auth trust \
        --locale C.UTF-8 --encoding UTF8 --no-sync >"$POSTGRESQL_FOLDER/initdb.log" 2>&1; then
        cat "$POSTGRESQL_FOLDER/initdb.log" >&2
        return 1
    fi
    local setting
    for setting in fsync=on synchronous_commit=on full_page_writes=on listen_addresses= \
        "unix_socket_directories=$POSTGRESQL_SOCKETS" "$@"; do
        # The last value of a repeated setting counts.
        echo "${setting%%=*} = '${setting#*=}'"
    done | as_postgres tee -a "$POSTGRESQL_DATA/postgresql.conf" >/dev/null
    resume_postgresql || return 1

    POSTGRESQL_URL="postgres://postgres@/postgres?host=$POSTGRESQL_SOCKETS"
    export POSTGRESQL_URL POSTGRESQL_BIN POSTGRESQL_DATA POSTGRESQL_LOG
}

# Starts the server of the cluster again, after `pause_postgresql` or a crash.
resume_postgresql() {
    # The server must not keep files open that the script's caller reads to their end.
    if ! as_postgres "$POSTGRESQL_BIN/pg_ctl" start --pgdata "$POSTGRESQL_DATA" --log "$POSTGRESQL_LOG" \
        --wait --timeout 60 --silent </dev/null >/dev/null 2>&1; then
        echo "PostgreSQL does not start:" >&2
        as_postgres cat "$POSTGRESQL_LOG" >&2
        return 1
    fi
}

# pause_postgresql [fast|immediate|smart]: stops the server of the cluster and keeps its data.
pause_postgresql() {
    as_postgres "$POSTGRESQL_BIN/pg_ctl" stop --pgdata "$POSTGRESQL_DATA" --mode "${1:-fast}" --wait --silent
}

# Stops the cluster, if one exists, and removes it. It never fails, so a trap can call it.
stop_postgresql() {
    if [ -z "${POSTGRESQL_FOLDER:-}" ]; then return 0; fi
    if as_postgres test -e "$POSTGRESQL_DATA/postmaster.pid"; then
        pause_postgresql immediate >/dev/null 2>&1 || true
    fi
    rm -rf "$POSTGRESQL_FOLDER" "${POSTGRESQL_SOCKETS:-}" || true
    unset POSTGRESQL_FOLDER POSTGRESQL_SOCKETS POSTGRESQL_URL POSTGRESQL_DATA POSTGRESQL_LOG
}

# Runs a command as a user that may run the server, in a folder that this user can enter. Root may not run the server.
as_postgres() {
    if [ "$(id -u)" -eq 0 ]; then
        (cd / && exec runuser --user postgres -- "$@")
    else
        (cd / && exec "$@")
    fi
}

# Prints the folder of initdb, pg_ctl and so on, and installs them if permitted. Debian does not put it into PATH.
postgresql_programs() {
    local attempt programs
    for attempt in there installed; do
        # The newest of several versions.
        programs=$(find /usr/lib/postgresql/*/bin -name initdb 2>/dev/null | sort --version-sort | tail -n 1)
        [ -n "$programs" ] || programs=$(command -v initdb || true)
        if [ -n "$programs" ]; then
            dirname "$programs"
            return
        fi
        if [ "$attempt" = there ]; then require_packages postgresql >&2 || return 1; fi
    done
    echo "PostgreSQL's initdb is not in /usr/lib/postgresql/*/bin and not in PATH." >&2
    return 1
}

# Creates the schema of Absurd in the cluster. It keeps the queues of durable runs.
create_absurd() {
    require_python .build-python absurdctl absurdctl==0.5.1
    .build-python/bin/python -c 'import absurdctl; print(absurdctl.BUNDLED_SCHEMA_SQL)' |
        "$POSTGRESQL_BIN/psql" --no-psqlrc --quiet --set ON_ERROR_STOP=1 --output /dev/null "$POSTGRESQL_URL"
}
