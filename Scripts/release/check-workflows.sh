#!/usr/bin/env bash
# Checks that workflows name each action by a commit, because the owner of a tag can move it:
#   Scripts/release/check-workflows.sh [--images] [FILE...]        default: all workflows
# With --images, it also requires the digest of each image.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=common.sh
source Scripts/release/common.sh

images=
if [ "${1:-}" = --images ]; then images=1; shift; fi
[ $# -gt 0 ] || set -- .github/workflows/*.yml
# lines PATTERN FORM FILE...: prints the lines that match the pattern, but not the form.
lines() { grep --with-filename --line-number --extended-regexp "$1" "${@:3}" | grep --invert-match --extended-regexp "$2" || true; }

found=$(lines '^ *(- )?uses:' '\buses: [A-Za-z0-9-]+/[A-Za-z0-9/_-]+@[0-9a-f]{40} # v[0-9.]+$' "$@")
[ -z "$found" ] || fail "these actions have no commit and version:
$found"
[ -n "$images" ] || exit 0
found=$(lines '^ *(- )?(image|container): *[^ ]' '@sha256:[0-9a-f]{64}$' "$@")
[ -z "$found" ] || fail "these images have no digest, which skopeo inspect --format '{{.Digest}}' docker://IMAGE prints:
$found"
