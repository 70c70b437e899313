#!/usr/bin/env bash
# Fuzzes the code that reads input from outside, one target after the other. See docs/contribute/fuzzing.md.
#   fuzz.sh SECONDS [TARGET …]     runs each target for SECONDS; 0 tries only the inputs in Fuzzing/Corpus
#   fuzz.sh --list                 lists the targets, each with the size of its longest input in bytes
#   fuzz.sh --corpus               tries the inputs in Fuzzing/Corpus without a fuzzer, with the build in .build-server
#   fuzz.sh --keep TARGET NAME FILE
#                                  adds the content of the file to the inputs of the target, under the name
# SEED=NUMBER, from 1 to 4294967295, repeats the choices of the run that printed it. Without it, each run chooses a new
# seed.
# Fails if anything is found. Findings, and inputs that reached new branches, are kept in .build-fuzzing.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/packages.sh
source Scripts/packages.sh
# shellcheck source=Scripts/program.sh
source Scripts/program.sh

case ${1:-} in
    --list) seconds=list ;;
    --corpus) seconds=corpus ;;
    --keep)
        [ $# -eq 4 ] || { echo "usage: fuzz.sh --keep TARGET NAME FILE" >&2; exit 64; }
        exec python3 - "Fuzzing/Corpus/$2.json" "$3" "$4" <<'PYTHON'
import base64, json, pathlib, sys
corpus, name, input = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3]).read_bytes()
inputs = json.loads(corpus.read_text())
if name in inputs:
    sys.exit(f"{corpus} has {name} already.")
try:
    text = input.decode()
except UnicodeDecodeError:
    text = "\ufeff"
# Foundation drops byte order marks of texts.
inputs[name] = {"base64": base64.b64encode(input).decode()} if "\ufeff" in text else text
lines = [f"    {json.dumps(key)}: {json.dumps(inputs[key])}" for key in sorted(inputs)]
corpus.write_text("{\n" + ",\n".join(lines) + "\n}\n")
PYTHON
        ;;
    '' | *[!0-9]*) sed -n 's/^#   \(fuzz.sh\)/usage: \1/p' "$0" >&2; exit 64 ;;
    *) seconds=$1 ;;
esac
shift
seed=${SEED:-$((RANDOM << 15 | RANDOM | 1))}
case $seed in
    0 | *[!0-9]*) echo "SEED must be a number from 1 to 4294967295, and not $seed." >&2; exit 64 ;;
esac

swift=${SWIFT:-swift}
require_service
if [ "$seconds" = corpus ]; then
    build=.build-server
    "$swift" build --package-path Fuzzing --scratch-path $build --product Fuzzers
    $build/debug/Fuzzers Fuzzing/Corpus >$build/corpus.log || { grep '✘' $build/corpus.log || tail -n 1 $build/corpus.log; exit 1; } >&2
    echo "$(wc -l <$build/corpus.log) inputs are as promised."
    exit
fi
if [ "$(uname -s)" != Linux ]; then
    echo 'The fuzzers are for Linux: the toolchain of Xcode has no libFuzzer.' >&2
    exit 0
fi
folder=.build-fuzzing
resources=$("${swift}c" -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
runtime=$resources/clang/lib/linux/libclang_rt.fuzzer_no_main-$(uname -m).a
[ -f "$runtime" ] || { echo "The toolchain has no libFuzzer: $runtime" >&2; exit 1; }
# All Swift code counts its branches. Only the frontend gets the fuzzer option, because the driver would link a second
# `main`. The program looks up the fuzzer's driver by name.
flags=(-Xswiftc -Xfrontend -Xswiftc -sanitize=fuzzer -Xswiftc -O -Xlinker --export-dynamic -Xlinker --whole-archive
    -Xlinker "$runtime" -Xlinker --no-whole-archive -Xlinker -lstdc++)
mkdir -p $folder/found $folder/learnt
"$swift" build --package-path Fuzzing --scratch-path $folder --product Fuzzers "${flags[@]}" >$folder/build.log 2>&1 || {
    cat $folder/build.log >&2
    exit 1
}
fuzzers=$folder/debug/Fuzzers
[ "$seconds" != list ] || { $fuzzers; exit; }
rm -rf $folder/corpus
$fuzzers Fuzzing/Corpus $folder/corpus

# Stores and journals flush constantly. On a disk, this would take most of the time.
work=$(mktemp -d "$([ -w /dev/shm ] && echo /dev/shm || echo "${TMPDIR:-/tmp}")/calearning-fuzz.XXXXXX")
trap 'rm -rf "$work"' EXIT

# number LINE NAME: prints the number that libFuzzer writes after the name.
number() { sed -n "s/.* $2: \([0-9]*\).*/\1/p" <<<"$1"; }

failures=0
[ "$seconds" -eq 0 ] || echo "seed $seed"
fuzz() {
    local name=$1 limit=$2 status=0 inputs=("$folder/corpus/$1") options=(-runs=0) begin end words=json start=$SECONDS
    case $name in answers | connections | database-addresses | environment | fields | forwarded | heads | requests) words=http ;; esac
    if [ "$seconds" -gt 0 ]; then
        mkdir -p "$folder/learnt/$name"
        # libFuzzer writes new inputs to the first folder.
        inputs=("$folder/learnt/$name" "${inputs[@]}")
        options=("-max_total_time=$seconds" "-seed=$seed" "-dict=Fuzzing/$words.dict")
    fi
    # The handlers of libFuzzer, not those of Swift, write the input that ended the program.
    SWIFT_BACKTRACE=enable=no CALEARNING_FUZZ_TARGET=$name TMPDIR=$work/ $fuzzers "${options[@]}" -max_len="$limit" -timeout=5 -rss_limit_mb=1024 \
        -print_final_stats=1 -artifact_prefix="$folder/found/$name-" "${inputs[@]}" >"$folder/$name.log" 2>&1 || status=$?
    begin=$(grep -m 1 -a INITED "$folder/$name.log" || true)
    end=$(grep -a ' cov: ' "$folder/$name.log" | tail -n 1 || true)
    printf '%-20s %7s %10s %14s %16s  %s\n' "$name" $((SECONDS - start)) \
        "$(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/$name.log")" \
        "$(number "$begin" cov)→$(number "$end" cov)" "$(number "$begin" ft)→$(number "$end" ft)" \
        "$([ $status -eq 0 ] && echo none || grep -a -m 1 -E 'Fatal error|ERROR: libFuzzer' "$folder/$name.log")"
    # Without the instrumentation of the compiler, the fuzzer would only guess, and find nothing.
    [ $status -eq 0 ] && [ "$(number "$end" cov)" -ge 20 ] && return
    failures=$((failures + 1))
    echo "  See $folder/$name.log and $(sed -n 's/.*Test unit written to //p' "$folder/$name.log" | tail -n 1)" >&2
}

printf '%-20s %7s %10s %14s %16s  %s\n' target seconds cases coverage features findings
while read -r name limit; do
    if [ $# -eq 0 ] || [[ " $* " == *" $name "* ]]; then fuzz "$name" "$limit" </dev/null; fi
done < <($fuzzers)
[ $failures -eq 0 ]
