#!/usr/bin/env bash
# Signs the sums of a release, after checking that they are the sums of all its files:
#   Scripts/release/sign.sh DIRECTORY COMMENT
# RELEASE_SIGNING_KEY is the file of minisign's secret key. It is never in the repository. COMMENT is part of the
# signature, such as "calearning 1.2.3, commit 0123…". Only give the key to a machine that has run no code of the
# packages: code that the build has run could read it.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=../packages.sh
source Scripts/packages.sh
# shellcheck source=common.sh
source Scripts/release/common.sh

[ $# -eq 2 ] || { echo "Usage: $0 DIRECTORY COMMENT" >&2; exit 64; }
directory=$1 comment=$2
[ -f "${RELEASE_SIGNING_KEY:-}" ] || fail "RELEASE_SIGNING_KEY is not a file: ${RELEASE_SIGNING_KEY:-}"
require_tool minisign
(
    cd "$directory"
    sha256sum --check --strict --quiet SHA256SUMS
    diff <(files_of_release) <(sed 's/^[0-9a-f]*  //' SHA256SUMS) >&2 || fail "SHA256SUMS does not list all files of $directory"
)
# Without a given comment, it would contain the time.
minisign -S -s "$RELEASE_SIGNING_KEY" -m "$directory/SHA256SUMS" -t "$comment" >&2
