#!/usr/bin/env bash
# Builds the documentation of the libraries with docc, a part of the toolchain. Writes an archive for each module to
# .build-docs, and a combined archive to .build-docs/all. A warning of docc is a failure, such as a link to a symbol
# that is not public. A public declaration without a comment, an example of a page or a state of a file of the tutorial that
# does not compile, and a program of the tutorial with another output are failures, too.
#   Scripts/docs.sh [FOLDER]     documents the modules that a build for debugging has left in FOLDER, such as .build-server; without
#                                it, builds with the default traits first, which have no service to document
# To read it: python3 -m http.server --directory .build-docs/all, and open http://localhost:8000/documentation/. To see a landing
# page while it is written: docc preview Libraries/Engine/UsecasesEngine.docc --additional-symbol-graph-dir .build-docs/symbols/UsecasesEngine \
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
    UsecasesEngine UsecasesPresenter UsecasesSystem UsecasesLaboratory UsecasesStorage UsecasesRuns UsecasesAPIClient UsecasesTerminal UsecasesService UsecasesTesting
)
catalogues=(Libraries/*/*.docc)
if [ ${#catalogues[@]} -ne ${#modules[@]} ]; then
    echo "Scripts/docs.sh documents ${#modules[@]} modules, and there are ${#catalogues[@]} catalogues in Libraries." >&2
    exit 1
fi
for module in "${modules[@]}"; do
    # The Swift Package Index builds without traits, so without the service.
    [ "$module" = UsecasesService ] || grep -q -- "- $module\$" .spi.yml ||
        { echo ".spi.yml does not document $module." >&2; exit 1; }
done

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

# undocumented FOLDER: prints the public declarations without a comment in the symbol graphs of a module. A declaration without
# a location is the compiler's. The cases of an enum may be explained by its own comment.
undocumented() {
    python3 - "$1" <<'EOF'
import json, pathlib, sys

for graph in sorted(pathlib.Path(sys.argv[1]).glob("*.symbols.json")):
    for symbol in json.loads(graph.read_text())["symbols"]:
        is_exempt = symbol["kind"]["identifier"] in ("swift.enum.case", "swift.extension")
        if "location" in symbol and "docComment" not in symbol and not is_exempt:
            line = symbol["location"]["position"]["line"] + 1
            path = symbol["location"]["uri"].removeprefix(pathlib.Path.cwd().as_uri() + "/")
            print(f"{path}:{line}: {'.'.join(symbol['pathComponents'])} has no comment.")
EOF
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
    findings=$(undocumented "$symbols")
    if [ -n "$findings" ]; then
        echo "$findings" >&2
        status=1
    fi
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
# Each example continues the example of UsecasesEngine, and is compiled like the libraries.
while IFS= read -r word; do example_options+=("$word"); done < <(words "$line" -swift-version -enable-upcoming-feature)

# compile ARGUMENT…: compiles files with these options.
compile() {
    "${swift}c" -warnings-as-errors -module-name Example "${example_options[@]}" "$@"
}

for example in "${examples[@]}"; do
    files=("$output/examples/UsecasesEngine.swift")
    if [ "$example" != "${files[0]}" ]; then files+=("$example"); fi
    compile -typecheck -parse-as-library "${files[@]}" || { status=1; break; }
done
# Each state of the tutorial's use case compiles. With its last state, each state of the program prints what the tutorial shows.
tutorial=Libraries/Engine/UsecasesEngine.docc/FirstUseCase
for state in "$tutorial"/Greet-*.swift; do
    compile -typecheck -parse-as-library "$state" || status=1
done
for state in "$tutorial"/Main-*.swift; do
    shown=${state/Main/Output}
    cp "$state" "$output/examples/main.swift"
    if ! compile -o "$output/examples/tutorial" "$(printf '%s\n' "$tutorial"/Greet-*.swift | tail -1)" "$output/examples/main.swift" \
        "$folder"/debug/Usecases{Engine,Laboratory,Storage,System}.build/*.o ||
        ! "$output/examples/tutorial" | diff "${shown%.swift}.txt" -; then
        status=1
    fi
done
if [ "$status" -ne 0 ]; then
    echo 'Every public declaration must have a comment, without warnings of docc. Examples and the tutorial must compile, and show what its' \
        'program prints. See above.' >&2
    exit "$status"
fi
"$docc" merge "${archives[@]}" --output-path "$output/all" --synthesized-landing-page-name calearning \
    --synthesized-landing-page-topics-style list
