#!/usr/bin/env bash
# Builds the programs for installation, as DIRECTORY/calearning and DIRECTORY/usecase, and their symbols as
# DIRECTORY/*.debug. Their start needs only libc, libstdc++, libgcc and libz. Builds of a commit are identical in every folder.
# Usage: Scripts/release/build.sh DIRECTORY
set -euo pipefail
[ $# -eq 1 ] || { echo "Usage: $0 DIRECTORY" >&2; exit 64; }
mkdir -p "$1"
output=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
# shellcheck source=../packages.sh
source Scripts/packages.sh

if [ "$(uname)" = Linux ]; then require_packages libsqlite3-dev zlib1g-dev pkg-config binutils; fi

# The compiler writes its paths, their lengths, or hashes of them into its output, and prefix mapping does not cover all
# of them. The folder is therefore always built as /usr/src/calearning, in a separate namespace.
place=/usr/src/calearning
if [ "$(uname)" = Linux ] && [ "$PWD" != "$place" ]; then
    namespace=(unshare --mount)
    [ "$(id -u)" -eq 0 ] || namespace+=(--map-root-user)
    if "${namespace[@]}" true 2>/dev/null; then
        # shellcheck disable=SC2016
        exec "${namespace[@]}" bash -c '
            mount -t tmpfs tmpfs /usr/src && mkdir "$1" && mount --bind . "$1" && cd "$1" && exec Scripts/release/build.sh "$2"
        ' - "$place" "$output"
    fi
    echo "Namespaces are not allowed here, so the program depends on the path of this folder." >&2
fi

scratch=$PWD/.build-release
BUILD_COMMIT=$(git rev-parse HEAD)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export BUILD_COMMIT SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC

# The files of the packages are compared before any of them is compiled or run, and again as they were checked out.
Scripts/swift-packages.sh pin Package.resolved
packages=(--traits Server --scratch-path "$scratch" --force-resolved-versions)
"${SWIFT:-swift}" package "${packages[@]}" resolve
Scripts/swift-packages.sh check "$scratch/checkouts"

options=("${packages[@]}" --configuration release)
# The signatures of Clang's module files differ between builds, and the symbols would contain them.
options+=(-Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs)
if [ "$(uname)" = Linux ]; then
    # The linker prefers a shared library in the same folder, so SQLite's static library is linked from a separate
    # folder.
    mkdir -p "$scratch/static"
    ln -sf "$(find /usr/lib /usr/lib64 -name libsqlite3.a -print -quit)" "$scratch/static/libsqlite3.a"
    options+=(--static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld -Xlinker -L"$scratch/static")
    # Relocations are packed, and unused symbols omitted, because reading them takes most of the start.
    options+=(-Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic -Xlinker --icf=safe)
    options+=(-Xlinker -z -Xlinker now -Xlinker --build-id=sha1)
fi
for name in calearning usecase; do
    "${SWIFT:-swift}" build "${options[@]}" --product "$name"
    program=$scratch/release/$name
    objcopy --only-keep-debug --compress-debug-sections "$program" "$output/$name.debug"
    strip --strip-all --remove-section=.comment -o "$output/$name" "$program"
    (cd "$output" && objcopy --add-gnu-debuglink="$name.debug" "$name")
    chmod 755 "$output/$name"
    chmod 644 "$output/$name.debug"
    ls -lh "$output/$name" "$output/$name.debug"
done
