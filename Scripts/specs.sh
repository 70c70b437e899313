# shellcheck shell=bash
# Runs the specs. This file is sourced, not run, in the root of the repository.

# The accepted reasons for leaving out a spec on a machine of CI. A different run of CI tries these specs.
LEFT_OUT=(
    'knows where the modules of the default build are on Linux'
    'make coverage runs it'
)

# left_out LOG: prints the specs that were left out for any other reason.
left_out() {
    local reasons=()
    for reason in "${LEFT_OUT[@]}"; do reasons+=(-e "$reason"); done
    grep -a '^➜' "$1" | grep -avF "${reasons[@]}"
}

# unfinished LOG: prints the specs that began and did not end. Two specs may have the same name.
unfinished() {
    local -x LC_ALL=C
    comm -23 <(sed -nE '/^◇ Test (run|case passing .*) started\.$/d; s/^◇ Test (.*) started\.$/\1/p' "$1" | sort) \
        <(sed -nE 's/^(✔|✘|━) Test (.*) (passed|failed) after [0-9.]+ seconds.*/\2/p' "$1" |
            sed -E 's/ with [0-9]+ test cases?$//' | sort)
}

# broken_off LOG: succeeds if the run ended early, even without an error. Prints the reason, the crashed lines of this
# package, and the specs that did not end.
broken_off() {
    if grep -aqE '^(✔|✘|━) Test run with' "$1" || ! grep -aq '^◇ Test run started' "$1"; then return 1; fi
    echo 'The process of the specs ended before the specs did:'
    grep -aE "Fatal error: |Program crashed: |error: Process |^ *[0-9]+ .* at $PWD/" "$1" | cut -c1-300 | head -n 20
    unfinished "$1" | sed 's/^/This spec did not end: /'
}

# run_specs OPTION …: runs `swift test` with these options. Fails at a warning about a source of this package, at a run
# without any spec, at a spec that ends the process, and, on a machine of CI, at a spec that was left out. Ends a run that
# hangs. Repeats the failures at the end, because they are hard to find among thousands of lines.
run_specs() {
    local log status=0 limit=()
    log=$(mktemp)
    if command -v timeout >/dev/null; then limit=(timeout --foreground 2700); fi
    "${limit[@]}" "${SWIFT:-swift}" test "$@" 2>&1 | tee "$log" || status=1
    if [ "$status" -ne 0 ]; then
        echo 'What failed, once more:' >&2
        # The following lines with an arrow show the expected and the actual value. Without them, the run itself broke
        # off. Another spec may have written the beginning of the line.
        grep -aE -A 12 '✘ Test .* recorded an issue' "$log" | grep -aE '✘ Test|^(↳|  )' >&2 ||
            grep -av -E '^(◇|✔|↳)' "$log" | tail -n 40 >&2
    fi
    if broken_off "$log" >&2; then status=1; fi
    if grep -nE "^$PWD/(Sources|Libraries|Tests|Tool)/.*warning:" "$log" >&2; then
        echo 'The sources must have no warnings; see the lines above.' >&2
        status=1
    fi
    if [ "$status" -eq 0 ] && grep -aqE '^✔ Test run with 0 tests' "$log"; then
        echo 'No spec fits the filter, which is compared with the names of files, suites and tests.' >&2
        status=1
    fi
    if [ "$status" -eq 0 ] && [ -n "${CI:-}" ] && left_out "$log" >&2; then
        echo 'These specs were left out. A machine of CI must run them: install their tools, or run it as root.' >&2
        status=1
    fi
    rm -f "$log"
    return "$status"
}
