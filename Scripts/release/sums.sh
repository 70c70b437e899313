#!/usr/bin/env bash
# Writes SHA256SUMS of all files of a release, and signs it:
#   Scripts/release/sums.sh DIRECTORY COMMENT
# RELEASE_SIGNING_KEY is the file of minisign's secret key. It is never in the repository, and minisign asks for its
# password. The signature contains COMMENT. Without a key the release is unsigned, and the script reports this.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=../packages.sh
source Scripts/packages.sh
# shellcheck source=common.sh
source Scripts/release/common.sh

directory=$1 comment=$2
rm -f "$directory"/SHA256SUMS{,.minisig}
(cd "$directory" && find . -mindepth 1 -maxdepth 1 -type f -printf '%f\0' | sort --zero-terminated | xargs -0 sha256sum) >"$directory.sums"
mv "$directory.sums" "$directory/SHA256SUMS"
if [ -z "${RELEASE_SIGNING_KEY:-}" ]; then
    echo 'The release is UNSIGNED: RELEASE_SIGNING_KEY names no key.' >&2
    exit
fi
[ -f "$RELEASE_SIGNING_KEY" ] || fail "RELEASE_SIGNING_KEY is not a file: $RELEASE_SIGNING_KEY"
require_tool minisign
# Without a given comment, it would contain the time.
minisign -S -s "$RELEASE_SIGNING_KEY" -m "$directory/SHA256SUMS" -t "$comment" >&2
