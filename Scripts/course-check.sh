#!/usr/bin/env bash
# Checks the course from the view of its users. See Scripts/course/__main__.py.
#   Scripts/course-check.sh            SHORT=1 leaves out what takes long
# USECASE=FILE tries a program that has already been built in this repository.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=packages.sh
source Scripts/packages.sh
# shellcheck source=program.sh
source Scripts/program.sh

require_tool python3
require_tool tmux
program=$(realpath "$(tool_to_try)")
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=Scripts python3 -m course "$program" .build-course
