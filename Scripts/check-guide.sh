#!/usr/bin/env bash
# Follows the guides add-a-use-case.md, remember-a-value.md and add-a-port.md of docs/how-to in a fresh clone, to their last
# command. Each use case gets its command, its exploration, its pages, its recordings and its place in the checks. Their
# translations show the same code, which a spec checks, and their own sessions.
#   check-guide.sh [--short]     leaves out the very last command, `make test`, which builds all traits
set -euo pipefail
cd "$(dirname "$0")/.."
repository=$PWD
# shellcheck source=Scripts/packages.sh
source Scripts/packages.sh
require_tool python3

short=
case "${1:-}" in --short) short=yes ;; esac
swift=${SWIFT:-swift}
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT
git clone -q "$repository" "$work/clone"
cd "$work/clone"
export CALEARNING_STATE_DIR=$work/state
# The service of the guide to ports, as far as the guide shows it.
export CALEARNING_WEATHER_URL=http://127.0.0.1:8427
mkdir -p "$work/service/v1"
echo '{"current":{"temperature_2m":12.3}}' >"$work/service/v1/forecast"
python3 -m http.server 8427 --bind 127.0.0.1 --directory "$work/service" >/dev/null 2>&1 &

fail() {
    echo "$1" >&2
    exit 1
}

# fail_with_log SENTENCE: also prints the output of the specs.
fail_with_log() {
    cat "$work/log" >&2
    fail "$1"
}

# said TEXT SENTENCE: fails with the sentence if the output of the specs lacks the text.
said() {
    grep -q "$1" "$work/log" || fail_with_log "$2"
}

pages() {
    "$swift" test --filter 'ユースケースのページ' >"$work/log" 2>&1
}

commit() {
    git add --all
    git -c user.name=guide -c user.email=guide@example.invalid commit -qm "$1"
}

# session PAGE: compares the terminal output on the page with the real output.
session() {
    local state line
    # Each session begins without stored values.
    state=$(mktemp -d "$work/state.XXXXXX")
    sed -n '/^```console$/,/^```$/{/^```/!p}' "$1" >"$work/session"
    grep '^\$ ' "$work/session" | while IFS= read -r line; do
        echo "$line"
        line=${line#\$ }
        # The output includes error messages.
        PATH=${calearning%/*}:$PATH CALEARNING_STATE_DIR=$state sh -c "${line/swift run /}" 2>&1 </dev/null || true
    done >"$work/seen"
    [ -s "$work/seen" ] || fail "$1 has no session."
    diff "$work/session" "$work/seen" || fail "The session of $1 is another one."
}

# follow GUIDE FILES USECASE TITLE ARGUMENTS …: follows the guide, which changes FILES files.
follow() {
    local guide=$1 files=$2 usecase=$3 title=$4
    shift 4
    python3 Scripts/follow_guide.py "$guide"
    git add --all
    [ "$(git diff --cached --name-only | wc -l)" -eq "$files" ] || fail "$guide does not touch $files files: $(git status --short)"
    commit "$usecase"
    make lint

    "$swift" build --product calearning >/dev/null
    calearning=$("$swift" build --show-bin-path)/calearning
    session "$guide"
    session "${guide%.md}.ja.md"

    "$calearning" "$@" --format json --record "$work/$usecase.jsonl" >"$work/first"
    "$calearning" replay "$work/$usecase.jsonl" --format json | diff "$work/first" - || fail "The replay is another run."
    "$calearning" usecases --format html --language ja >"$work/page.html"
    grep -q "$title" "$work/page.html" || fail "It is not on the page of all use cases."

    make coverage || fail "The spec of $guide leaves a scenario out."
    grep -o '^make spec NAME=[A-Za-z]*' "$guide" | while read -r command; do $command </dev/null; done
    if pages; then fail "A missing page was not noticed."; fi
    said 'run `make specification`' "What makes a missing page was not named."
    make specification
    [ -f "docs/usecases/$usecase.md" ] && [ -f "docs/usecases/en/$usecase.md" ] || fail "It has no page."
    pages || fail_with_log "The pages are not in order."
    commit "Its pages"
}

follow docs/how-to/add-a-use-case.md 4 Greet ユーザに挨拶する greet
follow docs/how-to/remember-a-value.md 7 RateDay 今日を評価する rate 4
follow docs/how-to/add-a-port.md 13 CheckWeather 今の気温を調べる weather
# The last commands of all.
make test-default
[ "$short" ] || make test

# A port, and a use case in English, in their first form.
make port NAME=Harbour
make usecase NAME=Wave TITLE="Wave to the user's friends"
make lint
make spec NAME=OutcomeContract
if make spec NAME=Wave >"$work/log" 2>&1; then fail "The spec of a new use case passes."; fi
said 'Nothing is specified yet' "The spec of a new use case does not say what to do."
"$swift" build --product calearning >/dev/null
[ "$("$calearning" wave)" = 'The application shows the result' ] || fail "A use case in English cannot be run."

sed -i.bak '/Greet.self/d' Sources/Application/Catalogue.swift
if pages; then fail "A missing line was not noticed."; fi
said 'Catalogue.swift has no line for Greet' "The missing line was not named."
echo "The guides hold."
