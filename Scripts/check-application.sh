#!/usr/bin/env bash
# Makes an application of one's own, without and with a service, and checks that each is complete: it builds without warnings,
# passes its lint, its specs, its coverage and its specification, has no word of this application left, and a use case can be
# added to it.
#   check-application.sh [--short]         leaves out following its guides to their last command, and building the service
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/packages.sh
source Scripts/packages.sh
# shellcheck source=Scripts/program.sh
source Scripts/program.sh
require_tool python3

short=
[ "${1:-}" != --short ] || short=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
calearning=$(program_to_try)
# Names at the bounds of what is allowed, so that a longer one does not make lines too long.
name=Storefront26

fail() {
    echo "$1" >&2
    exit 1
}

# application FOLDER [OPTION]: makes one in the folder, and checks what can be seen without building it.
application() {
    "$calearning" application "$name" "$work/$1" "${@:2}"
    if [ ! "$short" ] || [ $# -eq 1 ]; then
        "$calearning" application "$name" "$work/again" "${@:2}" >/dev/null
        diff -r "$work/$1" "$work/again" || fail "Two applications that were made alike differ."
        rm -rf "$work/again"
    fi
    cd "$work/$1"
    du -sk . | awk '{ print "  " $1 " KiB" }'
    find . -name '*.swift' -print0 | xargs -0 cat | wc -l | awk '{ print "  " $1 " lines of Swift" }'
    if grep -rniI calearning . | grep -v ':Made from'; then fail "The name of this application is left there."; fi
    # Words that only this application has.
    if grep -rnIwE 'UDIDs?|InstallationKey|Boot|ReadZen|MovableType|AccountRegistry|SQLite|PostgreSQL|GRDB' \
        Sources Tests Package.swift README* Makefile Scripts; then
        fail "Words of this application are left there."
    fi
    git init -q
    git add --all
    git -c user.name=check -c user.email=check@example.invalid commit -qm "Begin"
}

# complete: checks the application in this folder by its own means.
complete() {
    make test
    # What only this application can do must not be in the help of the other one.
    for language in en ja; do
        if "${SWIFT:-swift}" run --skip-build "${name,,}" --help --language "$language" |
            grep -iE 'exercise|course|session|password|logged in|name is taken|GitHub|練習問題|講座|ログイン|パスワード'; then
            fail "The help speaks of what the application does not have."
        fi
    done
    make coverage
    make specification
    git diff --exit-code || fail "The pages are not those that the program writes."

    if make usecase NAME=Greet 2>/dev/null; then fail "A missing title was accepted."; fi
    if make usecase NAME=greet TITLE=ユーザに挨拶する 2>/dev/null; then fail "A bad name of a use case was accepted."; fi
    if make usecase NAME=CheckServiceStatus TITLE=調べる 2>/dev/null; then fail "A name that is taken was accepted."; fi
    [ -z "$(git status --porcelain)" ] || fail "A refused use case left something behind."
    [ "$short" ] || make guide
}

application plain
if "$calearning" application "$name" "$work/plain" >/dev/null 2>&1; then fail "An application was overwritten."; fi
if "$calearning" application 'Not a name' "$work/three" 2>/dev/null; then fail "A bad name was accepted."; fi
[ ! -e "$work/three" ] || fail "A bad name left something behind."
complete

application served --service
if grep -rn '^Documentation=man:' deploy; then fail "Its unit names a page of a manual that it does not have."; fi
if [ "$short" ]; then
    make lint
    "${SWIFT:-swift}" package dump-package >/dev/null
else
    complete
fi
echo "Both applications are complete."
