# shellcheck shell=bash
# The program that scripts try. This file is sourced, not run, in the root of the repository.

# Prints the file that CALEARNING names; without that, builds the program for debugging and prints where it is.
program_to_try() {
    local options=(--explicit-target-dependency-import-check error)
    if [ -z "${CALEARNING:-}" ]; then
        "${SWIFT:-swift}" build --product calearning "${options[@]}" >&2
        CALEARNING=$("${SWIFT:-swift}" build --show-bin-path "${options[@]}")/calearning
    fi
    echo "$CALEARNING"
}
