# shellcheck shell=bash
# Functions for the scripts of a release. This file is sourced, not run, in the root of the repository.

# The programs of a release. Each is built, stripped, staged, and gets manual pages and completions.
# shellcheck disable=SC2034
programs=(calearning usecase)

# The output has the same bytes for every user, place and time.
umask 022
export LC_ALL=C.UTF-8 TZ=UTC

fail() {
    echo "$(basename "$0"): $*" >&2
    exit 1
}

# Prints the version in the sources.
version_of_sources() {
    local version
    version=$(sed -nE 's/.*\bversion: "([0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?)".*/\1/p' Sources/Domain/Product.swift)
    [ -n "$version" ] || fail 'the version is not in the sources'
    echo "$version"
}

# sorted_tar FOLDER OPTION-OR-ENTRY...: writes an archive to standard output. It depends only on contents and executable bits.
sorted_tar() {
    tar --create --directory "$1" --format=posix --pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime \
        --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX "${@:2}"
}

# Prints the names of the files in this folder that SHA256SUMS lists.
files_of_release() {
    find . -mindepth 1 -type f -not -name 'SHA256SUMS*' -printf '%P\n' | sort
}

# change_bit FILE PLACE: inverts a bit of the byte at PLACE, for checks that must notice it.
change_bit() {
    local byte
    byte=$(od --address-radix=n --format=u1 --skip-bytes="$2" --read-bytes=1 "$1")
    # shellcheck disable=SC2059
    printf "\\x$(printf %x $((byte ^ 1)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}
