# shellcheck shell=bash
# How the specs are built. It is sourced, not run.

# build_tests OPTION …: fails on a warning of this package's own sources, as far as they are compiled anew.
build_tests() {
    local log status=0
    log=$(mktemp)
    "${SWIFT:-swift}" build --build-tests "$@" 2>&1 | tee "$log" || status=1
    if [ "$status" -eq 0 ] && grep -nE "^$PWD/(Sources|Tests)/.*warning:" "$log"; then
        echo 'The sources must have no warnings; see the lines above.' >&2
        status=1
    fi
    rm -f "$log"
    return "$status"
}
