# shellcheck shell=bash
# Functions that install what other scripts need. This file is sourced, not run.

# Installs Debian packages if it may; otherwise prints what to install, and fails.
require_packages() {
    local missing=() package
    for package in "$@"; do
        dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return
    if [ "$(id -u)" -eq 0 ] && { apt-get install -y "${missing[@]}" || {
        apt-get update && apt-get install -y "${missing[@]}"; }; } >/dev/null 2>&1; then
        return
    fi
    echo "Please install: ${missing[*]}" >&2
    return 1
}

# The same for a tool, which may be present without its package.
require_tool() {
    command -v "$1" >/dev/null && return
    if command -v dpkg >/dev/null; then
        require_packages "${2:-$1}"
    else
        echo "Please install: $1" >&2
        return 1
    fi
}
