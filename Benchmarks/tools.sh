# shellcheck shell=bash
# What the scripts of this folder share. It is sourced, not run.

# row NAME FIGURE [AIM]: a line of the table.
row() {
    printf '  %-66s %16s   %s\n' "$1" "$2" "${3:-}"
}

# ratio A B: A divided by B, to two places.
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

# tenths BYTES: megabytes to one place.
tenths() {
    awk -v bytes="$1" 'BEGIN { printf "%.1f MB", bytes / 1000000 }'
}

# on_disk: makes a folder for what must be durable. /tmp may be in memory, where nothing is.
on_disk() {
    local folder
    folder=$(mktemp -d "${TMPDIR:-/var/tmp}/calearning-bench.XXXXXX") || return 1
    if [ "$(stat --file-system --format %T "$folder")" = tmpfs ]; then
        echo "$folder is in memory: set TMPDIR to a folder on a disk, or durability costs nothing." >&2
    fi
    echo "$folder"
}
