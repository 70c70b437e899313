#!/usr/bin/env bash
# Builds one executable file with Swift's libraries linked in: .build-static/release/calearning
set -euo pipefail
cd "$(dirname "$0")/.."

# On Linux, Foundation's networking needs two C libraries to link with.
if [ "$(uname)" = Linux ]; then
    missing=()
    for package in libcurl4-openssl-dev libxml2-dev; do
        dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
    done
    if [ ${#missing[@]} -gt 0 ]; then
        if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
            apt-get update -qq && apt-get install -y -qq "${missing[@]}" >/dev/null
        else
            echo "Linking needs ${missing[*]}: install them (on Debian: sudo apt-get install ${missing[*]})." >&2
            exit 1
        fi
    fi
    set -- --static-swift-stdlib
fi

swift build --configuration release --scratch-path .build-static --product calearning "$@"
ls -lh .build-static/release/calearning
