# shellcheck shell=bash
# Functions that build and run the specs. This file is sourced, not run.

# Limits the number of concurrent specs. Each has a time limit, and would otherwise spend most of it waiting for others.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-16}

# Long searches that never wait. They run separately, because other specs with time limits would starve next to them.
SEARCHES='ReductionsSpec|DroppedChangesSpec|EnglishOutputSpec|AccountRegistryContract|AuditSpec|AuditProcessSpec'

# build_specs OPTION …: also fails if the compiler warns about a source of this package that it compiles.
build_specs() {
    local log status=0
    log=$(mktemp)
    # Without it, a build with several traits can have other command lines each time (program.sh).
    SWIFT_DETERMINISTIC_HASHING=1 "${SWIFT:-swift}" build --build-tests "$@" 2>&1 | tee "$log" || status=1
    if [ "$status" -eq 0 ] && grep -nE "^$PWD/(Sources|Libraries|Tests)/.*warning:" "$log"; then
        echo 'The sources must have no warnings; see the lines above.' >&2
        status=1
    fi
    rm -f "$log"
    return "$status"
}

# The accepted reasons for leaving out a spec on a machine of CI. They are the platform, the build (a different run of
# CI tries the spec), and the need for an earlier run.
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

# run_specs OPTION …: ends a run that hangs, and prints the names of the hanging specs. A filter without a matching spec
# is a failure, too. Repeats the failures at the end, because they are hard to find among thousands of lines.
run_specs() {
    local log status=0
    log=$(mktemp)
    python3 Scripts/watch_specs.py "${SWIFT:-swift}" test --skip-build "$@" 2>&1 | tee "$log" || status=1
    if [ "$status" -ne 0 ]; then
        echo 'What failed, once more:' >&2
        grep -a '^✘ Over time' "$log" >&2 || true
        # The following lines with an arrow show the expected and the actual value. Without them, the run itself broke
        # off.
        grep -aE -A 12 '^✘ Test .* recorded an issue' "$log" | grep -aE '^(✘|↳|  )' >&2 ||
            grep -av -E '^(◇|✔|↳)' "$log" | tail -n 40 >&2
    fi
    # A run without any tests must not pass.
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
