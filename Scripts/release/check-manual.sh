#!/usr/bin/env bash
# Checks the manual pages and the completion scripts that manual.sh has written: check-manual.sh PROGRAM DIRECTORY
# The pages are compared with the help of the program and with the documents. The scripts are used in their shells.
set -euo pipefail

program=$(realpath "$1")
directory=$(realpath "$2")
cd "$(dirname "$0")/../.."
# shellcheck source=Scripts/packages.sh
source Scripts/packages.sh

require_tool man man-db
require_tool groff
require_tool mandoc
require_tool zsh
require_tool fish
PYTHONDONTWRITEBYTECODE=1 python3 Scripts/release/check_manual.py "$program" "$directory"
