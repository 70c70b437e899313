#!/usr/bin/env bash
# Opens the page of all use cases in a browser, in both languages, in light and dark, wide and narrow. Checks that it
# loads nothing else and fits the window, that the text of its diagrams can be selected and searched, and that axe-core finds
# nothing. Walks every way by the keyboard, without scripts, and counts the goals against the exploration.
#   Scripts/check-page.sh [PICTURES]        the folder for a screenshot of each view, in folders en and ja (default .build-page)
# CALEARNING=FILE checks a program that has already been built, BROWSER=FILE uses another browser than chromium, and
# COVERAGE=FILE adds the coverage from that file.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/packages.sh
source Scripts/packages.sh
# shellcheck source=Scripts/program.sh
source Scripts/program.sh

pictures=${1:-.build-page}
require_browser .build-python
program=$(program_to_try)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for language in en ja; do
    "$program" usecases --format html ${COVERAGE:+--coverage "$COVERAGE"} --language "$language" >"$work/$language.html"
    "$program" usecases --format json --language "$language" >"$work/$language.json"
    mkdir -p "$pictures/$language"
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=Scripts .build-python/bin/python -m web.usecases_page "$BROWSER" \
        "$work/$language.html" "$work/$language.json" "$pictures/$language"
done
