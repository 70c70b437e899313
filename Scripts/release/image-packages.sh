#!/usr/bin/env bash
# Downloads the Debian packages below the program in the image, as listed in deploy/image/ARCHITECTURE.lock:
#   Scripts/release/image-packages.sh FOLDER
# They are kept in .build-release/packages. They are from Debian's mirror or, once it has newer ones, from its archive of snapshots,
# and are used only if their SHA-256 is right.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=common.sh
source Scripts/release/common.sh

packages=$1
lock=deploy/image/$(debian_architecture).lock
[ -f "$lock" ] || fail "$lock is missing: Scripts/release/update-image-packages.sh writes it"
cache=.build-release/packages
mkdir -p "$packages" "$cache"
log=$(mktemp)
trap 'rm -f "$log"' EXIT

snapshot=$(sed -n 's/^# Snapshot: //p' "$lock")
[[ $snapshot =~ ^[0-9]{8}T[0-9]{6}Z$ ]] || fail "$lock names no snapshot"
while read -r name package_version sum archive path; do
    [[ $name == \#* ]] && continue
    [[ $sum =~ ^[0-9a-f]{64}$ ]] || fail "$lock has no SHA-256 for $name"
    if ! echo "$sum  $cache/$sum.deb" | sha256sum --check --status 2>/dev/null; then
        for address in "http://deb.debian.org/$archive/$path" "https://snapshot.debian.org/archive/$archive/$snapshot/$path"; do
            # It fails if the sum differs.
            /usr/lib/apt/apt-helper download-file "$address" "$cache/$sum.deb" "SHA256:$sum" >"$log" 2>&1 && break
            rm -f "$cache/$sum.deb"
        done
        if ! echo "$sum  $cache/$sum.deb" | sha256sum --check --status 2>/dev/null; then
            cat "$log" >&2
            fail "$name $package_version cannot be downloaded, or is not the one of $lock"
        fi
    fi
    cp "$cache/$sum.deb" "$packages/$name.deb"
done <"$lock"
