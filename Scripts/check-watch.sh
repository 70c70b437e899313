#!/usr/bin/env bash
# Checks Scripts/watch_specs.py with a fake test program. It must name a spec that hangs, and leave no process after any
# end of a run.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
# end: ends the remaining processes of a run.
end() {
    local left
    left=$(pgrep -f "^sleep $SLEEP\$" || true)
    # shellcheck disable=SC2086
    [ -z "$left" ] || kill $left
    rm -rf "$work"
}
trap end EXIT
# It begins two specs, ends one, and starts a process that leaves its group and its session. Then it ends with a status, or hangs.
cat >"$work/swift" <<'END'
#!/usr/bin/env bash
stream=$(sed 's/.*--event-stream-output-path \([^ ]*\).*/\1/' <<<"$*")
place='"sourceLocation":{"_filePath":"/Specs.swift","line":7}'
for spec in ends hangs; do
    echo '{"kind":"test","payload":{"id":"Module.Suite/'$spec'()/Specs.swift:7:2","kind":"function",'"$place"'}}'
    echo '{"kind":"event","payload":{"kind":"testStarted","testID":"Module.Suite/'$spec'()/Specs.swift:7:2"}}'
done >>"$stream"
echo '{"kind":"event","payload":{"kind":"testEnded","testID":"Module.Suite/ends()/Specs.swift:7:2"}}' >>"$stream"
setsid sleep "$SLEEP" &
touch "$BEGUN"
case $1 in hang) sleep "$SLEEP" ;; *) exit "$1" ;; esac
END
chmod +x "$work/swift"
# A number by which the processes are recognised.
export SLEEP=$((600000 + $$)) BEGUN=$work/begun

# nothing_left WHAT: fails if a process of the run still exists.
nothing_left() {
    for _ in $(seq 50); do
        pgrep -f "^sleep $SLEEP\$" >/dev/null || return 0
        sleep 0.1
    done
    echo "$1 leaves a process behind." >&2
    exit 1
}

# watched WHAT STATUS ARGUMENT
watched() {
    local status=0
    SPEC_SECONDS=${SPEC_SECONDS:-60} python3 Scripts/watch_specs.py "$work/swift" "$3" 2>"$work/errors" || status=$?
    [ "$status" -eq "$2" ] || { echo "$1 ends with $status instead of $2." >&2; cat "$work/errors" >&2; exit 1; }
    nothing_left "$1"
}

watched 'A run that passes' 0 0
watched 'A run that fails' 3 3
SPEC_SECONDS=1 watched 'A run that hangs' 124 hang
grep -qx '✘ Over time: /Specs.swift:7: Module.Suite/hangs()' "$work/errors" || { cat "$work/errors" >&2; exit 1; }
if grep -q 'ends()' "$work/errors"; then echo 'A spec that has ended is said to hang.' >&2; exit 1; fi

for signal in INT TERM KILL; do
    rm -f "$BEGUN"
    # A shell between them, as in a script. A background job would ignore SIGINT, and Python restores its handling.
    bash -c 'python3 Scripts/watch_specs.py "$1" hang & echo $! >"$1.pid"; wait' - "$work/swift" 2>/dev/null &
    shell=$!
    for _ in $(seq 100); do [ -e "$BEGUN" ] && break || sleep 0.1; done
    # If the script is killed, the watch receives no signal.
    if [ "$signal" = KILL ]; then kill -KILL "$shell"; else kill -"$signal" "$(cat "$work/swift.pid")"; fi
    nothing_left "A run that gets SIG$signal"
    kill -KILL "$shell" 2>/dev/null || true
    wait "$shell" 2>/dev/null || true
done
echo 'A spec that hangs is named, and no run leaves a process behind.'
