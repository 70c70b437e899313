# shellcheck shell=bash
# Functions that build and run the specs. This file is sourced, not run.

# Limits how many specs run at once: each has a time limit, most of which would otherwise be spent waiting for others.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-16}

# The specs that search for long without waiting. They run by themselves: beside them, specs with time limits would starve.
SEARCHES='ReductionsSpec|DroppedChangesSpec|EnglishOutputSpec|AccountRegistryContract|AuditSpec|AuditProcessSpec'

# build_specs OPTION …: also fails if the compiler warns about a source of this package that it compiles.
build_specs() {
    local log status=0
    log=$(mktemp)
    "${SWIFT:-swift}" build --build-tests "$@" 2>&1 | tee "$log" || status=1
    if [ "$status" -eq 0 ] && grep -nE "^$PWD/(Sources|Libraries|Tests)/.*warning:" "$log"; then
        echo 'The sources must have no warnings; see the lines above.' >&2
        status=1
    fi
    rm -f "$log"
    return "$status"
}

# The reasons for which a spec may be left out on a machine of CI: the one of a platform, the one of a build, which another run of
# CI tries, and the one of a spec that needs a run before it.
LEFT_OUT=(
    'Foundation on Linux ends the process: see docs/decisions/0007'
    'knows where the modules of the default build are on Linux'
    'make coverage runs it'
)

# left_out LOG: prints the specs that were left out for any other reason.
left_out() {
    local reasons=()
    for reason in "${LEFT_OUT[@]}"; do reasons+=(-e "$reason"); done
    grep -a '^➜' "$1" | grep -avF "${reasons[@]}"
}

# run_specs OPTION …: a run that does not go on is ended, with the names of the specs that hang. A filter that fits no spec is a failure, too. Repeats the failures at the end, because they are hard to find
# among thousands of lines.
run_specs() {
    local log status=0
    log=$(mktemp)
    python3 Scripts/watch_specs.py "${SWIFT:-swift}" test --skip-build "$@" 2>&1 | tee "$log" || status=1
    if [ "$status" -ne 0 ]; then
        echo 'What failed, once more:' >&2
        grep -a '^✘ Over time' "$log" >&2 || true
        # The lines with an arrow that follow show what a test expected and got. If there are none, the run itself broke off.
        grep -aE -A 12 '^✘ Test .* recorded an issue' "$log" | grep -aE '^(✘|↳|  )' >&2 ||
            grep -av -E '^(◇|✔|↳)' "$log" | tail -n 40 >&2
    fi
    # What else could pass without having tried anything.
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
