#!/usr/bin/env bash
# Looks up the Debian packages of the image, and writes their names, versions and SHA-256 to
# deploy/image/ARCHITECTURE.lock. This file is committed, so an image can be built again from the same packages, and
# each change of a package is a commit. Run it before each release, for the security updates.
#   Scripts/release/update-image-packages.sh [--check]       --check only compares, and fails if there are newer versions
# apt verifies the archive's signature. It uses a separate configuration and separate lists.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=../packages.sh
source Scripts/packages.sh
# shellcheck source=common.sh
source Scripts/release/common.sh

keyring=/usr/share/keyrings/debian-archive-keyring.gpg
[ -f "$keyring" ] || require_packages debian-archive-keyring
require_tool python3
architecture=$(debian_architecture)
lock=deploy/image/$architecture.lock
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# apt's user _apt reads its downloads.
chmod 755 "$work"
mkdir -p "$work"/{lists/partial,cache/archives/partial,etc}
: >"$work/status"
cat >"$work/etc/sources.list" <<END
deb [arch=$architecture signed-by=$keyring] http://deb.debian.org/debian bookworm main
deb [arch=$architecture signed-by=$keyring] http://deb.debian.org/debian bookworm-updates main
deb [arch=$architecture signed-by=$keyring] http://deb.debian.org/debian-security bookworm-security main
END
cat >"$work/apt.conf" <<END
Dir::Etc::SourceList "$work/etc/sources.list";
Dir::Etc::SourceParts "-";
Dir::Etc::Preferences "-";
Dir::Etc::PreferencesParts "-";
Dir::State "$work";
Dir::State::Lists "$work/lists";
Dir::State::Status "$work/status";
Dir::Cache "$work/cache";
APT::Architecture "$architecture";
APT::Architectures { "$architecture"; };
Acquire::Languages "none";
END
export APT_CONFIG=$work/apt.conf
# The option is on the command line, because the configuration of the machine comes after that file.
apt-get update --quiet=2 --option Acquire::GzipIndexes=false >&2

{
    # The time when snapshot.debian.org has all of them.
    date --utc --date="$(sed -n 's/^Date: //p' "$work"/lists/*Release | while read -r date; do date --utc --date="$date" +@%s; done | sort | tail -n 1)" \
        '+# Snapshot: %Y%m%dT%H%M%SZ'
    python3 Scripts/release/image_packages.py "$architecture" deploy/image/packages "$work"/lists/*_Packages
} >"$work/lock"
if [ "${1:-}" = --check ]; then
    diff --unified=0 --ignore-matching-lines='^#' "$lock" "$work/lock" >&2 || fail "there are newer packages for the image: Scripts/release/update-image-packages.sh"
else
    cp "$work/lock" "$lock"
    echo "$lock: $(grep -vc '^#' "$lock") packages"
fi
