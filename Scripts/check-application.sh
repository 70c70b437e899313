#!/usr/bin/env bash
# Writes custom applications, as docs/how-to/start-an-application.md does, and checks that each builds without warnings,
# passes its lint and its specs, and answers.
# Breaks one in six ways, and reads the findings. Follows the application's guides, which remove the first use case, and repeats the checks.
#   check-application.sh [--short]         follows the guides of one application only, the service with Japanese scenes,
#                                          and leaves out the first build in an empty folder
# USECASE=FILE tries a program that has already been built in this repository.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/packages.sh
source Scripts/packages.sh
# shellcheck source=Scripts/postgresql.sh
source Scripts/postgresql.sh
# shellcheck source=Scripts/program.sh
source Scripts/program.sh
require_tool curl
require_tool python3
if command -v dpkg >/dev/null; then require_packages libpq-dev pkg-config; fi

short=
[ "${1:-}" != --short ] || short=1
root=$PWD
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; stop_postgresql; rm -rf "$work"' EXIT
tool=$(realpath "$(tool_to_try)")
swift=${SWIFT:-swift}
# The longest allowed name, to check that its lines stay short enough.
name=Storefront26 program=storefront26
# The libraries are compiled once for this repository and all applications.
build=$root/.build
shared=(--scratch-path "$build" --explicit-target-dependency-import-check error)
# The words of calearning, which no text of another application has.
words='calearning|udid|RegisterDevice|NameDevice|\bzen\b|--database|--password-stdin|devices\.sqlite|SERVICE_URL'

fail() {
    echo "$1" >&2
    exit 1
}

# built FOLDER OPTION…: builds the package in the folder with its specs, and fails at a warning about its files.
built() {
    local log=$work/log
    (cd "$1" && "$swift" build --build-tests "${@:2}") >"$log" 2>&1 || { cat "$log" >&2; fail "$1 does not build."; }
    if grep -F "$1/" "$log" | grep -F ' warning: '; then fail "$1 has warnings."; fi
}

# checked FOLDER: checks its lint, its specs, their coverage, its pages, and its commands.
checked() {
    local walked=$work/coverage.jsonl
    rm -f "$walked"
    (cd "$1" && make -s lint && USECASES_COVERAGE=$walked "$swift" test --skip-build "${shared[@]}") ||
        fail "$1 does not pass its own checks."
    mkdir "$1/docs"
    (cd "$1" && USECASES_COVERED=$walked USECASES_PAGES=write "$swift" test --skip-build "${shared[@]}" --filter HouseSpec &&
        "$swift" test --skip-build "${shared[@]}" --filter HouseSpec) || fail "$1 has no coverage, or no pages."
    grep -qx "## CheckStatus" "$1"/docs/usecases/*.md || fail "$1 has no pages."
    # No server listens at this address.
    local status=0
    STOREFRONT26_STATUS_URL=http://127.0.0.1:9 "$build/debug/$program" status --state-dir "$work/state" || status=$?
    [ "$status" = 69 ] || fail "Without a network the command ended with $status."
    "$build/debug/$program" worlds | grep -F 'declares no invariant'
    "$build/debug/$program" usecases CheckStatus | grep -F '3 scenes, 8 scenarios'
}

# broken FOLDER: breaks a copy of the application in six ways, and expects that its checks name each.
broken() {
    local copy=$work/broken walked=$work/broken.jsonl finding
    cp -R "$1" "$copy"
    cd "$copy"
    sed 's/CheckStatus/Forgotten/' Sources/Application/Usecases/CheckStatus.swift >Sources/Application/Usecases/Forgotten.swift
    sed -i '1i import Foundation' Sources/Domain/ServiceStatus.swift
    sed -i -e 's/try await dependencies.statusPage.status()/(try? await dependencies.statusPage.status())\
                ?? ServiceStatus(indicator: "none", description: "")/' -e '/let status = /i\
            try await dependencies.dataStore.save(Key<Bool>("seen", example: ("seen", true)).with(true))' \
        Sources/Application/Usecases/CheckStatus.swift
    sed -i 's/\["none", "minor", "unheard-of"\]/["minor"]/' Tests/*/Usecases/CheckStatusSpec.swift
    # shellcheck disable=SC2016
    sed 's/`Use case: .*`/`A second spec`/' Tests/*/Usecases/CheckStatusSpec.swift >SecondSpec.swift
    mv SecondSpec.swift Tests/*/Usecases
    cd "$root"
    built "$copy" "${shared[@]}"
    (cd "$copy" && USECASES_COVERAGE=$walked "$swift" test --skip-build "${shared[@]}") >"$work/said" 2>&1 || true
    if (cd "$copy" && USECASES_COVERED=$walked "$swift" test --skip-build "${shared[@]}" --filter HouseSpec) >>"$work/said" 2>&1; then
        fail 'A broken application passes its checks.'
    fi
    for finding in \
        'No spec covers CheckStatus: ' 'Several specs cover CheckStatus: ' 'Domain/ServiceStatus.swift imports Foundation.' \
        'CheckStatus: After StatusPage.status() failed with ' 'declares the use case Forgotten, which is missing in `' \
        'CheckStatus: It uses the key “seen”, which is missing in `'; do
        grep -aF "$finding" "$work/said" || fail "The checks of a broken application do not say: $finding"
    done
}

# The services of the first use case and of the guide, as far as these call them.
mkdir -p "$work/service/v1" "$work/service/api/v2"
echo '{"status":{"indicator":"minor","description":"Slow"}}' >"$work/service/api/v2/status.json"
echo '{"current":{"temperature_2m":12.3}}' >"$work/service/v1/forecast"
python3 -m http.server 8427 --bind 127.0.0.1 --directory "$work/service" >/dev/null 2>&1 &
export STOREFRONT26_WEATHER_URL=http://127.0.0.1:8427

# texts: prints the help and the exit statuses of the program in both languages.
texts() {
    local command
    local -a commands
    local -x STOREFRONT26_LANGUAGE
    mapfile -t commands < <("$build/debug/$program" --help | sed -nE 's/^  ([a-z][a-z-]*)( .*)?$/\1/p')
    [ ${#commands[@]} -ge 7 ] || fail "The help lists only ${#commands[@]} commands."
    for STOREFRONT26_LANGUAGE in en ja; do
        "$build/debug/$program" --help
        for command in "${commands[@]}"; do "$build/debug/$program" "$command" --help; done
        "$build/debug/$program" help exit-status
    done
}

# guided FOLDER PAGE…: follows its guides. The first use case is removed completely, and the guide and the README remain
# correct.
guided() {
    local page command status=0
    for page in "${@:2}"; do (cd "$1" && python3 "$root/Scripts/follow_guide.py" "$page.md"); done
    built "$1" "${shared[@]}"
    (cd "$1" && make -s lint &&
        USECASES_PAGES=write "$swift" test --skip-build "${shared[@]}" --filter HouseSpec &&
        "$swift" test --skip-build "${shared[@]}") || fail "$1 does not pass its own checks after its guide."
    if grep -rE 'CheckStatus|StatusPage|status-url' "$1"/{Sources,Tests,README.md,Makefile}; then
        fail "Something is left of the first use case."
    fi
    for page in README GUIDE; do
        sed -n 's/^swift run //p' "$1/$page.md" | while IFS= read -r command; do
            PATH=$build/debug:$PATH STOREFRONT26_STATE_DIR=$work/guided sh -c "$command" </dev/null ||
                fail "The $page has a command that fails: $command"
        done
    done >"$work/seen"
    grep -F 'It is 12.3 °C.' "$work/seen"
    STOREFRONT26_LATITUDE=north "$build/debug/$program" weather || status=$?
    [ "$status" = 64 ] || fail "With a wrong setting the command ended with $status."
    texts >>"$work/seen"
    if grep -iE -- "$words" "$work/seen"; then fail "The application says whose it was."; fi
}

# Checks the starter itself, and the course.
built "$root/Starter" "${shared[@]}"
(cd Starter && make -s lint && "$swift" test --skip-build "${shared[@]}")
built "$root/Course/application" "${shared[@]}"

for language in en ja; do
    "$tool" new "$name" "$work/$language" --language "$language"
    built "$work/$language" "${shared[@]}"
    checked "$work/$language"
    if [ "$language" = en ]; then broken "$work/en"; fi
    if [ "$language" = en ] && [ ! "$short" ]; then guided "$work/en" GUIDE; fi
done
if "$tool" new "$name" "$work/en" >/dev/null 2>&1; then fail "An application was overwritten."; fi
if "$tool" new 'Not a name' "$work/three" 2>/dev/null; then fail "A bad name was accepted."; fi
[ ! -e "$work/three" ] || fail "A bad name left something behind."

# Checks an application with a PostgreSQL database, on a cluster that is thrown away.
"$tool" new "$name" "$work/postgresql"
for _ in 1 2; do (cd "$work/postgresql" && "$tool" add database --kind postgresql >"$work/said"); done
grep -F 'already' "$work/said"
if (cd "$work/postgresql" && "$tool" add database >/dev/null); then fail "An application got two databases."; fi
built "$work/postgresql" "${shared[@]}"
start_postgresql
(cd "$work/postgresql" && make -s lint && STOREFRONT26_TEST_DATABASE=$POSTGRESQL_URL "$swift" test --skip-build "${shared[@]}") \
    >"$work/said" 2>&1 || { cat "$work/said" >&2; fail "The application with PostgreSQL does not pass its own checks."; }
grep -F 'Suite "The data store in PostgreSQL" passed' "$work/said"
stop_postgresql

# serving PROGRAM OPTION…: starts the service of the program, and waits until it answers.
serving() {
    "$build/debug/$1" serve --port 8426 "${@:2}" 2>"$work/serve.log" &
    service=$!
    for _ in $(seq 100); do curl -fsS http://127.0.0.1:8426/health >/dev/null 2>&1 && break; sleep 0.1; done
}

# served STATUS PATH TEXT: starts the service, and expects this status and text at the path, which its contract describes.
served() {
    local service status
    STOREFRONT26_STATUS_URL=http://127.0.0.1:8427 serving "$program"
    status=$(curl -sS -o "$work/answer" -w '%{http_code}' "http://127.0.0.1:8426$2")
    [ "$status" = "$1" ] || fail "The service answers $2 with $status."
    grep -F "$3" "$work/answer" || fail "The answer to $2 has another form."
    curl -fsS http://127.0.0.1:8426/openapi.json | grep -F "\"$2\""
    kill "$service"
    wait "$service" || fail "The service did not end well."
}

# survived: kills the service while a run waits or is played, and expects that the run ends after the next start, and only once.
survived() {
    local run
    local -x STOREFRONT26_STATE_DIR=$work/durable
    # queued CONDITION: counts the runs that meet it.
    queued() {
        python3 -c 'import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone())' \
            "$work/durable/store.sqlite" "SELECT count(*) FROM runs WHERE $1"
    }
    for _ in $(seq 9); do
        serving "$program"
        run=$(curl -sS -X POST -D - http://127.0.0.1:8426/greetings | sed -nE 's/^location: ([!-~]+).*/\1/ip')
        kill -9 "$service"
        wait "$service" || true
        [ "$(queued "state = 'unfinished'")" = 0 ] || break
    done
    [ "$(queued "state = 'unfinished'")" = 1 ] || fail "No run was under way when the service was killed."
    serving "$program"
    for _ in $(seq 600); do
        curl -fsS "http://127.0.0.1:8426$run" >"$work/answer"
        grep -F '"ended"' "$work/answer" && break
        sleep 0.1
    done
    sleep 2
    kill "$service"
    wait "$service" || fail "The service did not end well."
    [ "$(queued "state = 'ended' AND json_array_length(notes) = 1")" = "$(queued true)" ] ||
        fail "A run did not end, or its change was made more than once."
    "$build/debug/$program" greet --language en | grep -F 'they have met today'
}

# Checks an application with a service and a database next to the build with the service.
"$tool" new "$name" "$work/served" --language ja
for part in service database; do
    (cd "$work/served" && "$tool" add "$part" && "$tool" add "$part" | grep -F 'already')
done
build=$root/.build-server
shared=(--scratch-path "$build" --explicit-target-dependency-import-check error)
built "$work/served" "${shared[@]}"
checked "$work/served"
served 200 /status '"indicator":"minor"'
guided "$work/served" GUIDE SERVICE JAPANESE
served 200 /weather '{"celsius":12.3}'
survived
# Processes that share the database greet the user once a day.
greeted=$(for _ in $(seq 8); do "$build/debug/$program" greet --state-dir "$work/shared" --language en & done |
    grep -c 'greets the user' || true)
[ "$greeted" = 1 ] || fail "$greeted of 8 processes greeted the user."
[ -f "$work/shared/store.sqlite" ] || fail "The values are not in the database."

# Follows the page on screens. Its invariant is broken until the last section, and its form refuses what no page offers.
page=$root/docs/how-to/show-a-screen.md
"$tool" new Shop "$work/shop-with-screens" --service
cd "$work/shop-with-screens"
export SHOP_STATE_DIR=$work/books
# shellcheck disable=SC2016
for part in '/^## 7\. /,$d' '1,/^## 7\. /{/^## 7\. /!d}'; do
    sed "$part" "$page" >"$work/part.md"
    python3 "$root/Scripts/follow_guide.py" "$work/part.md"
    built "$PWD" "${shared[@]}"
    "$build/debug/shop" worlds ShowBooks AddBook FinishBook >"$work/worlds" || echo "$?" >>"$work/races"
done
[ "$(cat "$work/races")" = 1 ] || fail "The race is not found, or not fixed."
# Follows the page on long lists, which continues.
python3 "$root/Scripts/follow_guide.py" "$root/docs/how-to/page-through-a-list.md"
built "$PWD" "${shared[@]}"
make -s lint
"$swift" test --skip-build "${shared[@]}"
"$build/debug/shop" books --add Emma
"$build/debug/shop" books | grep -Fx 'Emma (novel)'
status=0
"$build/debug/shop" books --add Emma || status=$?
[ "$status" = 1 ] || fail "A title was added twice, with the status $status."
"$build/debug/shop" catalogue --after 'Book 1990' | tail -1 | grep -Fx 'Book 2000'
serving shop --web

# sent STATUS TEXT FIELD…: sends the form for a new book with these fields, and expects this status and text of the page that follows.
sent() {
    local status field
    local -a fields=()
    curl -fsS -b "$work/jar" -c "$work/jar" http://127.0.0.1:8426/web/books/add >"$work/form"
    grep -F '<select id="f-kind"' "$work/form" || fail "The form has no choice."
    grep -F 'type="checkbox"' "$work/form" || fail "The form has no switch."
    for field in token form; do
        fields+=(--data-urlencode "$field=$(sed -nE "s/.*name=\"$field\" value=\"([^\"]*)\".*/\1/p" "$work/form" | tail -1)")
    done
    for field in "${@:3}"; do fields+=(--data-urlencode "$field"); done
    status=$(curl -sS -L -b "$work/jar" -c "$work/jar" -o "$work/answer" -w '%{http_code}' "${fields[@]}" \
        http://127.0.0.1:8426/web/books/add)
    [ "$status" = "$1" ] || fail "The form is answered with $status."
    grep -F "$2" "$work/answer" || fail "The page that follows the form has another text."
}
curl -fsS http://127.0.0.1:8426/web >"$work/answer"
grep -F 'Show the reading list' "$work/answer"
grep -F 'Page through the catalogue' "$work/answer"
curl -fsS http://127.0.0.1:8426/web/books/finish | grep -F 'name="title"'
sent 422 'Choose one of the values.' title=Odes kind=song note=
sent 200 'Odes (poetry, borrowed)' title=Odes kind=poetry borrowed=yes note=
pages=0
link=/web/catalogue
while [ "$link" ]; do
    curl -fsS "http://127.0.0.1:8426$link" >"$work/answer"
    link=$(sed -nE 's/.*href="([^"]*)">Next page<.*/\1/p' "$work/answer")
    pages=$((pages + 1))
done
grep -F 'Book 2000' "$work/answer"
[ "$pages" = 100 ] || fail "Links lead through $pages pages of the catalogue."
kill "$service"
wait "$service" || fail "The service did not end well."
cd "$root"

if [ ! "$short" ]; then
    start=$(date +%s)
    "$tool" new Shop "$work/shop"
    (cd "$work/shop" && "$swift" run shop usecases >/dev/null && make -s test >/dev/null 2>&1)
    echo "From nothing to green specs: $(($(date +%s) - start)) s."
fi
echo "All applications are complete."
