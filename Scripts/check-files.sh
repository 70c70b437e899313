#!/usr/bin/env bash
# Runs all that writes files. Holds the order of its system calls to what a power cut asks for, kills it at each call that changes a
# file, and lets each fail for want of space or by an error of the disk; then runs it again. Checks also that a program whose disk
# hangs can be ended. The table of what is run is Scripts/files/writers.py; a source that writes and is not in it is a failure.
#   Scripts/check-files.sh [--short] [WRITER]...     --short tries one call of each kind; without a name, all writers are run
# CALEARNING=FILE tries a program that has already been built; the service and its backups need one with all traits.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=packages.sh
source Scripts/packages.sh
# shellcheck source=program.sh
source Scripts/program.sh

[ "$(uname)" = Linux ] || { echo 'System calls are watched on Linux.' >&2; exit 0; }
require_tool strace
require_tool pgrep procps
require_tool python3
# The compiler of a Swift toolchain will do.
compiler=$(command -v clang || command -v cc) || { require_tool cc gcc && compiler=cc; }
program=$(program_to_try)
work=$(mktemp -d "${TMPDIR:-/tmp}/calearning-files.XXXXXX")
trap 'rm -rf "$work"' EXIT
"$compiler" -shared -fPIC -O1 -o "$work/fault.so" Scripts/files/fault.c -ldl
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=Scripts python3 -m files --program "$program" --shim "$work/fault.so" "$@"

# A disk that hangs keeps a run from going on, but not the program from ending: the second signal ends it at once. strace holds the
# flush back, and sees that the program wants to end meanwhile.
mkdir "$work/hanging"
strace -f -qq -o "$work/hang" -e trace=fsync,exit_group -e inject=fsync:delay_enter=15s \
    "$program" boot --splash 0 --state-dir "$work/hanging" >/dev/null 2>&1 &
tracer=$!
# appears PATTERN: waits until the trace has it.
appears() {
    for _ in $(seq 100); do
        if grep -qs "$1" "$work/hang"; then return; fi
        sleep 0.1
    done
    echo "The trace of a program whose disk hangs has no $1:" >&2
    cat "$work/hang" >&2
    exit 1
}
appears 'fsync('
tracee=$(pgrep -P "$tracer")
kill -TERM "$tracee"
sleep 1
if grep -q exit_group "$work/hang"; then echo 'The first signal ended a run in the middle of a write.' >&2; exit 1; fi
kill -TERM "$tracee"
# Without the closing parenthesis: strace writes `exit_group(143 <unfinished ...>` while another thread's call is under way.
appears 'exit_group(143'
if grep -q 'fsync.* = 0' "$work/hang"; then echo 'The disk did not hang until the program ended.' >&2; exit 1; fi
wait "$tracer" || true
echo 'a hanging disk: the second signal ends the program'
