# shellcheck shell=bash
# Functions that the scripts in this folder share. This file is sourced, not run.

# row NAME FIGURE [AIM]: prints a line of the table.
row() {
    printf '  %-66s %16s   %s\n' "$1" "$2" "${3:-}"
}

# ratio A B: prints A divided by B, with two decimal places.
ratio() {
    awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'
}

# rounded NUMBER UNIT
rounded() {
    awk -v number="$1" -v unit="$2" 'BEGIN { printf "%.*f %s", number < 10 ? 2 : number < 100 ? 1 : 0, number, unit }'
}

# megabytes BYTES
megabytes() {
    rounded "$(($1 / 1000000))" MB
}

# tenths BYTES: prints megabytes with one decimal place.
tenths() {
    awk -v bytes="$1" 'BEGIN { printf "%.1f MB", bytes / 1000000 }'
}

# on_disk: creates a folder for durable data, because /tmp may be in memory.
on_disk() {
    local folder
    folder=$(mktemp -d "${TMPDIR:-/var/tmp}/calearning-bench.XXXXXX") || return 1
    if [ "$(stat --file-system --format %T "$folder")" = tmpfs ]; then
        echo "$folder is in memory: set TMPDIR to a folder on a disk, or durability costs nothing." >&2
    fi
    echo "$folder"
}
