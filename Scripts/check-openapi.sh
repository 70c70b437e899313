#!/usr/bin/env bash
# Checks that the contract of the service is valid OpenAPI 3.1. Checks that a running service keeps to it for generated
# valid and invalid requests.
#   Scripts/check-openapi.sh [EXAMPLES]     examples for each operation (default 500)
# CALEARNING=FILE checks a program that has already been built.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=packages.sh
source Scripts/packages.sh
# shellcheck source=program.sh
source Scripts/program.sh

examples=${1:-500}
require_tool python3
require_tool curl
tools=.build-python
require_python "$tools" openapi_spec_validator openapi-spec-validator==0.7.2
require_schemathesis "$tools"
contract=Sources/Presentation/Server/openapi.json
"$tools/bin/openapi-spec-validator" --schema 3.1 "$contract"

program=$(program_to_try "${SERVICE[@]}")

work=$(mktemp -d)
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$work"' EXIT
start_serving "$program" "$work/log" --database "sqlite:$work/devices.sqlite" --rate-limit off --password-rate-limit off
url=http://127.0.0.1:$port
curl --silent --show-error --fail "$url/openapi.json" | cmp - "$contract"

# Further responses to a valid request: a reused key with a different body, a taken name, an account that is guarded
# against guesses, an unknown session, and too many requests.
cat >"$work/schemathesis.toml" <<'TOML'
[checks]
positive_data_acceptance.expected-statuses = ["2xx", 401, 404, 409, 422, 429, 503]
TOML

# check NAME OPERATIONS OPTION…: tries OPERATIONS operations. The check for required headers is omitted, because the
# contract has none.
check() {
    local name=$1 operations=$2
    shift 2
    echo "$name:"
    if ! (cd "$work" && "$OLDPWD/$tools/bin/schemathesis" --config-file schemathesis.toml run "$OLDPWD/$contract" --url "$url" --max-examples "$examples" --generation-deterministic \
        --phases examples,coverage,fuzzing,stateful --no-color "$@") >"$work/report" 2>&1; then
        cat "$work/report" >&2
        tail -n 20 "$work/log" >&2
        exit 1
    fi
    grep -E '(Test cases|Operations):' -A 3 "$work/report" || tail -n 15 "$work/report"
    # Otherwise a pattern that matches no operation would pass.
    if ! grep -qE "Operations: +$operations selected" "$work/report"; then
        echo "$name: not $operations operations were tried; see the lines above." >&2
        exit 1
    fi
}

checks=not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance
checks+=,negative_data_rejection,positive_data_acceptance,unsupported_method
check 'everybody' "$(grep -c '"operationId"' "$contract")" --checks "$checks"

token=$(curl --silent --show-error --fail --header 'Content-Type: application/json' --data \
    '{"name":"somebody","password":"a sentence that nobody says","udid":"u-1"}' "$url/accounts" | sed -E 's/.*"token":"([0-9a-f]{64})".*/\1/')
[ "${#token}" -eq 64 ] || { echo 'The sign-up returned no token.' >&2; exit 1; }
# The operations that do not end the session itself. Without the token, the same requests must be refused.
check 'somebody who is logged in' 6 --checks "$checks,ignored_auth" --header "Authorization: Bearer $token" \
    --include-operation-id-regex '^(listSessions|checkSession|collectAccount|closeOneSession|closeOtherSessions|replacePassword)$'
kill -0 "$server"
