#!/usr/bin/env bash
# Builds the documentation of the libraries with docc, a part of the toolchain. Writes an archive for each module to
# .build-docs, and a combined archive to .build-docs/all. A warning of docc is a failure, such as a link to a symbol
# that is not public. An example of a page that does not compile is a failure, too.
#   Scripts/docs.sh [FOLDER]     documents the modules that a build for debugging has left in FOLDER, such as .build-traits; without
#                                it, builds with the default traits first, which have no service to document
# To read it: python3 -m http.server --directory .build-docs/all, and open http://localhost:8000/documentation/. To see a landing
# page while it is written: docc preview Libraries/Usecases/Usecases.docc --additional-symbol-graph-dir .build-docs/symbols/Usecases \
#   --output-dir .build-docs/preview
set -euo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
folder=${1:-}
if [ -z "$folder" ]; then
    folder=.build
    "$swift" build --explicit-target-dependency-import-check error
fi
docc=$(dirname "$(command -v "$swift")")/docc
[ -x "$docc" ] || docc=$(xcrun --find docc)

# Each module follows the modules to whose symbols it links.
modules=(
    Usecases UsecasesSystem UsecasesLaboratory UsecasesStorage UsecasesAPIClient UsecasesTerminal UsecasesService UsecasesTesting
)
catalogues=(Libraries/*/*.docc)
if [ ${#catalogues[@]} -ne ${#modules[@]} ]; then
    echo "Scripts/docs.sh documents ${#modules[@]} modules, and there are ${#catalogues[@]} catalogues in Libraries." >&2
    exit 1
fi

# compiled MODULE: prints the line of the build's plan that compiles the module.
compiled() {
    grep -sF "\"-module-name\",\"$1\"," "$folder/debug.yaml" || { echo "There is no build of $1 in $folder." >&2; exit 1; }
}

# words LINE OPTION…: prints the options of these names in the line, and their values, one word a line.
words() {
    local line=$1
    shift
    grep -oE "\"($(IFS='|'; echo "$*"))\",\"[^\"]*\"" <<<"$line" | awk -F '"' '{ print $2; print $4 }'
}

# code PAGE: prints the example.
code() {
    awk '/^```swift$/ { on = 1; next } /^```$/ { on = 0 } on' "$1"
}

output=.build-docs
rm -rf "$output"
mkdir -p "$output/examples" "$output/symbols"
archives=() links=() examples=() example_options=() status=0
for module in "${modules[@]}"; do
    line=$(compiled "$module")
    if [ "$module" = UsecasesService ] && [[ $line != *'"-DServer"'* ]]; then
        echo "$module is left out: $folder was built without the trait Server."
        continue
    fi
    # The paths of the modules, the C modules and the SDK, as the compiler received them.
    options=(-module-cache-path "$output/cache")
    while IFS= read -r word; do options+=("$word"); done < <(words "$line" -I -F -Xcc -sdk -target)

    symbols=$output/symbols/$module archive=$output/$module.doccarchive
    mkdir "$symbols"
    "$swift" symbolgraph-extract -module-name "$module" -output-dir "$symbols" -minimum-access-level public \
        -skip-inherited-docs -skip-synthesized-members -emit-extension-block-symbols "${options[@]}"
    catalogue=$(echo Libraries/*/"$module.docc")
    convert=("$docc" convert "$catalogue" --additional-symbol-graph-dir "$symbols" --output-dir "$archive"
        --fallback-default-module-kind Library --enable-experimental-external-link-support ${links[@]+"${links[@]}"})
    if ! "${convert[@]}" --warnings-as-errors; then
        status=1
        # The next modules still need the archive of this one.
        "${convert[@]}" >/dev/null 2>&1
    fi
    archives+=("$archive")
    links+=(--dependency "$archive")
    for page in "$catalogue"/*.md; do
        example=$output/examples/$(basename "$page" .md).swift
        code "$page" >"$example"
        examples+=("$example")
    done
    example_options+=("${options[@]}")
done
# Each example continues the example of Usecases, and is compiled like the libraries.
while IFS= read -r word; do example_options+=("$word"); done < <(words "$line" -swift-version -enable-upcoming-feature)
for example in "${examples[@]}"; do
    files=("$output/examples/Usecases.swift")
    if [ "$example" != "${files[0]}" ]; then files+=("$example"); fi
    if ! "${swift}c" -typecheck -parse-as-library -warnings-as-errors -module-name Example "${example_options[@]}" "${files[@]}"; then
        status=1
        break
    fi
done
if [ "$status" -ne 0 ]; then
    echo 'The documentation must have no warnings, and its examples must compile; see above.' >&2
    exit "$status"
fi
"$docc" merge "${archives[@]}" --output-path "$output/all" --synthesized-landing-page-name calearning \
    --synthesized-landing-page-topics-style list
