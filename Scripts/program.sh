# shellcheck shell=bash
# The program that scripts try. This file is sourced, not run, in the root of the repository.

# Prints the file that CALEARNING names. Without it, builds the program for debugging and prints its path.
program_to_try() {
    local options=(--explicit-target-dependency-import-check error)
    if [ -z "${CALEARNING:-}" ]; then
        "${SWIFT:-swift}" build --product calearning "${options[@]}" >&2
        CALEARNING=$("${SWIFT:-swift}" build --show-bin-path "${options[@]}")/calearning
    fi
    echo "$CALEARNING"
}

# C code is optimised, because passwords would take five times as long to hash.
C_OPTIMISED=(-Xcc -O2 -Xcxx -O2)

# The options of the build with all traits. With different options, everything would be built again. SwiftPM passes the
# traits in the order of a set, so these builds ask for deterministic hashing.
ALL_TRAITS=(--scratch-path .build-traits --enable-all-traits --explicit-target-dependency-import-check error "${C_OPTIMISED[@]}")

# Prints the file that CALEARNING names. Without it, builds the program with all traits for debugging and prints its
# path. Needs packages.sh.
program_with_all_traits() {
    if [ -z "${CALEARNING:-}" ]; then
        require_packages libpq5 libsqlite3-dev >&2
        SWIFT_DETERMINISTIC_HASHING=1 "${SWIFT:-swift}" build --product calearning "${ALL_TRAITS[@]}" >&2
        CALEARNING=$("${SWIFT:-swift}" build --show-bin-path "${ALL_TRAITS[@]}")/calearning
    fi
    echo "$CALEARNING"
}

# Prints the file that CALEARNING names. Without it, builds the program with the service, optimised as for installation,
# and prints its path. Needs packages.sh.
service_to_try() {
    local options=(--configuration release --scratch-path .build-hostile --traits PostgreSQL)
    if [ -z "${CALEARNING:-}" ]; then
        require_packages libpq5 libsqlite3-dev >&2
        "${SWIFT:-swift}" build --product calearning "${options[@]}" >&2
        CALEARNING=$("${SWIFT:-swift}" build --show-bin-path "${options[@]}")/calearning
    fi
    echo "$CALEARNING"
}

# start_serving PROGRAM LOG OPTION…: starts its service on a free port, and sets `server` to the process and `port` to the
# port. The trap of the script ends the process. Fails with the log if the service does not start.
start_serving() {
    local program=$1 log=$2
    shift 2
    "$program" serve --port 0 "$@" 2>"$log" &
    server=$!
    port=
    for _ in $(seq 300); do
        port=$(sed -nE '/"message": *"listening"/ s/.*"port": *"?([0-9]+).*/\1/p' "$log" | head -n 1)
        [ -z "$port" ] || return 0
        kill -0 "$server" 2>/dev/null || break
        sleep 0.1
    done
    echo 'The server does not start:' >&2
    cat "$log" >&2
    return 1
}
