#!/usr/bin/env bash
# Checks the manual pages and the completion scripts of an installation: Scripts/release/check-manual.sh PREFIX
# Each command has a page in both languages, with all of its options, that `man` shows and finds without a complaint. The
# shells offer the names and values that the programs accept.
set -euo pipefail
prefix=$(realpath "$1")
cd "$(dirname "$0")/../.."
# shellcheck source=../packages.sh
source Scripts/packages.sh
# shellcheck source=common.sh
source Scripts/release/common.sh

require_tool jq
require_tool man man-db
require_tool zsh
require_tool fish
export PATH=$prefix/bin:$PATH
expected=$(mktemp)
trap 'rm -f "$expected"' EXIT

# commands PROGRAM: prints each command with its options, in a line.
commands() {
    "$1" --experimental-dump-help | jq --raw-output '
        def commands(above):
            (above + [.commandName]) as $names
            | ($names | join("-")) + " " + ([.arguments[]? | select(.shouldDisplay) | .names[]? | select(.kind == "long") | "--" + .name] | join(" ")),
              (.subcommands[]? | select(.commandName != "help") | commands($names));
        .command | commands([])'
}

# offered SHELL LINE: prints what a shell offers at the end of the line.
offered() {
    # shellcheck disable=SC2016
    case $1 in
        bash)
            bash -c '
                compopt() { :; } # bash allows it only where a key is pressed.
                source "$1"
                COMP_LINE=$2 COMP_POINT=${#2}
                read -r -a COMP_WORDS <<<"$2"
                [[ $2 != *" " ]] || COMP_WORDS+=("")
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                function=$(complete -p calearning | grep -oP -- "-F \K\S+")
                "$function" calearning "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
                printf "%s\n" "${COMPREPLY[@]}"
            ' - "$prefix/share/bash-completion/completions/calearning" "$2"
            ;;
        fish)
            fish --no-config --command 'source $argv[1]; complete --do-complete $argv[2]' \
                "$prefix/share/fish/vendor_completions.d/calearning.fish" "$2" | cut -f 1
            ;;
        zsh)
            # zsh completes only in a terminal. Whatever it would add is printed.
            zsh -f -c '
                zmodload zsh/zpty
                zpty shell zsh -f -i
                zpty -w shell "PROMPT= fpath=(${(q)1} \$fpath)
                    autoload -Uz compinit; compinit -D -u; bindkey \"^I\" complete-word
                    compadd() {
                        local -a offered
                        [[ \$* == *-[OAD]\ * ]] || builtin compadd -O offered \"\$@\"
                        print -rl -- \"\" \"offered:\"\${^offered}
                        builtin compadd \"\$@\"
                    }
                    finish() { print done:; zle kill-buffer }; zle -N finish; bindkey \"^X\" finish
                    print ready:"
                zpty -r -m shell seen "*ready:*ready:*"
                zpty -w -n shell "$2"$'"'\t\C-x'"'
                zpty -r -m shell seen "*done:*"
                print -r -- $seen
            ' - "$prefix/share/zsh/site-functions" "$2" | tr -d '\r' | sed -n 's/.*offered://p'
            ;;
    esac | sort --unique | xargs
}

for program in "${programs[@]}"; do
    while read -r name options; do
        echo "$name.1" >>"$expected"
        for page in "$prefix"/share/man/{,ja/}man1/"$name.1"; do
            # The call is the one of lintian.
            complaints=$(MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null) || true
            [ -z "$complaints" ] || fail "$page: $complaints"
            lexgrog "$page" >/dev/null || fail "whatis(1) cannot read $page"
        done
        text=$(MANWIDTH=80 man -l "$prefix/share/man/man1/$name.1")
        for option in $options; do
            grep -q -E -- "^ +(-., )?$option( |$)" <<<"$text" || fail "$name(1) lacks $option"
        done
        [[ $text == *'EXIT STATUS'*' 64 '* ]] || fail "$name(1) lacks the exit statuses"
    done < <(commands "$program")
done
for folder in man1 ja/man1; do
    diff <(sort "$expected") <(ls "$prefix/share/man/$folder") || fail "$folder has other pages than there are commands"
done

for shell in bash zsh fish; do
    while IFS='|' read -r line words; do
        found=$(offered $shell "$line")
        [ "$found" = "$words" ] || fail "$shell completes '$line' to '$found', and not to '$words'"
    done <<'LINES'
calearning bo|boot
calearning boot --st|--state-dir --store
calearning boot --format |json text
calearning usecases Bo|Boot
LINES
done
echo "The manual and the completions are those of ${programs[*]}."
