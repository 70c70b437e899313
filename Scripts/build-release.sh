#!/usr/bin/env bash
# Builds one executable file with Swift's libraries linked in: .build-static/release/calearning
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=packages.sh
source Scripts/packages.sh

if [ "$(uname)" = Linux ]; then
    # Foundation's networking needs them to be linked with. Without its symbols the file is a quarter smaller.
    require_packages libcurl4-openssl-dev libxml2-dev
    set -- --static-swift-stdlib -Xlinker -s
fi
swift build --configuration release --scratch-path .build-static --product calearning "$@"
ls -lh .build-static/release/calearning
