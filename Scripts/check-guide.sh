#!/usr/bin/env bash
# Follows docs/adding-a-use-case.md step by step, in a fresh clone, and checks that three files are enough for a use case to have
# its command, its exploration, its page, its recordings and its checks.
set -euo pipefail
cd "$(dirname "$0")/.."
repository=$PWD
# shellcheck source=Scripts/packages.sh
source Scripts/packages.sh
require_tool python3

swift=${SWIFT:-swift}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone -q "$repository" "$work/clone"
cd "$work/clone"

fail() {
    echo "$1" >&2
    exit 1
}

# Takes the code blocks of the guide, in this order: the scenes, the line, the session, the spec.
python3 - <<'PYTHON'
import re

guide = open("docs/adding-a-use-case.md", encoding="utf-8").read()
scenes, line, spec = re.findall(r"```swift\n(.*?)```", guide, re.S)
open("Sources/Application/Specific/Usecases/Greet.swift", "w", encoding="utf-8").write(scenes)
open("Tests/CalearningTests/Usecases/GreetSpec.swift", "w", encoding="utf-8").write(spec)
catalogue = open("Sources/Application/Composition/Catalogue.swift", encoding="utf-8").read()
place = catalogue.rindex("    ]\n")
open("Sources/Application/Composition/Catalogue.swift", "w", encoding="utf-8").write(catalogue[:place] + line + catalogue[place:])
open("../session", "w", encoding="utf-8").write(re.search(r"```console\n(.*?)```", guide, re.S)[1])
PYTHON
[ "$(git status --porcelain | wc -l)" -eq 3 ] || fail "These are not three files: $(git status --porcelain)"
make lint

export CALEARNING_STATE_DIR=$work/state
"$swift" build --product calearning >/dev/null
calearning=$("$swift" build --show-bin-path)/calearning
{
    echo '$ swift run calearning greet'
    "$calearning" greet
    echo '$ swift run calearning usecases Greet'
    "$calearning" usecases Greet
} >"$work/seen"
diff "$work/session" "$work/seen" || fail "The session of the guide is another one."

"$calearning" greet --format json --record "$work/run.jsonl" >"$work/first"
"$calearning" replay "$work/run.jsonl" --format json | diff "$work/first" - || fail "The replay is another run."
"$calearning" usecases --format html | grep -q 'ユーザに挨拶する' || fail "It is not on the page of all use cases."

make coverage || fail "The spec of the guide leaves a scenario out."
if "$swift" test --skip-build --filter 'ユースケースのページ' >"$work/log" 2>&1; then fail "A missing page was not noticed."; fi
make specification
git status --porcelain docs | grep -q 'docs/usecases/Greet.md' || fail "It has no page."
"$swift" test --skip-build --filter 'ユースケースのページ' >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "The pages are not in order."; }
sed -i.bak '/Greet.self/d' Sources/Application/Composition/Catalogue.swift
if "$swift" test --filter 'ユースケースのページ' >"$work/log" 2>&1; then fail "A missing line was not noticed."; fi
grep -q 'Catalogue.swift has no line for Greet' "$work/log" || fail "The missing line was not named."
echo "The guide holds."
