#!/usr/bin/env bash
# Builds the Debian package:
#   Scripts/release/deb.sh PARTS VERSION DIRECTORY
# SOURCE_DATE_EPOCH is the time of its files. It prints the name of the package.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=common.sh
source Scripts/release/common.sh

parts=$(realpath "$1") version=$2 directory=$(realpath "$3")
architecture=$(dpkg --print-architecture)
# 1.0.0-beta.1 comes before 1.0.0, and 1.0.0+dirty after it.
debian_version=${version/-/\~}-1
name=calearning_${debian_version}_$architecture.deb
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root documents=$work/root/usr/share/doc/calearning

Scripts/release/stage.sh "$parts" "$root" /usr
mv "$documents/CHANGELOG.md" "$documents/changelog"
cat >"$documents/changelog.Debian" <<END
calearning ($debian_version) stable; urgency=medium

  * This is version $version. Its changes are in changelog.gz.

 -- The calearning contributors <maintainers@calearning.invalid>  $(date --date="@$SOURCE_DATE_EPOCH" --rfc-email)
END
cat >"$documents/copyright" <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: calearning
Comment:
 The program contains what is listed here, which is under licences of its own.
 Their texts, notices and copyright holders are in
 /usr/share/doc/calearning/licences.
 .
$(jq --raw-output '.[] | "  \(.name) \(.version): \(.licence)"' "$parts/licences/components.json")

Files: *
Copyright: $(sed -n 's/^Copyright (c) //p' LICENSE)
License: Expat
$(sed '1,/^Copyright/d; s/^$/./; s/^/ /' LICENSE | sed '1d')
END
find "$root/usr/share/man" -name '*.1' -exec gzip --no-name -9 {} +
gzip --no-name -9 "$documents/changelog" "$documents/changelog.Debian"
install -D -m 600 deploy/environment "$root/etc/calearning/environment"
install -D -m 644 deploy/debian/lintian-overrides "$root/usr/share/lintian/overrides/calearning"

# The libraries that the programs need to start, and their versions. dpkg-shlibdeps requires debian/control.
install -d "$work/debian"
printf 'Source: calearning\n\nPackage: calearning\nArchitecture: any\n' >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O "$root"/usr/bin/* 2>"$work/shlibdeps" | sed -n 's/^shlibs:Depends=//p')
[ -n "$depends" ] || { cat "$work/shlibdeps" >&2; fail 'dpkg-shlibdeps finds no dependencies'; }
# Packed relocations need glibc 2.36. No symbol shows this to dpkg-shlibdeps.
if readelf --dynamic "$root/usr/bin/calearning" | grep -q '(RELR)'; then
    depends=$(sed -E 's/libc6 \(>= 2\.([0-9]|[12][0-9]|3[0-5])\)/libc6 (>= 2.36)/' <<<"$depends")
    [[ $depends == *'libc6 (>= 2.'* ]] || fail "there is no dependency on libc6: $depends"
fi
# These are loaded when they are used, so dpkg-shlibdeps does not see them. The control file names the required ones.
case $depends in *libpq*|*libcurl*|*libssl*) fail "a program is linked to a library that it must load: $depends" ;; esac

install -d "$root/DEBIAN"
install -m 755 deploy/debian/{postinst,prerm,postrm} "$root/DEBIAN"
echo /etc/calearning/environment >"$root/DEBIAN/conffiles"
# In the unit of the policy, KiB, with each file and each folder rounded up.
size=$(find "$root" -path "$root/DEBIAN" -prune -o \( -type f -printf '%s\n' -o -printf '1\n' \) | awk '{ sum += int(($1 + 1023) / 1024) } END { print sum }')
sed -e "s/@VERSION@/$debian_version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@SIZE@/$size/" -e "s/@DEPENDS@/$depends/" \
    deploy/debian/control >"$root/DEBIAN/control"
(cd "$root" && find etc usr -type f ! -path etc/calearning/environment -print0 | sort --zero-terminated | xargs -0 md5sum >DEBIAN/md5sums)
chmod 644 "$root"/DEBIAN/{control,conffiles,md5sums}
find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +

# A single thread, because the number of threads would change how a file is cut into blocks.
dpkg-deb --root-owner-group --threads-max=1 -Zxz -z6 --build "$root" "$directory/$name" >/dev/null
echo "$name"
