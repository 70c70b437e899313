#!/usr/bin/env bash
# Writes the manual pages and the completion scripts of the programs, PARTS/man and PARTS/completions:
#   Scripts/release/manual.sh PARTS CHECKOUTS
# SOURCE_DATE_EPOCH is the date of the pages. The English ones are those of swift-argument-parser's generate-manual, and
# the lists that it omits. It also omits each letter outside of ASCII, so a Japanese page shows the help of its command.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=common.sh
source Scripts/release/common.sh

parts=$(realpath "$1") checkouts=$(realpath "$2") scratch=$PWD/.build-release/manual
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
date=$(date --date="@$SOURCE_DATE_EPOCH" +%Y-%m-%d)
mkdir -p "$parts"/man/{man1,ja/man1} "$parts/completions"

# help_of LANGUAGE COMMAND...: prints the help of a command, as unformatted lines of a manual page.
help_of() { LC_ALL=$1 COLUMNS=72 "$parts/$2" "${@:3}" --help | sed 's/\\/\\e/g; s/-/\\-/g; s/^/\\\&/'; }

"${SWIFT:-swift}" build --package-path "$checkouts/swift-argument-parser" --scratch-path "$scratch" --product generate-manual
for program in "${programs[@]}"; do
    # The tool asks a program for its commands. It would omit the values of options. The parser's own command only shows
    # the help of others.
    "$parts/$program" --experimental-dump-help | jq '
        (.. | select(.allValues? and .kind == "option")) |= (.abstract += " (values: \(.allValues | join(", ")))")
        | (.. | .subcommands? // empty) |= map(select(.commandName != "help"))' >"$work/commands.json"
    if LC_ALL=C grep '[^ -~]' "$work/commands.json"; then fail 'generate-manual would omit letters of these lines'; fi
    printf '#!/bin/sh\ncat %q\n' "$work/commands.json" >"$work/program"
    chmod 755 "$work/program"
    "$scratch/debug/generate-manual" "$work/program" --multi-page --date "$date" --output-directory "$work"
    for shell in bash zsh fish; do
        # The script for bash is read and not run, so it needs no shebang line.
        "$parts/$program" --generate-completion-script $shell | sed '1{/^#!/d}' >"$parts/completions/$program.$shell"
    done
done

for page in "$work"/*.1; do
    name=$(basename "$page" .1)
    read -r -a command <<<"${name//./ }"
    # Names of pages have hyphens instead of the tool's dots.
    name=${name//./-}
    commands=$(help_of C.UTF-8 "${command[@]}" | sed -n '/COMMANDS:$/,$p')
    {
        [ -z "$commands" ] || printf '.Sh COMMANDS\n.Bd -literal\n%s\n.Ed\n' "$commands"
        printf '.Sh EXIT STATUS\n.Bd -literal\n%s\n.Ed\n' "$(COLUMNS=72 "$parts/${command[0]}" help exit-status)"
        printf '.Sh FILES\nThe variables and files are listed in\n.Pa share/doc/calearning/command-line.md\nand\n.Pa share/doc/calearning/files.md .\n'
    } >"$work/lists"
    # whatis(1) wants the name of the page, and no quotation marks. An empty line begins a paragraph.
    sed -E -e "s/^\.Nm \"${command[*]}\"\$/.Nm $name/; t" -e "s/^\.Nm\$/.Nm \"${command[*]}\"/" -e 's/^\.Nd "(.*)"$/.Nd \1/' -e 's/^$/.Pp/' \
        -e '/^\.(Dt|Xr) /{ y/./-/; s/^-/./ }' -e "s/^\.Os\$/.Os ${command[0]}/" \
        -e '/^\.Sh "EXIT STATUS"/d' -e "/^\.Ex/{ r $work/lists" -e 'd }' "$page" >"$parts/man/man1/$name.1"

    {
        summary=$(LC_ALL=ja_JP.UTF-8 COLUMNS=10000 "$parts/${command[0]}" "${command[@]:1}" --help | sed -n 's/^概要: //p')
        printf '.TH "%s" 1 %s "%s" ユーザーコマンド\n' "${name^^}" "$date" "${command[0]}"
        printf '.SH 名前\n%s \\- %s\n.SH 説明\n.nf\n%s\n.fi\n' "$name" "${summary%。}" "$(help_of ja_JP.UTF-8 "${command[@]}")"
    } >"$parts/man/ja/man1/$name.1"
done
