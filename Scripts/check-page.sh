#!/usr/bin/env bash
# Opens the page of all use cases in a browser, in both languages, in light and dark, wide and narrow. Checks that it
# loads nothing else and fits the window, and that the text of its diagrams can be selected and searched.
#   Scripts/check-page.sh [PICTURES]        the folder for a screenshot of each view, in folders en and ja (default .build-page)
# CALEARNING=FILE checks a program that has already been built, BROWSER=FILE uses another browser than chromium, and
# COVERAGE=FILE adds the coverage from that file.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=packages.sh
source Scripts/packages.sh
# shellcheck source=program.sh
source Scripts/program.sh

pictures=${1:-.build-page}
browser=${BROWSER:-chromium}
require_tool python3
require_tool "$browser"
if command -v fc-list >/dev/null && [ -z "$(fc-list :lang=ja)" ]; then
    require_packages fonts-noto-cjk
fi
tools=.build-python
require_python "$tools" websocket websocket-client==1.9.0

program=$(program_to_try)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
options=(--format html)
[ -z "${COVERAGE:-}" ] || options+=(--coverage "$COVERAGE")
for language in en ja; do
    "$program" usecases "${options[@]}" --language "$language" >"$work/$language.html"
    mkdir -p "$pictures/$language"
    "$tools/bin/python" Scripts/check_page.py "$browser" "$work/$language.html" "$pictures/$language"
done
