#!/usr/bin/env bash
# Compares the start of calearning with a one-line program, node and python3. `--short` only checks that everything runs.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=tools.sh
source Benchmarks/tools.sh
# shellcheck source=../Scripts/packages.sh
source Scripts/packages.sh

rounds=40 runs=5 short=
if [ "${1:-}" = --short ]; then rounds=1 runs=3 short=1; fi

[ "$(uname)" = Linux ] || { echo "The start-up is measured on Linux." >&2; exit 0; }
require_tool hyperfine
require_tool node nodejs
require_tool python3
require_tool jq

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ "$short" ]; then
    # The default build represents both, because each build takes minutes. The options are the options of the specs.
    swift build --product calearning --explicit-target-dependency-import-check error >&2
    installed=.build/debug/calearning
    dynamic_program=$installed
else
    Scripts/release/build.sh "$work" >&2
    swift build --configuration release --product calearning --scratch-path .build-dynamic >&2
    installed=$work/calearning
    dynamic_program=.build-dynamic/release/calearning
fi
echo 'print("CALearning")' >"$work/line.swift"
swiftc -O "$work/line.swift" -o "$work/line-dynamic"
swiftc -O -static-stdlib "$work/line.swift" -o "$work/line-static"

# The python3 of the system. A wrapper from a version manager takes ten times as long.
python=$(PATH=/usr/bin:/bin command -v python3 || command -v python3)
boot="boot --splash 0 --state-dir $work/state"
commands=(
    "$work/line-dynamic"
    "$work/line-static"
    "$dynamic_program $boot"
    "$installed $boot"
    "node -e 1"
    "$python -c pass"
)
"$installed" boot --splash 0 --state-dir "$work/state" >/dev/null # the store is warm from here on

# The commands take turns, so other load on the machine affects all of them equally.
for round in $(seq "$rounds"); do
    hyperfine -N --warmup 1 --runs "$runs" --export-json "$work/$round.json" "${commands[@]}" >/dev/null 2>&1
done

# fastest INDEX: prints the time of that command's fastest run, in milliseconds.
fastest() {
    jq -s "[.[].results[$1].min] | min * 1000" "$work"/*.json
}
line_dynamic=$(fastest 0) line_static=$(fastest 1) dynamic=$(fastest 2) installed_time=$(fastest 3)
node=$(fastest 4) python=$(fastest 5)

echo "The start-up: calearning boot on a warm store"
row "program of one line, dynamic" "$(rounded "$line_dynamic" ms)"
row "program of one line, static" "$(rounded "$line_static" ms)"
row "node -e 1" "$(rounded "$node" ms)"
row "python3 -c pass" "$(rounded "$python" ms)"
row "calearning, built from source" "$(rounded "$dynamic" ms)"
row "calearning, installed" "$(rounded "$installed_time" ms)"
row "calearning installed / program of one line static" "$(ratio "$installed_time" "$line_static")" "at most 6"
row "calearning installed / node" "$(ratio "$installed_time" "$node")" "at most 0.25"
row "calearning installed / python3" "$(ratio "$installed_time" "$python")"
row "calearning from source / program of one line dynamic" "$(ratio "$dynamic" "$line_dynamic")"
row "calearning from source / node" "$(ratio "$dynamic" "$node")"
