#!/usr/bin/env bash
# Builds the release of the checked out commit twice, in clones in two folders, with another umask, locale and time
# zone. Compares all of its files:
#   Scripts/release/reproduce.sh
# PARTS and CHECKOUTS have the meaning of package.sh. With them, only the packaging is repeated. Without them, the
# program is built twice, and this takes minutes. If files differ, diffoscope shows the differences, if it is installed.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ -n "${PARTS:-}" ]; then PARTS=$(realpath "$PARTS"); export PARTS; fi
if [ -n "${CHECKOUTS:-}" ]; then CHECKOUTS=$(realpath "$CHECKOUTS"); export CHECKOUTS; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# make_in FOLDER UMASK LOCALE ZONE
make_in() {
    git clone --quiet . "$1"
    # Earlier downloads are used again, but their sums are still checked.
    mkdir -p "$1/.build-release"
    [ ! -d .build-release/packages ] || cp -r .build-release/packages "$1/.build-release"
    (cd "$1" && umask "$2" && LC_ALL=$3 TZ=$4 Scripts/release/package.sh >"$work/log" 2>&1) || { cat "$work/log" >&2; exit 1; }
    # The release keeps its modes.
    mv "$1/dist" "$work/$2"
}
make_in "$work/one" 022 C.UTF-8 UTC
make_in "$work/another/folder with a longer name" 077 C Asia/Tokyo

cd "$work"
diff <(cd 022 && stat --format '%n %a' -- *) <(cd 077 && stat --format '%n %a' -- *)
if ! diff --recursive 022 077; then
    ! command -v diffoscope >/dev/null || diffoscope --max-report-size 20000 022 077 >&2 || true
    exit 1
fi
(cd 022 && sha256sum -- *)
