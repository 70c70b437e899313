#!/usr/bin/env bash
# Compares a recorded scene and a journalled scene with a plain scene. `--short` only checks that everything runs.
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=tools.sh
source ./tools.sh

many=200000 few=2000 rounds=7
if [ "${1:-}" = --short ]; then many=2000 few=20 rounds=1; fi

swift build --configuration release --product LaboratoryBenchmark >&2
bin=$(swift build --configuration release --show-bin-path)
work=$(on_disk)
trap 'rm -rf "$work"' EXIT
bench() { "$bin/LaboratoryBenchmark" compare "$work" "$@"; }

read -r bare untapped recorded <<<"$(bench "$many" "$rounds" bare untapped recorded)"
read -r journalled flushed <<<"$(bench "$few" "$rounds" journalled flushed)"

echo "Taps, nanoseconds a scene that saves a value in memory"
row "hand-written loop" "$(rounded "$bare" ns)"
row "engine, without a tap" "$(rounded "$untapped" ns)"
row "engine, recorded in a file" "$(rounded "$recorded" ns)"
row "engine, journalled on disk" "$(rounded "$journalled" ns)"
row "a line of a journal, appended and flushed" "$(rounded "$flushed" ns)"
row "without a tap / hand-written loop" "$(ratio "$untapped" "$bare")" "at most 2"
row "recorded / hand-written loop" "$(ratio "$recorded" "$bare")"
row "journalled / hand-written loop" "$(ratio "$journalled" "$bare")"
row "journalled / line that is appended and flushed" "$(ratio "$journalled" "$flushed")" "about 1"
