#!/usr/bin/env bash
# Checks that this version continues with all files that a different version can leave on a device, journals included.
#   Scripts/upgrade-check.sh FROM     a tag or commit of this repository, or a folder with the sources of a version
set -euo pipefail
cd "$(dirname "$0")/.."

from=${1:-}
[ -n "$from" ] || { echo 'Name the older version: Scripts/upgrade-check.sh <tag or folder>' >&2; exit 2; }
build=.build-upgrade

sources=$from
if [ ! -d "$from" ]; then
    commit=$(git rev-parse --verify --quiet "$from^{commit}") ||
        { echo "$from is neither a tag or commit of this repository nor a folder." >&2; exit 2; }
    sources=$build/sources
    [ -d "$sources" ] || git clone --quiet . "$sources"
    git -C "$sources" fetch --quiet --tags origin "$commit"
    git -C "$sources" checkout --quiet --force "$commit"
fi
[ -f "$sources/Package.swift" ] || { echo "There is no Package.swift in $sources." >&2; exit 2; }

"${SWIFT:-swift}" build --package-path "$sources" --scratch-path "$build/build" --product calearning >&2
"${SWIFT:-swift}" build --product calearning >&2
old=$("${SWIFT:-swift}" build --package-path "$sources" --scratch-path "$build/build" --show-bin-path)/calearning
new=$("${SWIFT:-swift}" build --show-bin-path)/calearning

"$old" leftovers --help >/dev/null 2>&1 ||
    { echo "The version of $from cannot say what it leaves behind: it has no command \`leftovers\`." >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$old" leftovers "$work/leftovers"
status=0
"$new" leftovers "$work/leftovers" --resume || status=$?
exit "$status"
