#!/usr/bin/env bash
# Checks that swift-packages.sh notices a moved tag and each change of a checkout. It uses a small package of its own,
# and changes a place that it draws by the time, or by SEED.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=common.sh
source Scripts/release/common.sh

seed=${SEED:-$(date +%s)}
RANDOM=$seed
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
origin=$work/origin/shapes folder=$work/checkouts
export LOCK=$work/lock

# must_fail CHANGE COMMAND...: expects that the command fails and names the package.
must_fail() {
    if "${@:2}" >"$work/output" 2>&1; then fail "this was not noticed, with SEED=$seed: $1"; fi
    grep -q shapes "$work/output" || { cat "$work/output" >&2; fail "the package is not named, with SEED=$seed: $1"; }
    echo "noticed: $1"
}
in_origin() { git -C "$origin" -c user.name=check -c user.email=check@calearning.invalid "$@"; }
change_byte() { change_bit "$1" $((place % $(stat --format %s "$1"))); }
# notices CHANGE COMMAND...: changes a fresh checkout by the command, and expects that this is noticed.
notices() {
    rm -rf "$folder"
    git clone --quiet "$origin" "$folder/shapes"
    # A subshell has other random numbers each time.
    place=$RANDOM
    (cd "$folder/shapes" && "${@:2}")
    must_fail "$1" Scripts/swift-packages.sh check "$folder"
}
change_hidden() { change_byte "$1" && git update-index --assume-unchanged "$1"; }
add_ignored() { echo >"$1" && echo "${1##*/}" >.git/info/exclude; }

git init --quiet "$origin"
mkdir -p "$origin"/{Sources/Shapes,Tests,Tools}
covered=(Package.swift LICENSE.txt Sources/Shapes/{Circle,Square}.swift Tools/Draw.swift)
for file in "${covered[@]}" Tests/ShapesTests.swift; do
    head -c $((RANDOM % 4000 + 1)) /dev/urandom >"$origin/$file"
done
ln -s ../LICENSE.txt "$origin/Tests/licence"
in_origin add --all
in_origin commit --quiet --message One
in_origin tag v1.0.0
Scripts/swift-packages.sh line "$origin" 1.0.0 >"$LOCK"

git clone --quiet "$origin" "$folder/shapes"
Scripts/swift-packages.sh check "$folder"
Scripts/swift-packages.sh pin "$work/resolved"
grep -q "\"$(in_origin rev-parse HEAD)\"" "$work/resolved" || fail 'Package.resolved does not name the commit'

for file in "${covered[@]}"; do
    notices "a changed byte of $file" change_byte "$file"
    notices "a changed byte of $file that git does not report" change_hidden "$file"
    notices "$file that can be run" chmod +x "$file"
    notices "$file that is missing" rm "$file"
    notices "$file that is a link" ln -sf /dev/null "$file"
    notices "$file with a different name" mv "$file" "${file}2"
done
notices 'a file that git ignores' add_ignored Sources/Shapes/Triangle.swift
notices 'a package that is not locked' cp -r . ../shapes2
notices 'a package that is not used' mv ../shapes "$work/unused"

place=$RANDOM
change_byte "$origin/${covered[RANDOM % ${#covered[@]}]}"
in_origin commit --quiet --all --message Two
in_origin tag --force v1.0.0 >/dev/null
must_fail 'a moved tag' Scripts/swift-packages.sh pin "$work/resolved"
in_origin tag --delete v1.0.0 >/dev/null
must_fail 'a tag that is missing' Scripts/swift-packages.sh pin "$work/resolved"
echo "check-packages: everything is as it should be, with SEED=$seed."
