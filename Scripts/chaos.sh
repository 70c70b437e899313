#!/usr/bin/env bash
# Checks that a write is durable and that a killed boot goes on, then runs the specs that start many processes at once,
# kill them and take their disk away, again and again; then torments the service, and tries its contract on requests that
# are made up.
#   Scripts/chaos.sh ROUNDS     20 or more torment the service in full
set -euo pipefail
cd "$(dirname "$0")/.."

rounds=${1:?how many rounds?}
Scripts/check-durability.sh
Scripts/check-resume.sh
swift build --build-tests
for ((round = 1; round <= rounds; round++)); do
    echo "round $round of $rounds"
    swift test --skip-build --filter 'プロセスとしての|ディスクに書けない場合'
done
Scripts/service-chaos.sh "$rounds"
Scripts/check-openapi.sh $((rounds < 20 ? 20 : 1000))
