#!/usr/bin/env bash
# Builds a release of the checked out commit:
#   Scripts/release/package.sh [DIRECTORY]                  default dist, which is emptied first
#
# It refuses uncommitted changes, because the files could not be built again. DIRTY=1 builds them in spite of this, and
# their version ends with `+dirty`.
#   PARTS=FOLDER                the programs and their symbols, built already (calearning, calearning.debug)
#   CHECKOUTS=FOLDER            the packages that they were built from (default: those of the build)
# The release is not signed. sign.sh does this, in a place where no code of the packages runs.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=../packages.sh
source Scripts/packages.sh
# shellcheck source=common.sh
source Scripts/release/common.sh

directory=${1:-dist} checkouts=${CHECKOUTS:-.build-release/checkouts}
version=$(version_of_sources)
commit=$(git rev-parse HEAD)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
changes=$(git status --porcelain)
[ -z "$changes" ] || [ -n "${DIRTY:-}" ] || fail "nobody could make this release again, because these changes are not committed (DIRTY=1 makes it all the same):
$changes"
grep -q -E "^## \[($version|Unreleased)\]" CHANGELOG.md || fail "CHANGELOG.md has no changes of version $version"
require_packages binutils dpkg-dev jq libicu-dev libsqlite3-dev umoci xz-utils
require_tool python3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
parts=$work/parts out=$work/dist
mkdir "$parts" "$out"

# The parts: the programs and their symbols, manual pages and completions, licences, and the source for applications.
if [ -n "${PARTS:-}" ]; then
    cp "${programs[@]/#/$PARTS/}" "$PARTS"/*.debug "$parts"
else
    Scripts/release/build.sh "$parts" >&2
fi
for program in "${programs[@]}"; do
    printed=$("$parts/$program" --version)
    [[ $printed =~ ^"$program $version"[[:space:]] ]] || fail "the sources have version $version, and the program prints $printed"
    [[ $printed == *"commit: $commit"* ]] || [ -n "${DIRTY:-}" ] || fail "the program was not built from commit $commit: $printed"
done
Scripts/swift-packages.sh check "$checkouts" >&2
Scripts/release/manual.sh "$parts" "$checkouts" >&2
toolchain=$(dirname "$(dirname "$(readlink --canonicalize "$(command -v "${SWIFT:-swift}")")")")
python3 Scripts/release/licences.py "$parts/licences" "$checkouts" deploy/swift-packages.lock "$toolchain" "$parts"/*.debug
Scripts/release/material.sh "$checkouts" "$parts/material"

# The files of the release. The tarball is unpacked into /usr/local. The debugger looks for symbols by the names that the
# programs hold.
[ -z "$changes" ] || version+=+dirty
name=calearning-$version-linux-$(uname -m)
Scripts/release/stage.sh "$parts" "$work/root" /usr/local
mv "$work/root/usr/local" "$work/$name"
install -m 644 LICENSE "$work/$name/share/doc/calearning"
install -m 644 deploy/environment "$work/$name/share/doc/calearning/examples"
sorted_tar "$work" "$name" | gzip --no-name >"$out/$name.tar.gz"
sorted_tar "$parts" "${programs[@]/%/.debug}" | xz --threads=1 -1 >"$out/$name.debug.tar.xz"
Scripts/release/deb.sh "$parts" "$version" "$out"
Scripts/release/image.sh "$parts" "$version" "$out/$name.oci.tar" >&2
architecture=$(dpkg --print-architecture)
python3 Scripts/release/sbom.py "$parts" "deploy/image/$architecture.lock" "$architecture" "$version" "$commit" >"$out/$name.cdx.json"
chmod 644 "$out"/*
(cd "$out" && files_of_release | xargs -d '\n' sha256sum >SHA256SUMS)

# Only a complete release is moved there.
rm -rf "$directory"
mkdir -p "$(dirname "$directory")"
cp -r "$out" "$directory"
echo "$directory:"
(cd "$directory" && du --apparent-size --human-readable -- *)
