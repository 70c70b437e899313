#!/usr/bin/env bash
# Runs all code that writes files. Checks the order of its system calls for a power cut, kills it at each call that
# changes a file, and lets each call fail because of a full disk or a disk error. Then it runs the code again. It also
# checks that a program can be ended while its disk hangs. Scripts/files/writers.py is the table of these runs. A source
# that writes and is not in it is a failure.
#   Scripts/check-files.sh [--short] [WRITER]...     --short tries one call of each kind; without a name, all writers are run
# CALEARNING=FILE and USECASE=FILE try programs that have already been built; the service and its backups need one with the
# service.
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
# The compiler of a Swift toolchain is sufficient.
compiler=$(command -v clang || command -v cc) || { require_tool cc gcc && compiler=cc; }
program=$(program_to_try)
tool=$(tool_to_try)
work=$(mktemp -d "${TMPDIR:-/tmp}/calearning-files.XXXXXX")
trap 'rm -rf "$work"' EXIT
"$compiler" -shared -fPIC -O1 -o "$work/fault.so" Scripts/files/fault.c -ldl
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=Scripts python3 -m files --program "$program" --tool "$tool" --shim "$work/fault.so" "$@"

# Without locks, nothing is changed, and the message names the reason. Directories that cannot be flushed are no obstacle.
boot_with() { LD_PRELOAD="$work/fault.so" FAULT="$1" FAULT_LOG="$work/log" "$program" boot --splash 0 --state-dir "$work/$1"; }
status=0
boot_with locks >/dev/null 2>"$work/complaint" || status=$?
if [ "$status" -ne 74 ] || [ -e "$work/locks/store.json" ] || ! grep -q 'no locks.*--state-dir' "$work/complaint"; then
    echo "A file system without locks ends a run with $status:" >&2
    cat "$work/complaint" >&2
    exit 1
fi
boot_with directories >/dev/null
echo 'a file system without locks, and one that flushes no directories'

# A disk that hangs stops a run, but not the end of the program, because the second signal ends it immediately. strace
# delays the flush, and records the exit.
mkdir "$work/hanging"
strace -f -qq -o "$work/hang" -e trace=fsync,exit_group -e inject=fsync:delay_enter=15s \
    "$program" boot --splash 0 --state-dir "$work/hanging" >/dev/null 2>&1 &
tracer=$!
# appears PATTERN: waits until the trace contains it.
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
# The pattern has no closing parenthesis, because strace writes `exit_group(143 <unfinished ...>` during another
# thread's call.
appears 'exit_group(143'
if grep -q 'fsync.* = 0' "$work/hang"; then echo 'The disk did not hang until the program ended.' >&2; exit 1; fi
wait "$tracer" || true
echo 'a hanging disk: the second signal ends the program'
