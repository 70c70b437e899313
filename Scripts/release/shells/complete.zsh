#!/usr/bin/env zsh
# Prints what zsh offers at the end of a line: complete.zsh COMPLETIONS LINE
# The folder COMPLETIONS has the script, as `manual.sh` writes it, and becomes part of the path of functions, as an
# installed one would be.

zmodload zsh/zpty
zpty shell zsh -f -i

# Does something in the shell, and waits until it has been done.
tell() {
    zpty -w shell "$1; print do''ne"
    zpty -r -m shell seen '*done*' || exit 1
}

tell 'PROMPT= RPROMPT= PS2= LISTMAX=-1'
tell "fpath=(${(q)1} \$fpath); autoload -Uz compinit; compinit -D -u"
tell "bindkey '^I' complete-word; setopt list_types no_beep; zstyle ':completion:*' verbose no"
# Whatever a completion would add is printed in place of being added.
tell 'compadd() {
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
    local -a offered
    builtin compadd -O offered "$@"
    (( $#offered )) && print -rl -- "" ${offered/#/offered:}
    builtin compadd "$@"
}'
tell 'finish() { print; print do""ne; zle -I; zle kill-buffer }; zle -N finish; bindkey "^X" finish'

zpty -w -n shell "$2"$'\t\C-x'
zpty -r -m shell seen '*done*'
zpty -d shell
print -r -- $seen | tr -d '\r' | sed -n 's/^offered://p' | sort -u
