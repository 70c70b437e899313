# shellcheck shell=bash
# Functions for the scripts of a release. This file is sourced, not run, in the root of the repository.

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
    version=$(sed -nE 's/.*\bversion: "([0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?)".*/\1/p' \
        Sources/Domain/Product.swift)
    [ -n "$version" ] || fail 'the version is not in the sources'
    echo "$version"
}

# version_of_program PROGRAM: prints the version of the program, without its commit.
version_of_program() {
    local line
    line=$("$1" --version | head -n 1)
    line=${line#calearning }
    line=${line%% *}
    [[ $line =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]] || fail "$1 --version prints no version: $line"
    echo "$line"
}

# Prints the time of the commit. Every file of a release has this time.
epoch_of_commit() {
    git log -1 --format=%ct
}

machine() {
    uname -m
}

# Prints this machine's architecture as Debian and the OCI name it.
debian_architecture() {
    case $(uname -m) in
        x86_64) echo amd64 ;;
        aarch64) echo arm64 ;;
        *) fail "no package is made for $(uname -m)" ;;
    esac
}

# sorted_tar FOLDER ENTRY...: writes an archive to standard output. It depends only on contents and executable bits.
sorted_tar() {
    local folder=$1
    shift
    tar --create --directory "$folder" --format=posix --pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime \
        --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX -- "$@"
}

# Prints the names of the files in this folder that SHA256SUMS lists.
files_of_release() {
    find . -mindepth 1 -type f -not -name 'SHA256SUMS*' -printf '%P\n' | sort
}
