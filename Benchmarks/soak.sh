#!/usr/bin/env bash
# Loads the service for a long time and measures its memory. The memory must not grow.
#   soak.sh [TIME] [sqlite|postgresql]     for TIME seconds (default 600), on a throw-away database
# CALEARNING=FILE measures a program that has already been built.
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=service.sh
source ./service.sh

time=${1:-600} database=${2:-sqlite}
case "$database" in sqlite | postgresql) ;; *) echo "Which database, sqlite or postgresql?" >&2; exit 64 ;; esac
[ "$(uname)" = Linux ] || { echo "Memory is watched on Linux." >&2; exit 0; }
require_tool curl
require_tool wrk

work=$(on_disk)
trap 'stop_servers; stop_postgresql; rm -rf "$work"' EXIT
program=$(build_service)
address=sqlite:$work/service.db
if [ "$database" = postgresql ]; then
    # shellcheck disable=SC2119 # it takes no settings of this script
    TMPDIR=$(dirname "$work") start_postgresql
    address=$POSTGRESQL_URL
fi
start_service service "$address"

# resident: prints the resident memory of the service in bytes, including mapped files.
resident() {
    awk '/^VmRSS:/ { print $2 * 1024 }' "/proc/${server_pids[service]}/status"
}

sample() {
    local start=$SECONDS
    while sleep 5; do echo "$((SECONDS - start)) $(resident)"; done
}
idle=$(resident)
sample >"$work/samples" &
sampler=$!
trap 'kill "$sampler" 2>/dev/null || true; stop_servers; stop_postgresql; rm -rf "$work"' EXIT
# Alternates no keys, new keys and known keys, to cover all paths through the service.
slice=$((time < 180 ? (time + 2) / 3 : 60)) spent=0 part=0
while [ "$spent" -lt "$time" ]; do
    case $((part % 3)) in
    0) mode=(none) ;;
    1) mode=(new ordered "$((part * 100000000))") ;;
    2) mode=(known ordered 100000) ;;
    esac
    load service "$slice" "${mode[@]}" >>"$work/loads"
    spent=$((spent + slice)) part=$((part + 1))
done
kill "$sampler"

# The first minute is a warm-up. The slope is the slope of the regression line through the rest.
read -r first last slope most <<<"$(awk -v slice="$slice" '
    { time[NR] = $1; bytes[NR] = $2; if ($2 > most) most = $2 }
    END {
        for (i = 1; i <= NR; i++) {
            if (time[i] <= slice) { first += bytes[i]; firsts++ }
            if (time[i] > time[NR] - slice) { last += bytes[i]; lasts++ }
            if (time[i] > slice) { n++; x += time[i]; y += bytes[i]; xx += time[i] ^ 2; xy += time[i] * bytes[i] }
        }
        if (firsts == 0 || n < 2) exit 1
        printf "%.0f %.0f %.0f %.0f\n", first / firsts, last / lasts, (n * xy - x * y) / (n * xx - x * x) * 60, most
    }' "$work/samples")"
[ -n "${most:-}" ] || { echo "That was too short to sample memory: it is read each 5 s." >&2; exit 1; }

echo "Memory of the service on $database, under load with $connections connections for $spent s"
row "answers" "$(awk '{ sum += $4 } END { print sum }' "$work/loads")"
row "memory before the first request" "$(tenths "$idle")"
row "memory, mean of the first $slice s" "$(tenths "$first")"
row "memory, mean of the last $slice s" "$(tenths "$last")"
row "memory at most" "$(tenths "$most")"
row "last / first" "$(ratio "$last" "$first")" "about 1"
row "slope after the first $slice s" "$((slope / 1000)) KB/min" "about 0"
