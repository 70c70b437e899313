#!/usr/bin/env bash
# Follows the guides add-a-use-case.md and add-a-port.md of docs/how-to in a fresh clone. Compares their sessions, in both
# languages, with the real output, and runs the commands at their ends, but `make prices` and `make test`. Their translations show the same code,
# which a spec checks.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/packages.sh
source Scripts/packages.sh
require_tool python3

swift=${SWIFT:-swift}
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT
git clone -q . "$work/clone"
cd "$work/clone"
# The service of the guide to ports, as far as the guide shows it.
export CALEARNING_WEATHER_URL=http://127.0.0.1:8427
mkdir -p "$work/service/v1"
echo '{"current":{"temperature_2m":12.3}}' >"$work/service/v1/forecast"
python3 -m http.server 8427 --bind 127.0.0.1 --directory "$work/service" >/dev/null 2>&1 &

# session PAGE: compares the terminal output on the page with the real output, which begins without stored values.
session() {
    local line
    rm -rf "$work/state"
    # shellcheck disable=SC2016
    sed -n '/^```console$/,/^```$/{/^```/!p}' "$1" >"$work/shown"
    grep '^\$ ' "$work/shown" | while IFS= read -r line; do
        echo "$line"
        line=${line#\$ }
        # The output includes error messages.
        PATH=$(dirname "$calearning"):$PATH CALEARNING_STATE_DIR=$work/state sh -c "${line/swift run /}" 2>&1 </dev/null || true
    done >"$work/seen"
    diff "$work/shown" "$work/seen" || { echo "The session of $1 is another one." >&2; exit 1; }
}

for name in add-a-use-case add-a-port; do
    guide=docs/how-to/$name.md
    python3 Scripts/follow_guide.py "$guide"
    "$swift" build --product calearning
    calearning=$("$swift" build --show-bin-path)/calearning
    session "$guide"
    session "${guide%.md}.ja.md"
    grep -oE '^make (spec NAME=[A-Za-z]*|specification)' "$guide" | while read -r command; do $command </dev/null; done
done
make lint test-default
echo 'The guides hold.'
