#!/usr/bin/env bash
# Runs the commands that a new user types, and prints the time of each:
#   first-hour.sh              in a fresh clone of the newest commit, with both builds, for debugging and for release
#   first-hour.sh --short      in this folder and its builds, without the builds that take minutes
# It needs only Swift, Git and, for the service, SQLite's headers: no make, no Python, no curl. The commands of README.md,
# README.ja.md, CONTRIBUTING.md, docs/operate/install.md and docs/tutorial/course.md that begin with `swift` are run as they
# stand there.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/packages.sh
source Scripts/packages.sh
# shellcheck source=Scripts/program.sh
source Scripts/program.sh

short=
[ "${1:-}" != --short ] || short=1
require_service
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT
# Nothing of the user's is touched.
export CALEARNING_STATE_DIR=$work/state USECASE_STATE_DIR=$work/state
clone=$PWD
if [ ! "$short" ]; then
    clone=$work/clone
    git clone --quiet . "$clone"
fi
cd "$clone"

# typed FOLDER COMMAND: runs the command, and prints its time. Ends with its output if it fails.
typed() {
    local start=$SECONDS
    if ! (cd "$1" && bash -c "$2") >"$work/log" 2>&1 </dev/null; then
        cat "$work/log" >&2
        echo "A stranger types this, and it fails: $2" >&2
        exit 1
    fi
    printf '%5s s  %s\n' $((SECONDS - start)) "$2"
}

# served COMMAND: starts the service by this command, and waits until it listens. The next command of README.md calls it.
served() {
    local start=$SECONDS
    bash -c "exec $1" >"$work/serve.log" 2>&1 </dev/null &
    until grep -q '"listening"' "$work/serve.log"; do
        kill -0 $! 2>/dev/null && [ $((SECONDS - start)) -lt 1800 ] || { cat "$work/serve.log" >&2; echo "It does not serve: $1" >&2; exit 1; }
        sleep 0.2
    done
    printf '%5s s  %s\n' $((SECONDS - start)) "$1"
}

# commands PAGE: prints the commands of the page that begin with `swift` or change the folder, without their comments.
commands() {
    awk '/^```sh/ { shell = 1; next } /^```/ { shell = 0 } shell && /^(swift|cd) /' "$1" | sed -E 's/ +#.*$//'
}

pages=(README.md CONTRIBUTING.md docs/operate/install.md docs/tutorial/course.md)
[ "$short" ] || pages+=(README.ja.md)
declare -A seen=()
mkdir "$work/outside"
for page in "${pages[@]}"; do
    while IFS= read -r command; do
        [ -z "${seen[$command]:-}" ] || continue
        seen[$command]=1
        # The folder outside is a new one for each run.
        command=${command//..\/shop/$work/outside/$(basename "$page" .md)}
        case $command in
            *" serve"*) served "$command" ;;
            # In CI, other checks come before: the specs, new applications, and the default build for release below.
            *"configuration release"* | "cd "* | "swift test") [ "$short" ] || typed "$clone" "$command" ;;
            *) typed "$clone" "$command" ;;
        esac
    done < <(commands "$page")
done
kill %% 2>/dev/null && wait %% || true

typed "$clone" 'swift package describe'
typed "$clone" 'swift build'
typed "$clone" 'swift build -c release'
typed "$clone" "swift build ${SERVICE[*]}"
if [ ! "$short" ]; then
    typed "$clone" "swift test ${SERVICE[*]}"
    typed "$clone" "swift build -c release ${SERVICE[*]}"
fi

# The libraries among the products, one a line.
libraries() {
    swift package describe | awk '/^Targets:/ { exit } /^ *Name:/ { name = $2 } /Library/ { print name }'
}

# outside NAME TRAITS BUILD: builds and runs a package outside, with a program for each library. It depends on the libraries by
# path. In the short form it shares the compiled modules of BUILD.
outside() {
    local folder=$work/outside/$1 options=() library
    mkdir -p "$folder"
    cat >"$folder/Package.swift" <<END
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "$1", platforms: [.macOS(.v15)], dependencies: [.package(name: "calearning", path: "$clone", traits: [$2])],
    targets: [
$(libraries | sed "s/.*/        .executableTarget(name: \"With&\", dependencies: [.product(name: \"&\", package: \"calearning\")]),/")
    ])
END
    for library in $(libraries); do
        mkdir -p "$folder/Sources/With$library"
        printf 'import %s\n\nprint("%s")\n' "${library/#CalearningLayers/CalearningDomain}" "$library" >"$folder/Sources/With$library/main.swift"
    done
    if [ "$short" ]; then options=(--scratch-path "$clone/$3"); fi
    typed "$folder" "swift build ${options[*]}"
    for library in $(libraries); do typed "$folder" "swift run --skip-build ${options[*]} With$library"; done
}

outside Outside '' .build
outside Served '"Server"' .build-server
echo 'Everything that a stranger types works.'
