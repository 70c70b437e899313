#!/usr/bin/env bash
# Compares the engine with hand-written loops, and a recorded and a journalled scene with a plain scene. `--short` only
# checks that everything runs.
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=tools.sh
source ./tools.sh

few=1000000 many=10000000 rounds=7 watched=50000 saved=200000 durable=2000
if [ "${1:-}" = --short ]; then few=10000 many=100000 rounds=1 watched=1000 saved=2000 durable=20; fi

swift build --configuration release --product EngineBenchmark >&2
bin=$(swift build --configuration release --show-bin-path)
work=$(on_disk)
trap 'rm -rf "$work"' EXIT
bench() { "$bin/EngineBenchmark" "$1" "$work" "${@:2}"; }

read -r engine_few bare_few stepping_few <<<"$(bench compare "$few" "$rounds" engine bare stepping)"
read -r engine_many bare_many <<<"$(bench compare "$many" "$rounds" engine bare)"
engine_watched=$(bench compare "$watched" "$((rounds < 3 ? rounds : 3))" watched)
spread=$(bench stack "$many")
peak_few=$(bench peak "$few" engine)
peak_many=$(bench peak "$many" engine)
peak_bare=$(bench peak "$many" bare)

echo "The engine, nanoseconds a scene"
row "engine, $few scenes" "$(rounded "$engine_few" ns)"
row "hand-written loop that does the same work" "$(rounded "$bare_few" ns)"
row "hand-written loop that only steps" "$(rounded "$stepping_few" ns)"
row "engine / loop that does the same work, $few scenes" "$(ratio "$engine_few" "$bare_few")" "at most 2"
row "engine / loop that does the same work, $many scenes" "$(ratio "$engine_many" "$bare_many")" "at most 2"
row "engine / loop that only steps, $few scenes" "$(ratio "$engine_few" "$stepping_few")"
row "engine, a scene of $many / of $few" "$(ratio "$engine_many" "$engine_few")" "about 1"
row "hand-written loop, one of $many scenes / one of $few" "$(ratio "$bare_many" "$bare_few")"
row "engine watched from another thread, $watched scenes" "$(rounded "$engine_watched" ns)"
row "stack, between the first of $many scenes and the last" "$spread bytes" "0"
row "memory at most, $few scenes" "$(megabytes "$peak_few")"
row "memory at most, $many scenes" "$(megabytes "$peak_many")"
row "peak memory, engine / hand-written loop, $many scenes" "$(ratio "$peak_many" "$peak_bare")" "about 1"

read -r bare untapped recorded <<<"$(bench compare "$saved" "$rounds" saving-bare untapped recorded)"
read -r journalled flushed <<<"$(bench compare "$durable" "$rounds" journalled flushed)"

echo
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
