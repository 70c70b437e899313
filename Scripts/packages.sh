# shellcheck shell=bash
# Functions that install the requirements of other scripts. This file is sourced, not run.

# Installs Debian packages if permitted. Otherwise prints their names, and fails.
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

# Installs a tool in this way. The tool may be present without its package.
require_tool() {
    command -v "$1" >/dev/null && return
    if command -v dpkg >/dev/null; then
        require_packages "${2:-$1}"
    else
        echo "Please install: $1" >&2
        return 1
    fi
}

# Installs a Python package in a virtual environment, unless the environment has its module.
#   require_python ENVIRONMENT MODULE PACKAGE==VERSION
require_python() {
    "$1/bin/python" -c "import $2" 2>/dev/null && return
    python3 -m venv "$1" 2>/dev/null || { require_packages python3-venv && python3 -m venv --clear "$1"; }
    "$1/bin/python" -m pip install --quiet --disable-pip-version-check "$3"
}

# Installs Chromium, Playwright and axe-core in this environment, and sets BROWSER to the browser, unless it names another.
require_browser() {
    BROWSER=${BROWSER:-/usr/bin/chromium}
    [ -x "$BROWSER" ] || require_packages chromium
    if command -v fc-list >/dev/null && [ -z "$(fc-list :lang=ja)" ]; then require_packages fonts-noto-cjk; fi
    # Its wheel contains axe-core 4.12.
    require_python "$1" playwright playwright==1.65.2
    require_python "$1" axe_playwright_python axe-playwright-python==0.1.8
}

# Installs schemathesis in this environment.
require_schemathesis() {
    require_python "$1" schemathesis schemathesis==4.32.5
}
