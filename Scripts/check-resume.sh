#!/usr/bin/env bash
# Kills `calearning boot` before and after every system call that changes a file, and runs it again. Checks that it reaches the same
# goal, has requested only one UDID with one key, and leaves no journal.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/packages.sh
source Scripts/packages.sh

[ "$(uname)" = Linux ] || { echo 'Processes are killed at their system calls on Linux.' >&2; exit 0; }
require_tool clang
swift build --product calearning >&2
calearning=$(swift build --show-bin-path)/calearning
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
clang -shared -fPIC -O1 -o "$work/kill_at.so" Scripts/resume/kill_at.c -ldl

# boot STORE STATE [VARIABLE=VALUE …]: prints the JSON.
boot() {
    local store=$1 state=$2
    shift 2
    env HOME="$state" "$@" "$calearning" boot --store "$store" --state-dir "$state" --format json
}

fail() {
    echo "$1: $2" >&2
    cp -r "$work/state" "${TMPDIR:-/tmp}/calearning-check-resume"
    echo "The state is in ${TMPDIR:-/tmp}/calearning-check-resume." >&2
    exit 1
}

killed=0
for store in file user-defaults; do
    for moment in before after; do
        number=1
        while true; do
            rm -rf "$work/state"
            mkdir "$work/state"
            what="$store, $moment call $number"
            variables=(LD_PRELOAD="$work/kill_at.so" KILL_AT="$number")
            [ "$moment" = after ] && variables+=(KILL_AFTER=1)
            if (boot "$store" "$work/state" "${variables[@]}" >"$work/first") 2>/dev/null; then break; fi
            killed=$((killed + 1)) number=$((number + 1))
            boot "$store" "$work/state" >"$work/second" || fail "$what" "the second run failed"
            udid=$(grep -o '"values":{"udid":"[^"]*' "$work/second" | tail -1 | cut -d'"' -f6)
            grep -q 'アプリはチュートリアル画面を表示","microseconds"' "$work/second" || fail "$what" "another goal"
            [ "$(grep -c '"udid"' "$work/state/registry.json")" = 1 ] || fail "$what" "not one UDID was issued"
            grep -q "\"$udid\"" "$work/state/registry.json" || fail "$what" "the UDID is not the one that was issued"
            left=("$work/state/journal"/*.jsonl)
            [ ! -e "${left[0]}" ] || fail "$what" "a journal is left"
        done
        echo "$store: killed $moment each of $((number - 1)) calls"
    done
done
[ "$killed" -gt 20 ] || { echo "Only $killed runs were killed." >&2; exit 1; }
