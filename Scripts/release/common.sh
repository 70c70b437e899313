# shellcheck shell=bash
# What the scripts of a release share. This file is sourced, not run, in the root of the repository.

# The same bytes, whoever runs it, wherever and whenever.
umask 022
export LC_ALL=C.UTF-8 TZ=UTC

fail() {
    echo "$(basename "$0"): $*" >&2
    exit 1
}

# The version as it is in the sources.
version_of_sources() {
    local version
    version=$(sed -nE 's/.*\bversion: "([0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?)".*/\1/p' \
        Sources/Domain/Product.swift)
    [ -n "$version" ] || fail 'the version is not in the sources'
    echo "$version"
}

# version_of_program PROGRAM: the version that it prints, without its commit.
version_of_program() {
    local line
    line=$("$1" --version | head -n 1)
    line=${line#calearning }
    line=${line%% *}
    [[ $line =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]] || fail "$1 --version prints no version: $line"
    echo "$line"
}

# The time of the commit, which every file of a release has.
epoch_of_commit() {
    git log -1 --format=%ct
}

machine() {
    uname -m
}

# What Debian calls this machine, and what the OCI calls it.
debian_architecture() {
    case $(uname -m) in
        x86_64) echo amd64 ;;
        aarch64) echo arm64 ;;
        *) fail "no package is made for $(uname -m)" ;;
    esac
}

# sorted_tar FOLDER ENTRY...: an archive on standard output that depends on nothing but contents and executable bits.
sorted_tar() {
    local folder=$1
    shift
    tar --create --directory "$folder" --format=posix --pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime \
        --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX -- "$@"
}
