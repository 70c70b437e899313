#!/usr/bin/env bash
# Compares a typed call with the bare transport. `--short` only checks that everything runs.
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=tools.sh
source ./tools.sh

rounds=9 seconds=1 counted=9600
if [ "${1:-}" = --short ]; then rounds=1 seconds=0 counted=320; fi

swift build --configuration release --product ClientBenchmark >&2
bin=$(swift build --configuration release --show-bin-path)
bench() { "$bin/ClientBenchmark" "$@"; }

exec 3< <(exec "$bin/ClientBenchmark" serve)
server=$!
trap 'kill "$server"' EXIT
read -r port <&3

echo "Calls a second to a server on loopback, the best of $rounds rounds, taken in turn"
for concurrency in 1 32; do
    # A round takes about `seconds` seconds.
    count=320
    if [ "$seconds" -gt 0 ]; then
        count=$(bench compare "$port" 3200 "$concurrency" 1 system | awk '{ print int($1 / 32) * 32 }')
    fi
    read -r bare typed stacked <<<"$(bench compare "$port" "$count" "$concurrency" "$rounds" \
        system system-typed system-stacked)"
    row "system alone, $concurrency at once" "$(rounded "$bare" /s)"
    row "system, typed call, $concurrency at once" "$(rounded "$typed" /s)"
    row "system, typed call with retries, redirects, limit, events" "$(rounded "$stacked" /s)"
    row "typed / alone, $concurrency at once" "$(ratio "$typed" "$bare")" "at least 0.9"
    row "typed with all that / alone, $concurrency at once" "$(ratio "$stacked" "$bare")" "at least 0.8"
    # Throughput depends on the load of the machine. The processor time of a call hardly does.
    read -r bare _ typed _ stacked _ <<<"$(bench costs "$port" "$counted" "$concurrency" \
        system system-typed system-stacked)"
    row "system alone, processor time a call" "$(rounded "$bare" µs)"
    row "system, typed call, processor time a call" "$(rounded "$typed" µs)"
    row "system, typed call with all that, processor time a call" "$(rounded "$stacked" µs)"
done
read -r bare typed stacked <<<"$(bench allocations "$port" "$counted" \
    system system-typed system-stacked)"
row "system alone, allocations a call" "$(rounded "$bare" "")"
row "system, typed call, allocations a call" "$(rounded "$typed" "")" "at most 80"
row "system, typed call with all that, allocations a call" "$(rounded "$stacked" "")" "at most 95"

# A single `curl` process makes all calls. This is the bound without asynchronous code.
command -v curl >/dev/null || exit 0
for concurrency in 1 32; do
    calls=$((seconds > 0 ? 5000 : 100)) options=()
    if [ "$concurrency" -gt 1 ]; then options=(--parallel --parallel-max "$concurrency" --no-progress-meter); fi
    best=$(for _ in $(seq "$rounds"); do
        start=$(date +%s%N)
        curl --silent "${options[@]}" --output /dev/null "http://127.0.0.1:$port/users/octocat?[1-$calls]" >&2
        echo $((calls * 1000000000 / ($(date +%s%N) - start)))
    done | sort -n | tail -n 1)
    row "curl itself, $concurrency at once" "$(rounded "$best" /s)"
done
