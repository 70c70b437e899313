#!/usr/bin/env bash
# Audits RUNS runs (default 100000) in a stream, and measures the time and the memory. One run skips a scene. A second
# stream with a tenth of the runs shows that the memory does not grow. CALEARNING=FILE tries a program instead of
# building one.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Benchmarks/tools.sh
source Benchmarks/tools.sh

runs=${1:-100000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
calearning=${CALEARNING:-}
if [ -z "$calearning" ]; then
    "${SWIFT:-swift}" build --configuration release --product calearning >&2
    calearning=$("${SWIFT:-swift}" build --configuration release --show-bin-path)/calearning
fi

CALEARNING_STATE_DIR=$work/state "$calearning" boot --record "$work/run.jsonl" >"$work/boot"

# stream COUNT: writes COUNT runs, each with its own number. The one in the middle skips a scene, with its calls.
stream() {
    python3 - "$work/run.jsonl" "$1" <<'PYTHON'
import json
import sys

text = open(sys.argv[1], encoding="utf-8").read()
count = int(sys.argv[2])
run = json.loads(text.split("\n")[0])["begin"]["run"]
skipped = [line for line in text.splitlines(keepends=True)
           if "UDIDがない場合" not in line]
for number in range(count):
    name = f"{run[:-8]}{number:08x}"
    lines = "".join(skipped) if number == count // 2 else text
    sys.stdout.write(lines.replace(run, name))
PYTHON
}

# measure COUNT: prints the seconds and the peak memory in kilobytes. The result is in $work/result.
measure() {
    stream "$1" | python3 -c '
import resource, subprocess, sys, time
began = time.monotonic()
with open(sys.argv[2], "w") as result:
    status = subprocess.run([sys.argv[1], "audit", "-"], stdout=result).returncode
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
if status != 1:
    sys.exit(f"The audit ended with {status}.")
print(f"{time.monotonic() - began:.1f} {peak}")' "$calearning" "$work/result"
}

read -r _ few <<<"$(measure $((runs / 10)))"
read -r seconds many <<<"$(measure "$runs")"
grep -qx "  1  took a path that the exploration does not know" "$work/result"
grep -qx "  $((runs - 1))  took a known path to its end" "$work/result"

echo "Audit of $runs runs of Boot from standard input, with one that skips a scene"
row "time" "$seconds s"
row "runs a second" "$(awk -v runs="$runs" -v seconds="$seconds" 'BEGIN { printf "%.0f", runs / seconds }')"
row "memory at its peak" "$(megabytes $((many * 1024)))"
row "memory at its peak / with a tenth of the runs" "$(ratio "$many" "$few")" "about 1"
grep -A 3 '^✗' "$work/result"
