#!/usr/bin/env bash
# Pins the Swift packages by deploy/swift-packages.lock, and checks them against it:
#   Scripts/swift-packages.sh pin FILE                  writes a Package.resolved with the locked versions
#   Scripts/swift-packages.sh check FOLDER              compares the checkouts of a build with the trait Server, such as
#                                                       .build-server/checkouts
#   Scripts/swift-packages.sh update                    writes the lock, with the newest versions that Package.swift permits
#   Scripts/swift-packages.sh line REPOSITORY VERSION   prints the line of the lock for a version
# A version is a tag, and its owner can move it. The lock therefore has an id of the sources: the SHA-256 of the modes,
# git's ids and paths of the files at the top of the package, in Sources, in Tools, and in GRDB (GRDB.swift's sources).
# Copies of a repository can have other commits, and lack links and other files. LOCK names a different lock.
set -euo pipefail
# shellcheck source=release/common.sh
source "$(dirname "$0")/release/common.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# id_of: the id of the files on standard input, with lines as `git ls-tree -r` prints them.
id_of() {
    awk -F '\t' '$1 !~ /^120000/ && $2 != "Package.resolved" && $2 ~ /^([^\/]*|(Sources|Tools|GRDB)\/.*)$/' | sort | sha256sum | cut -c 1-64
}

# id_of_folder FOLDER: the id of the files there, whatever git believes that they are.
id_of_folder() {
    (
        cd "$1"
        find . -type f -not -path './.git' -not -path './.git/*' -printf '%m %P\n' | sort -k 2 >"$work/files"
        cut -d ' ' -f 2- "$work/files" | git hash-object --no-filters --stdin-paths >"$work/ids"
        paste -d ' ' "$work/ids" "$work/files" | sed -E 's/^(\S+) ([0-7]*[1357][0-7]{2}) /100755 blob \1\t/; t; s/^(\S+) [0-7]+ /100644 blob \1\t/' | id_of
    )
}

# commit_of LOCATION VERSION: the commit of the version, in the repository $work/repository.
commit_of() {
    local tag
    tag=$(git ls-remote --tags "$1" "refs/tags/$2" "refs/tags/v$2" | sed -n 's|.*\trefs/tags/||p' | head -n 1)
    [ -n "$tag" ] || fail "$1 has no tag for version $2"
    rm -rf "$work/repository"
    # The names and ids of the files are enough.
    git clone --quiet --bare --depth 1 --filter=blob:none --branch "$tag" "$1" "$work/repository" 2>"$work/log" ||
        { cat "$work/log" >&2; fail "$1 cannot be read"; }
    git -C "$work/repository" rev-parse "refs/tags/$tag^{commit}"
}

# id_of_commit COMMIT: the id of its files, in the repository $work/repository.
id_of_commit() { git -C "$work/repository" -c core.quotePath=off ls-tree -r "$1" | id_of; }

name_of() { basename "$1" .git; }
identity_of() { name_of "$1" | tr '[:upper:]' '[:lower:]'; }

pin() {
    local location version id commit separator=
    printf '{\n  "pins" : [' >"$work/resolved"
    while read -r location version id; do
        commit=$(commit_of "$location" "$version")
        [ "$(id_of_commit "$commit")" = "$id" ] ||
            fail "$(name_of "$location") $version at $location has other files than in $lock: its tag was moved"
        printf '%s\n    {"identity" : "%s", "kind" : "remoteSourceControl", "location" : "%s", "state" : {"revision" : "%s", "version" : "%s"}}' \
            "$separator" "$(identity_of "$location")" "$location" "$commit" "$version" >>"$work/resolved"
        separator=,
    done < <(locked)
    printf '\n  ],\n  "version" : 2\n}\n' >>"$work/resolved"
    cp "$work/resolved" "$1"
    echo "$1: the packages of $lock"
}

check() {
    local folder=$1 location version id name wrong=()
    locked | while read -r location version id; do name_of "$location"; done | sort >"$work/locked"
    ls "$folder" | sort >"$work/used"
    mapfile -t wrong < <(comm -13 "$work/locked" "$work/used")
    [ ${#wrong[@]} -eq 0 ] || fail "not in $lock: ${wrong[*]}"
    mapfile -t wrong < <(comm -23 "$work/locked" "$work/used")
    [ ${#wrong[@]} -eq 0 ] || fail "in $lock, but not used: ${wrong[*]}"
    while read -r location version id; do
        name=$(name_of "$location")
        [ "$(id_of_folder "$folder/$name")" = "$id" ] || wrong+=("$name")
    done < <(locked)
    [ ${#wrong[@]} -eq 0 ] || fail "other files than in $lock, because of a different version, a moved tag or a change: ${wrong[*]}"
    echo "$folder: the $(wc -l <"$work/locked") packages of $lock"
}

line() {
    local commit
    commit=$(commit_of "$1" "$2")
    echo "$1 $2 $(id_of_commit "$commit")"
}

update() {
    local location version
    rm -f Package.resolved
    "${SWIFT:-swift}" package --traits Server --scratch-path .build-packages resolve >&2
    # SwiftPM writes each key into a line of its own.
    sed -nE 's/^ *"(location|version)" : "([^"]+)".*/\2/p' Package.resolved | paste -d ' ' - - | while read -r location version; do
        line "$location" "$version"
    done >"$work/lock"
    { echo '# Written by Scripts/swift-packages.sh update: repository, version, id of the sources.'; cat "$work/lock"; } >"$lock"
    echo "$lock: $(wc -l <"$work/lock") packages"
}

locked() { grep -v '^#' "$lock"; }

cd "$(dirname "$0")/.."
lock=${LOCK:-deploy/swift-packages.lock}
case $*:$# in
    pin\ *:2 | check\ *:2 | line\ *:3 | update:1) "$@" ;;
    *)
        echo "Usage: $0 pin FILE | check FOLDER | update | line REPOSITORY VERSION" >&2
        exit 64
        ;;
esac
