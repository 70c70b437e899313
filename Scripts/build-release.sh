#!/usr/bin/env bash
# Builds a single executable with Swift's libraries linked in: .build-static/release/calearning
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "$(uname)" = Linux ]; then
    # Without its symbols the file is a quarter smaller.
    set -- --static-swift-stdlib -Xlinker -s
fi
swift build --configuration release --scratch-path .build-static --product calearning "$@"
ls -lh .build-static/release/calearning
