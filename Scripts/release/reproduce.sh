#!/usr/bin/env bash
# Builds the release of the checked out commit twice, in clones in two folders, with another umask, locale and time
# zone. Compares all of its files:
#   Scripts/release/reproduce.sh
# PARTS and CHECKOUTS have the meaning of package.sh. With them, only the packaging is repeated. Without them, the
# program is built twice, and this takes minutes. If files differ, diffoscope shows the differences, if it is installed.
set -euo pipefail
cd "$(dirname "$0")/../.."

repository=$PWD
if [ -n "${PARTS:-}" ]; then PARTS=$(realpath "$PARTS"); export PARTS; fi
if [ -n "${CHECKOUTS:-}" ]; then CHECKOUTS=$(realpath "$CHECKOUTS"); export CHECKOUTS; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# make_in FOLDER UMASK LOCALE ZONE
make_in() {
    git clone --quiet "$repository" "$1"
    # Earlier downloads are used again, but their sums are still checked.
    mkdir -p "$1/.build-release"
    if [ -d .build-release/packages ]; then cp -r .build-release/packages "$1/.build-release/"; fi
    (cd "$1" && umask "$2" && LC_ALL=$3 TZ=$4 Scripts/release/package.sh >"$work/log" 2>&1) || {
        cat "$work/log" >&2
        exit 1
    }
}
make_in "$work/one" 022 C.UTF-8 UTC
make_in "$work/another/folder with a longer name" 077 C Asia/Tokyo

one=$work/one/dist another="$work/another/folder with a longer name/dist"
diff <(ls "$one") <(ls "$another")
status=0
for file in "$one"/*; do
    name=$(basename "$file")
    if cmp "$file" "$another/$name"; then
        echo "the same: $(sha256sum "$file" | cut -c 1-16)… $name"
    else
        status=1
        if command -v diffoscope >/dev/null; then diffoscope --max-report-size 20000 "$file" "$another/$name" >&2 || true; fi
    fi
    if [ "$(stat --format %a "$file")" != "$(stat --format %a "$another/$name")" ]; then
        echo "$name has other permissions" >&2
        status=1
    fi
done
exit "$status"
