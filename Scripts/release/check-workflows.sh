#!/usr/bin/env bash
# Checks that workflows name each action by a commit, because the owner of a tag can move it:
#   Scripts/release/check-workflows.sh [--images] [FILE...]        default: all workflows
# With --images, it also requires the digest of each image, which skopeo inspect --format '{{.Digest}}' docker://IMAGE prints.
set -euo pipefail
cd "$(dirname "$0")/../.."

# none PATTERN FORM FILE...: expects that each line that matches the pattern has the form.
none() { ! grep --with-filename --line-number --extended-regexp "$1" "${@:3}" | grep --invert-match --extended-regexp "$2"; }

images=
if [ "${1:-}" = --images ]; then images=1; shift; fi
[ $# -gt 0 ] || set -- .github/workflows/*.yml
none '^ *(- )?uses:' '\buses: [A-Za-z0-9-]+/[A-Za-z0-9/_-]+@[0-9a-f]{40} # v[0-9.]+$' "$@"
[ -z "$images" ] || none '^ *(- )?(image|container): *[^ ]' '@sha256:[0-9a-f]{64}$' "$@"
