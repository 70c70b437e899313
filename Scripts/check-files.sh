#!/usr/bin/env bash
# Runs all code that writes files under strace. Checks the order of its system calls for a power cut, kills it at each call
# that changes a file, and lets each call fail because of a full disk or a disk error. Then it runs the code again. It also
# checks that a program can be ended while its disk hangs. Scripts/files.py has the table of these runs. A source that writes
# and is not in it is a failure.
#   Scripts/check-files.sh [WRITER]...     all writers without a name; SHORT=1 tries one call of each kind
# CALEARNING=FILE tries a program that has already been built; the service and its backups need one with the service.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/packages.sh
source Scripts/packages.sh
# shellcheck source=Scripts/program.sh
source Scripts/program.sh

[ "$(uname)" = Linux ] || { echo 'System calls are watched on Linux.' >&2; exit 0; }
require_tool strace
require_tool pgrep procps
require_tool python3
program=$(program_to_try)
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=Scripts python3 Scripts/files.py "$program" "$@"
[ $# -eq 0 ] || exit 0

work=$(mktemp -d "${TMPDIR:-/tmp}/calearning-files.XXXXXX")
trap 'rm -rf "$work"' EXIT
# boot_with NAME OPTION…: starts it in a folder with this name, under strace with these options, which records the exit.
boot_with() { strace -f -qq -o "$work/trace" "${@:2}" "$program" boot --splash 0 --state-dir "$work/$1"; }

# Without locks, nothing is changed, and the message names the reason. Directories that cannot be flushed are no obstacle.
status=0
boot_with locks -e inject=flock:error=ENOLCK >/dev/null 2>"$work/complaint" || status=$?
if [ "$status" -ne 74 ] || [ -e "$work/locks/store.json" ] || ! grep -q 'no locks.*--state-dir' "$work/complaint"; then
    echo "A file system without locks ends a run with $status:" >&2
    cat "$work/complaint" >&2
    exit 1
fi
mkdir "$work/directories"
boot_with directories -P "$work/directories" -e inject=fsync:error=EINVAL >/dev/null
grep -q 'EINVAL.*INJECTED' "$work/trace" || { echo 'No directory was flushed.' >&2; exit 1; }
echo 'a file system without locks, and one that flushes no directories'

# A disk that hangs stops a run, but not the end of the program, because the second signal ends it immediately.
rm "$work/trace"
mkdir "$work/hanging"
boot_with hanging -e trace=fsync,exit_group -e inject=fsync:delay_enter=15s >/dev/null 2>&1 &
tracer=$!
# appears PATTERN: waits until the trace contains it.
appears() {
    for _ in $(seq 100); do
        if grep -qs "$1" "$work/trace"; then return; fi
        sleep 0.1
    done
    echo "The trace of a program whose disk hangs has no $1:" >&2
    cat "$work/trace" >&2
    exit 1
}
appears 'fsync('
tracee=$(pgrep -f "$work/hanging" | tail -n 1)
kill -TERM "$tracee"
sleep 1
if grep -q exit_group "$work/trace"; then echo 'The first signal ended a run in the middle of a write.' >&2; exit 1; fi
kill -TERM "$tracee"
# The pattern has no closing parenthesis, because strace writes `exit_group(143 <unfinished ...>` during another
# thread's call.
appears 'exit_group(143'
if grep -q 'fsync.* = 0' "$work/trace"; then echo 'The disk did not hang until the program ended.' >&2; exit 1; fi
wait "$tracer" || true
echo 'a hanging disk: the second signal ends the program'
