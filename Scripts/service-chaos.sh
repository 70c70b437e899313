#!/usr/bin/env bash
# Subjects `calearning serve` to failures. Kills it, takes away its database, its disk and its connections, and checks
# that it keeps its promises. Each campaign prints one line.
#   Scripts/service-chaos.sh [ROUNDS] [CAMPAIGN]...     20 rounds or more are the full form, with at least 50 kills
# CALEARNING=FILE tests a program that has already been built. Campaigns that mount disks need root.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=packages.sh
source Scripts/packages.sh
# shellcheck source=program.sh
source Scripts/program.sh
# shellcheck source=postgresql.sh
source Scripts/postgresql.sh

[ "$(uname)" = Linux ] || { echo 'The service is tormented on Linux.' >&2; exit 0; }
rounds=${1:-20}
shift || true
length=()
if [ "$rounds" -ge 20 ]; then
    [ "$rounds" -ge 50 ] || rounds=50
else
    length=(--short)
fi
require_tool python3
require_tool promtool prometheus
postgresql_programs >/dev/null

program=$(program_with_all_traits)

folder=$(mktemp -d "${TMPDIR:-/tmp}/calearning-chaos.XXXXXX")
chmod 755 "$folder"
if ! PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=Scripts python3 -m service_chaos --program "$program" --folder "$folder" \
    --rounds "$rounds" "${length[@]}" "$@"; then
    echo "What the servers logged is in $folder." >&2
    exit 1
fi
rm -rf "$folder"
