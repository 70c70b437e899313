#!/usr/bin/env fish
# Prints what fish offers at the end of a line: complete.fish COMPLETIONS LINE
# The folder COMPLETIONS has the script, as `manual.sh` writes it.

source $argv[1]/(string split ' ' $argv[2])[1].fish
# A description follows each, behind a tabulator.
complete --do-complete $argv[2] | string split --fields 1 \t
