#!/usr/bin/env bash
# Prints what bash offers at the end of a line: complete.bash COMPLETIONS LINE
# The folder COMPLETIONS has the script, as `manual.sh` writes it.

compopt() { :; } # bash allows it only where somebody presses the key.

COMP_LINE=$2
COMP_POINT=${#COMP_LINE}
read -ra COMP_WORDS <<<"$COMP_LINE"
[[ $COMP_LINE == *' ' ]] && COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
program=${COMP_WORDS[0]}

# shellcheck source=/dev/null
source "$1/$program.bash"
[[ $(complete -p "$program") =~ -F\ ([^ ]+) ]] || exit
COMPREPLY=()
"${BASH_REMATCH[1]}" "$program" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
