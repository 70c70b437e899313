#!/usr/bin/env bash
# Draws the pictures of README.md, docs/gallery.md, docs/explanation/laboratory.md and docs/tutorial/in-the-terminal.md from
# the program itself. The program runs in a terminal and receives keys, or serves the pages of a browser. Its screen is drawn
# as SVG, in English and Japanese, in the colours of the reader, light or dark.
#   Scripts/pictures.sh [PICTURES]          the folder for them, in folders en and ja (default docs/pictures)
#   Scripts/pictures.sh --check [PICTURES]  makes them in a temporary folder, and names those in PICTURES that are not the same
# CALEARNING=FILE takes a program that has already been built, with the trait Server.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=packages.sh
source Scripts/packages.sh
# shellcheck source=program.sh
source Scripts/program.sh

check=
if [ "${1:-}" = --check ]; then
    check=1
    shift
fi
pictures=${1:-docs/pictures}
require_tool python3
require_tool tmux
require_tool openssl

program=$(program_to_try "${SERVICE[@]}")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONDONTWRITEBYTECODE=1
python3 Scripts/gallery.py "$program" "$work/pictures" &
failed=
python3 Scripts/pictures.py "$program" "$work/pictures" || failed=1
wait $! || failed=1
[ -z "$failed" ] || exit 1

# In bytes, all pictures together.
largest=700000
size=$(find "$work/pictures" -type f -exec cat {} + | wc -c)
if [ "$size" -gt "$largest" ]; then
    echo "The pictures have $size bytes together, more than $largest." >&2
    exit 1
fi

if [ -z "$check" ]; then
    rm -rf "$pictures"
    mkdir -p "$(dirname "$pictures")"
    mv "$work/pictures" "$pictures"
    exit
fi

# The words of a picture, line by line.
text() {
    sed 's/<[^>]*>//g' "$1" 2>/dev/null
}

status=0
while read -r picture; do
    if ! cmp -s "$work/pictures/$picture" "$pictures/$picture"; then
        echo "$pictures/$picture is not what the program shows: make pictures" >&2
        diff <(text "$pictures/$picture") <(text "$work/pictures/$picture") | grep '^[<>]' | head -4 | cut -c -160 >&2 || true
        status=1
    fi
done < <({ (cd "$work/pictures" && find . -type f); (cd "$pictures" 2>/dev/null && find . -type f); } | sed 's|^\./||' | sort -u)
exit $status
