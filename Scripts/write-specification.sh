#!/usr/bin/env bash
# Generates docs/usecases by exploring the use cases, and docs/errors.md from the errors.
set -euo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
"$swift" build --product calearning >&2
calearning=$("$swift" build --show-bin-path)/calearning

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/en"
write() { # LANGUAGE FOLDER
    # The pages also contain faults that the exploration finds. The checks then fail.
    "$calearning" usecases --format markdown --language "$1" >"$2/README.md"
    "$calearning" usecases --language "$1" | awk 'NR > 1 { print $1 }' | while read -r name; do
        "$calearning" usecases "$name" --format markdown --language "$1" >"$2/$name.md"
    done
}
write ja "$folder"
write en "$folder/en"
rm -rf docs/usecases
cp -R "$folder" docs/usecases
chmod 755 docs/usecases
"$calearning" errors --format markdown --language en >docs/errors.md
"$calearning" errors --format markdown --language ja >docs/errors.ja.md
