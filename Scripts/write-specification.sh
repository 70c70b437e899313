#!/usr/bin/env bash
# Generates docs/usecases by exploring the use cases, and docs/errors.md from the errors.
set -euo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
"$swift" build --product calearning >&2
calearning=$("$swift" build --show-bin-path)/calearning

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Faults that the exploration finds are written to the pages, too; the checks then fail.
"$calearning" usecases --format markdown >"$folder/README.md"
"$calearning" usecases | awk 'NR > 1 { print $1 }' | while read -r name; do
    "$calearning" usecases "$name" --format markdown >"$folder/$name.md"
done
rm -f docs/usecases/*.md
cp "$folder"/*.md docs/usecases/
"$calearning" errors >docs/errors.md
