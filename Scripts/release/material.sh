#!/usr/bin/env bash
# Puts the material of `usecase` (the course, new applications) into a folder:
#   Scripts/release/material.sh CHECKOUTS FOLDER
# FOLDER/source has the libraries, the starter and the course of this repository. FOLDER/packages has the packages of
# the default build, from CHECKOUTS. The manifest takes them from there, so an application builds without a network.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=common.sh
source Scripts/release/common.sh

checkouts=$(realpath "$1") folder=$2
mkdir -p "$folder/source" "$folder/packages"
git ls-files -z -- Package.swift LICENSE Libraries Sources Tool Starter Course |
    tar --create --null --files-from=- --mode=u=rwX,go=rX | tar --extract --directory "$folder/source"
for package in OpenCombine swift-argument-parser swift-http-types; do
    [ -f "$checkouts/$package/Package.swift" ] || fail "$checkouts has no $package"
    sed -i -E "s#\.package\(url: \"[^\"]*/$package\", from: \"[^\"]*\"\)#.package(path: \"../packages/$package\")#" "$folder/source/Package.swift"
    tar --create --directory "$checkouts" --exclude='.*' --exclude='OpenCombine/utils' --mode=u=rwX,go=rX "$package" | tar --extract --directory "$folder/packages"
done
