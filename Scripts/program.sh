# shellcheck shell=bash
# The program that scripts try. This file is sourced, not run, in the root of the repository.

# The options of the build with the service, as the README has them. It has a folder of its own, so neither build recompiles
# the other.
SERVICE=(--traits Server --scratch-path .build-server)

# Installs or lists the packages that the build with the service needs or loads. Needs packages.sh.
require_service() {
    # On macOS they come from Homebrew, and the compiler's message names them.
    if command -v dpkg >/dev/null; then require_packages libpq5 libsqlite3-dev >&2; fi
}

# program_to_try OPTION …: prints the file that CALEARNING names. Without it, builds the program, or PRODUCT, with these options
# of `swift build`, such as SERVICE, and prints its path.
program_to_try() {
    if [ -z "${CALEARNING:-}" ]; then
        if [ $# -gt 0 ]; then require_service; fi
        "${SWIFT:-swift}" build --product "${PRODUCT:-calearning}" "$@" >&2
        CALEARNING=$("${SWIFT:-swift}" build --show-bin-path "$@")/${PRODUCT:-calearning}
    fi
    echo "$CALEARNING"
}

# tool_to_try: the same for the program `usecase`, which USECASE names.
tool_to_try() {
    if [ -z "${USECASE:-}" ]; then
        "${SWIFT:-swift}" build --product usecase >&2
        USECASE=$("${SWIFT:-swift}" build --show-bin-path)/usecase
    fi
    echo "$USECASE"
}

# start_serving PROGRAM LOG OPTION…: starts its service on a free port, and sets `server` to the process and `port` to the
# port. The trap of the script ends the process. Fails with the log if the service does not start.
start_serving() {
    local program=$1 log=$2
    shift 2
    # The process makes the file later than this loop reads it.
    : >"$log"
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
