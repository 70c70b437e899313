#!/usr/bin/env bash
# Checks that files are complete and durable after any failure of their writers. Then it repeats the specs that start
# many processes, kill them and take their disk away. It also puts the service through failures, and checks its contract
# with generated requests.
#   Scripts/chaos.sh ROUNDS     with 20 or more, files and the service get the full set of failures
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/specs.sh
source Scripts/specs.sh

rounds=${1:?how many rounds?}
if [ "$rounds" -ge 20 ]; then Scripts/check-files.sh; else SHORT=1 Scripts/check-files.sh; fi
# `make test` is the first round.
for ((round = 2; round <= rounds; round++)); do
    echo "round $round of $rounds"
    run_specs --filter 'プロセスとしての|ディスクに書けない場合'
done
ROUNDS=$rounds Scripts/service.sh chaos
Scripts/check-openapi.sh $((rounds < 20 ? 20 : 1000))
