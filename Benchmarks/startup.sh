#!/usr/bin/env bash
# Compares the start of calearning with a one-line program and node. `--short` only checks that everything runs.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=tools.sh
source Benchmarks/tools.sh
# shellcheck source=../Scripts/packages.sh
source Scripts/packages.sh

rounds=40 runs=5 dynamic_build=.build-release
# With `--short`, one program stands for both, because each takes more than a minute to build.
if [ "${1:-}" = --short ]; then rounds=1 runs=3 dynamic_build=.build-static; fi

[ "$(uname)" = Linux ] || { echo "The start-up is measured on Linux." >&2; exit 0; }
require_tool hyperfine
require_tool node nodejs
require_tool jq

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ "$dynamic_build" = .build-release ]; then
    swift build --configuration release --product calearning --scratch-path .build-release >&2
fi
swift build --configuration release --product calearning --scratch-path .build-static --static-swift-stdlib >&2
echo 'print("CALearning")' >"$work/line.swift"
swiftc -O "$work/line.swift" -o "$work/line-dynamic"
swiftc -O -static-stdlib "$work/line.swift" -o "$work/line-static"

boot="boot --splash 0 --state-dir $work/state"
commands=(
    "$work/line-dynamic"
    "$work/line-static"
    "$dynamic_build/release/calearning $boot"
    ".build-static/release/calearning $boot"
    "node -e 1"
)
.build-static/release/calearning boot --splash 0 --state-dir "$work/state" >/dev/null # the store is warm from here on

# They take turns, so that other load on the machine affects all of them equally.
for round in $(seq "$rounds"); do
    hyperfine -N --warmup 1 --runs "$runs" --export-json "$work/$round.json" "${commands[@]}" >/dev/null 2>&1
done

# fastest INDEX: prints the time of that command's fastest run, in milliseconds.
fastest() {
    jq -s "[.[].results[$1].min] | min * 1000" "$work"/*.json
}
line_dynamic=$(fastest 0) line_static=$(fastest 1) dynamic=$(fastest 2) static=$(fastest 3) node=$(fastest 4)

echo "The start-up: calearning boot on a warm store"
row "program of one line, dynamic" "$(rounded "$line_dynamic" ms)"
row "program of one line, static" "$(rounded "$line_static" ms)"
row "node -e 1" "$(rounded "$node" ms)"
row "calearning, dynamic" "$(rounded "$dynamic" ms)"
row "calearning, static" "$(rounded "$static" ms)"
row "calearning static / program of one line static" "$(ratio "$static" "$line_static")" "at most 6"
row "calearning static / node" "$(ratio "$static" "$node")" "at most 0.25"
row "calearning dynamic / program of one line dynamic" "$(ratio "$dynamic" "$line_dynamic")"
row "calearning dynamic / node" "$(ratio "$dynamic" "$node")"
