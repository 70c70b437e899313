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

# must_fail WORDS COMMAND...: expects that the command fails and names the package.
must_fail() {
    local what=$1
    shift
    if "$@" >"$work/output" 2>&1; then fail "this was not noticed, with SEED=$seed: $what"; fi
    grep -q shapes "$work/output" || { cat "$work/output" >&2; fail "the package is not named, with SEED=$seed: $what"; }
    echo "noticed: $what: $(tail -n 1 "$work/output")"
}
in_origin() { git -C "$origin" -c user.name=check -c user.email=check@calearning.invalid "$@"; }
# change_byte FILE: inverts a bit of a random byte.
change_byte() {
    local place byte
    place=$((RANDOM % $(stat --format %s "$1")))
    byte=$(od --address-radix=n --format=u1 --skip-bytes=$place --read-bytes=1 "$1")
    # shellcheck disable=SC2059
    printf "\\x$(printf %x $((byte ^ (1 << RANDOM % 8))))" | dd of="$1" bs=1 seek=$place conv=notrunc status=none
}
# fresh: checks the package out again.
fresh() {
    rm -rf "$folder"
    git clone --quiet "$origin" "$folder/shapes"
}

git init --quiet "$origin"
mkdir -p "$origin"/{Sources/Shapes,Tests}
for file in Package.swift LICENSE.txt Sources/Shapes/{Circle,Square}.swift Tests/ShapesTests.swift; do
    head -c $((RANDOM % 4000 + 1)) /dev/urandom >"$origin/$file"
done
ln -s ../LICENSE.txt "$origin/Tests/licence"
in_origin add --all
in_origin commit --quiet --message One
in_origin tag v1.0.0
Scripts/swift-packages.sh line "$origin" 1.0.0 >"$LOCK"

fresh
Scripts/swift-packages.sh check "$folder"
Scripts/swift-packages.sh pin "$work/resolved"
grep -q "\"$(in_origin rev-parse HEAD)\"" "$work/resolved" || fail 'Package.resolved does not name the commit'

covered=(Package.swift LICENSE.txt Sources/Shapes/Circle.swift Sources/Shapes/Square.swift)
for file in "${covered[@]}"; do
    fresh
    change_byte "$folder/shapes/$file"
    must_fail "a changed byte of $file" Scripts/swift-packages.sh check "$folder"
    # git does not look at this file any more.
    git -C "$folder/shapes" update-index --assume-unchanged "$file"
    must_fail "a changed byte of $file that git does not report" Scripts/swift-packages.sh check "$folder"
    fresh
    chmod +x "$folder/shapes/$file"
    must_fail "$file that can be run" Scripts/swift-packages.sh check "$folder"
    fresh
    rm "$folder/shapes/$file"
    must_fail "$file that is missing" Scripts/swift-packages.sh check "$folder"
    fresh
    ln -sf /dev/null "$folder/shapes/$file"
    must_fail "$file that is a link" Scripts/swift-packages.sh check "$folder"
    fresh
    mv "$folder/shapes/$file" "$folder/shapes/${file}2"
    must_fail "$file with a different name" Scripts/swift-packages.sh check "$folder"
done
fresh
echo >"$folder/shapes/Sources/Shapes/Triangle.swift"
echo Triangle.swift >"$folder/shapes/.git/info/exclude"
must_fail 'a file that git ignores' Scripts/swift-packages.sh check "$folder"
fresh
mv "$folder/shapes" "$folder/shapes2"
must_fail 'a package that is not locked' Scripts/swift-packages.sh check "$folder"
rm -r "$folder/shapes2"
must_fail 'a package that is not used' Scripts/swift-packages.sh check "$folder"

change_byte "$origin/${covered[RANDOM % ${#covered[@]}]}"
in_origin commit --quiet --all --message Two
in_origin tag --force v1.0.0 >/dev/null
must_fail 'a moved tag' Scripts/swift-packages.sh pin "$work/resolved"
in_origin tag --delete v1.0.0 >/dev/null
must_fail 'a tag that is missing' Scripts/swift-packages.sh pin "$work/resolved"
echo "check-packages: everything is as it should be, with SEED=$seed."
