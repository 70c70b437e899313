#!/usr/bin/env bash
# Draws the pictures of README.md and docs/tutorial/in-the-terminal.md from the program itself. The program runs in a terminal
# and receives keys. Its screen is drawn as SVG, in English and Japanese, in the colours of the reader, light or dark.
#   Scripts/pictures.sh          draws them into docs/pictures, in folders en and ja
#   Scripts/pictures.sh --check  draws them into a temporary folder, and shows the words that differ
# CALEARNING=FILE takes a program that has already been built.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=packages.sh
source Scripts/packages.sh
# shellcheck source=program.sh
source Scripts/program.sh

require_tool python3
require_tool tmux
program=$(program_to_try)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -B Scripts/pictures.py "$program" "$work/pictures"

size=$(cat "$work"/pictures/*/*.svg | wc -c)
if [ "$size" -gt 200000 ]; then
    echo "The pictures have $size bytes together, more than 200000." >&2
    exit 1
fi
if [ "${1:-}" = --check ]; then
    if ! diff -r docs/pictures "$work/pictures" >"$work/differences"; then
        sed 's/<[^>]*>//g' "$work/differences" | cut -c -160 | sed -n '1,40p' >&2
        echo 'The program shows something else than the pictures: make pictures' >&2
        exit 1
    fi
else
    rm -rf docs/pictures
    mv "$work/pictures" docs/pictures
fi
