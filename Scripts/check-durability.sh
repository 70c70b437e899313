#!/usr/bin/env bash
# Checks the system calls of a write: the content is flushed, then the file is renamed, then the directory is flushed. And checks
# that a program whose disk hangs can be ended.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=packages.sh
source Scripts/packages.sh

[ "$(uname)" = Linux ] || { echo 'System calls are watched on Linux.' >&2; exit 0; }
require_tool strace
require_tool pgrep procps

swift build --product calearning
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/state"
strace -f -qq -o "$work/calls" -e trace=openat,write,fsync,rename \
    .build/debug/calearning tutorial --complete --state-dir "$work/state" >/dev/null

# Finds out which descriptor is which file, and what happened to it, in the order of the calls.
order=$(awk '
    /openat/ && /store.json.tmp"/ { temporary = $NF }
    /openat/ && /O_DIRECTORY/ && /state"/ { directory = $NF }
    /fsync\(/ { match($0, /fsync\([0-9]+/); number = substr($0, RSTART + 6, RLENGTH - 6)
                if (number == temporary && !renamed) print "flush"
                else if (number == directory && renamed) print "flush-directory" }
    /rename\(/ && /store.json.tmp"/ { print "rename"; renamed = 1 }
' "$work/calls" | tr '\n' ' ')
if [ "$order" != "flush rename flush-directory " ]; then
    echo "A write must flush, rename and flush the directory, but did: ${order:-nothing}" >&2
    cat "$work/calls" >&2
    exit 1
fi
echo "a write is: $order"

# A disk that hangs keeps a run from going on, but not the program from ending: the second signal ends it at once. strace holds the
# flush back, and sees that the program wants to end meanwhile.
mkdir "$work/hanging"
strace -f -qq -o "$work/hang" -e trace=fsync,exit_group -e inject=fsync:delay_enter=15s \
    .build/debug/calearning boot --splash 0 --state-dir "$work/hanging" >/dev/null 2>&1 &
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
program=$(pgrep -P "$tracer")
kill -TERM "$program"
sleep 1
if grep -q exit_group "$work/hang"; then echo 'The first signal ended a run in the middle of a write.' >&2; exit 1; fi
kill -TERM "$program"
# Without the closing parenthesis: strace writes `exit_group(143 <unfinished ...>` while another thread's call is under way.
appears 'exit_group(143'
if grep -q 'fsync.* = 0' "$work/hang"; then echo 'The disk did not hang until the program ended.' >&2; exit 1; fi
wait "$tracer" || true
echo 'a hanging disk: the second signal ends the program'
