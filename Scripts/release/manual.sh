#!/usr/bin/env bash
# Writes the manual pages and the completion scripts of a program from the program's own description:
# manual.sh PROGRAM DIRECTORY
# The pages have the date of SOURCE_DATE_EPOCH, or else of today.
set -euo pipefail

program=$(realpath "$1") name=$(basename "$1")
mkdir -p "$2/completions"
directory=$(realpath "$2")
cd "$(dirname "$0")"

PYTHONDONTWRITEBYTECODE=1 python3 manual.py "$program" "$directory/man"
completion() { # SHELL
    env -i LANG=C "$program" --generate-completion-script "$1"
}
# The script for bash is read and not run, so it needs no shebang line.
completion bash | sed '1{/^#!/d;}' >"$directory/completions/$name.bash"
completion zsh >"$directory/completions/_$name"
completion fish >"$directory/completions/$name.fish"
