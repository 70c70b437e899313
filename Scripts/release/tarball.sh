#!/usr/bin/env bash
# Builds the tarball, and the file of symbols next to it:
#   Scripts/release/tarball.sh PARTS VERSION DIRECTORY
# It is unpacked into /usr/local (docs/operate/install.md). SOURCE_DATE_EPOCH is the time of its files.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=common.sh
source Scripts/release/common.sh

parts=$(realpath "$1") version=$2 directory=$(realpath "$3")
name=calearning-$version-linux-$(machine)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

Scripts/release/stage.sh "$parts" "$work/root" /usr/local
install -d "$work/$name"
cp -r "$work/root/usr/local/." "$work/$name"
install -D -m 644 LICENSE "$work/$name/share/doc/calearning/LICENSE"
install -m 644 deploy/environment "$work/$name/share/doc/calearning/examples/environment"

sorted_tar "$work" "$name" | gzip --no-name >"$directory/$name.tar.gz"
# The debugger looks for this file by the name that the program holds, so it keeps that name.
install -d "$work/$name.debug"
install -m 644 "$parts"/{calearning,usecase}.debug "$work/$name.debug"
sorted_tar "$work/$name.debug" calearning.debug usecase.debug | xz --threads=1 -1 >"$directory/$name.debug.tar.xz"
