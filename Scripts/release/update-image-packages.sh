#!/usr/bin/env bash
# Looks up the Debian packages of the image, and writes their names, versions and SHA-256 to deploy/image/ARCHITECTURE.lock.
# This file is committed, so an image can be built again from the same packages, and each change of a package is a
# commit. Run it before each release, for the security updates.
#   Scripts/release/update-image-packages.sh [--check]       --check only compares, and fails if there are newer versions
# apt verifies the archive's signature. It uses a separate configuration and separate lists.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=../packages.sh
source Scripts/packages.sh
# shellcheck source=common.sh
source Scripts/release/common.sh

require_packages debian-archive-keyring
lock=deploy/image/$(dpkg --print-architecture).lock
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# apt's user _apt reads its downloads.
chmod 755 "$work"
mkdir -p "$work"/{etc/apt/{apt.conf,preferences}.d,var/lib/apt/lists/partial,var/cache/apt/archives/partial}
for suite in 'debian bookworm' 'debian bookworm-updates' 'debian-security bookworm-security'; do
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/$suite main"
done >"$work/etc/apt/sources.list"
: >"$work/status"
printf '%s;\n' "Dir \"$work\"" "Dir::State::Status \"$work/status\"" 'Acquire::Languages "none"' >"$work/apt.conf"
export APT_CONFIG=$work/apt.conf
apt-get update --quiet=2 >&2

mapfile -t wanted < <(grep '^[a-z]' deploy/image/packages)
mapfile -t left_out < <(sed -n 's/^-//p' deploy/image/packages)
mapfile -t chosen < <(apt-get install --simulate --no-install-recommends "${wanted[@]}" |
    sed -nE 's/^Inst (\S+) \((\S+) .*/\1=\2/p' | grep -v -E "^($(IFS='|'; echo "${left_out[*]}"))=")
{
    # The time when snapshot.debian.org has all of them.
    date --utc '+# Snapshot: %Y%m%dT%H%M%SZ' --date="@$(sed -n 's/^Date: //p' "$work"/var/lib/apt/lists/*Release | date --file=- +%s | sort | tail -n 1)"
    echo '# Written by Scripts/release/update-image-packages.sh: package, version, SHA-256, archive, path.'
    apt-cache show "${chosen[@]}" | awk '
        { value[$1] = $2 }
        /^$/ {
            path = value["Filename:"]
            print value["Package:"], value["Version:"], value["SHA256:"], path ~ /^pool\/updates\// ? "debian-security" : "debian", path
        }' | sort --unique
} >"$work/lock"
if [ "${1:-}" = --check ]; then
    diff --unified=0 --ignore-matching-lines='^#' "$lock" "$work/lock" >&2 || fail 'there are newer packages for the image'
else
    cp "$work/lock" "$lock"
    echo "$lock: ${#chosen[@]} packages"
fi
