# shellcheck shell=bash
# How the specs are built and run. It is sourced, not run.

# Not all at once: each spec has a time limit, and most of that would be spent waiting.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-16}

# build_specs OPTION …: fails on a warning of this package's own sources, as far as they are compiled anew.
build_specs() {
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

# run_specs OPTION …: what failed is said once more at the end, where it is looked for, among thousands of lines.
run_specs() {
    local log status=0
    log=$(mktemp)
    "${SWIFT:-swift}" test --skip-build "$@" 2>&1 | tee "$log" || status=1
    if [ "$status" -ne 0 ]; then
        echo 'What failed, once more:' >&2
        # What a test expected and got is in the lines with an arrow that follow. Without either, it ended by itself.
        grep -aE -A 12 '^✘ Test .* recorded an issue' "$log" | grep -aE '^(✘|↳|  )' >&2 ||
            grep -av -E '^(◇|✔|↳)' "$log" | tail -n 40 >&2
    fi
    rm -f "$log"
    return "$status"
}
