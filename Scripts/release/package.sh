#!/usr/bin/env bash
# Builds a release of the checked out commit:
#   Scripts/release/package.sh [DIRECTORY]                  default dist, which is emptied first
#
# It refuses uncommitted changes, because the files could not be built again. DIRTY=1 builds them in spite of this, and
# their version ends with `+dirty`.
#   PARTS=FOLDER                the program and its symbols, built already (calearning, calearning.debug)
#   CHECKOUTS=FOLDER            the packages that it was built from (default: those of the build)
# The release is not signed. sign.sh does this, in a place where no code of the packages runs.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=../packages.sh
source Scripts/packages.sh
# shellcheck source=common.sh
source Scripts/release/common.sh

directory=${1:-dist}
suffix=
changes=$(git status --porcelain)
if [ -n "$changes" ]; then
    [ -n "${DIRTY:-}" ] || fail "these changes are not committed, so nobody could make this release again (DIRTY=1 makes it all the same):
$changes"
    suffix=+dirty
    echo 'There are changes that are not committed: the version ends with +dirty.' >&2
fi
SOURCE_DATE_EPOCH=$(epoch_of_commit)
export SOURCE_DATE_EPOCH
commit=$(git rev-parse HEAD)

require_packages binutils dpkg-dev xz-utils
require_tool python3
architecture=$(debian_architecture)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
parts=$work/parts
mkdir "$parts"

if [ -n "${PARTS:-}" ]; then
    cp "$PARTS"/{calearning,usecase}{,.debug} "$parts"
else
    Scripts/release/build.sh "$parts" >&2
fi
version=$(version_of_program "$parts/calearning")
[ "$version" = "$(version_of_sources)" ] ||
    fail "the program has version $version, and the sources $(version_of_sources)"
built=$("$parts/calearning" --version | sed -n 's/^commit: *//p')
[ "$built" = "$commit" ] || [ -n "${DIRTY:-}" ] || fail "the program was built from commit ${built:-unknown}, and not from $commit"
version=$version$suffix

# The release also contains files of the packages.
checkouts=${CHECKOUTS:-.build-release/checkouts}
Scripts/swift-packages.sh check "$checkouts" >&2

for name in calearning usecase; do Scripts/release/manual.sh "$parts/$name" "$parts"; done
toolchain=$(dirname "$(dirname "$(readlink --canonicalize "$(command -v "${SWIFT:-swift}")")")")
python3 Scripts/release/licences.py --symbols "$parts/calearning.debug" --checkouts "$checkouts" --lock deploy/swift-packages.lock \
    --toolchain "$toolchain" --output "$parts/licences"

Scripts/release/material.sh "$checkouts" "$parts/material"

out=$work/dist
mkdir "$out"
Scripts/release/tarball.sh "$parts" "$version" "$out"
Scripts/release/deb.sh "$parts" "$version" "$out"
Scripts/release/image.sh "$parts" "$version" "$out"
Scripts/release/image-packages.sh "$work/packages"
python3 Scripts/release/sbom.py --components "$parts/licences/components.json" --lock "deploy/image/$architecture.lock" \
    --packages "$work/packages" --program "$parts/calearning" --architecture "$architecture" --version "$version" \
    --revision "$commit" --output "$out/calearning-$version-linux-$(machine).cdx.json"
chmod 644 "$out"/*
(cd "$out" && files_of_release | xargs -d '\n' sha256sum >SHA256SUMS)

# Only a complete release is moved there.
rm -rf "$directory"
mkdir -p "$(dirname "$directory")"
cp -r "$out" "$directory"
echo "$directory:"
(cd "$directory" && du --apparent-size --human-readable -- *)
