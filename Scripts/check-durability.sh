#!/usr/bin/env bash
# Checks the system calls of a write: the content is flushed, then the file is renamed, then the directory is flushed.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=packages.sh
source Scripts/packages.sh

[ "$(uname)" = Linux ] || { echo 'System calls are watched on Linux.' >&2; exit 0; }
require_tool strace

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
