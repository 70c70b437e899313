#!/usr/bin/env bash
# Checks the alerts, the dashboard and the list of metrics in docs/operate/monitor.md against the metrics of a service.
#   Scripts/check-monitoring.sh
# CALEARNING=FILE checks a program that has already been built.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/packages.sh
source Scripts/packages.sh
# shellcheck source=Scripts/program.sh
source Scripts/program.sh

rules=deploy/prometheus-rules.yml
tests=deploy/prometheus-rules.test.yml
dashboard=deploy/grafana.json
page=docs/operate/monitor.md
# Metrics that exist only with PostgreSQL or with TLS.
elsewhere='calearning_database_host calearning_database_host_changes_total calearning_registry_connect_failures_total
    calearning_registry_connections calearning_registry_reconnects_total calearning_registry_retries_total
    calearning_tls_certificate_expiry_timestamp_seconds'

require_tool promtool prometheus
require_tool jq
require_tool curl
program=$(program_to_try "${SERVICE[@]}")
work=$(mktemp -d "${TMPDIR:-/tmp}/calearning-monitoring.XXXXXX")
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$work"' EXIT
status=0
# The metrics of a service on SQLite without TLS, after a registration. No collector of spans listens at the address.
metrics=$work/metrics
export OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:9
start_serving "$program" "$work/log" --host 127.0.0.1 --state-dir "$work/state"
curl --silent --show-error --fail --output /dev/null --json '{"appDeviceKbn":11}' "http://127.0.0.1:$port/udids"
# The first look at the database may still be under way.
for _ in $(seq 100); do
    curl --silent --show-error --fail --output "$metrics" "http://127.0.0.1:$port/metrics"
    ! grep -q '^calearning_disk_free_bytes ' "$metrics" || break
    sleep 0.1
done
# failed MESSAGE
failed() { echo "$1" >&2; status=1; }

# The queries of the dashboard become rules, because promtool checks only these. Each is named after its panel.
jq '[.panels[] | .title as $panel | .targets[]? | {record: "\($panel):\(.refId)", expr}]
    + [.annotations.list[] | {record: .name, expr}]
    | map(.record |= gsub("[^A-Za-z:]"; "_") | .expr |= gsub("\\$__rate_interval"; "5m"))
    | {groups: [{name: "dashboard", rules: .}]}' "$dashboard" >"$work/dashboard.yml"
# check SUBJECT COMMAND…: runs promtool on files or on the metrics.
check() {
    local subject=$1
    shift
    promtool "$@" <"$metrics" >"$work/output" 2>&1 || failed "$subject: $(cat "$work/output")"
}
check "$rules" check rules "$rules"
check "$tests" test rules "$tests"
check "$dashboard" check rules "$work/dashboard.yml"
check "$metrics" check metrics

# The rules and the queries, with the metrics themselves instead of the series that the rules record.
for file in rules dashboard; do
    sed -E 's/\\"/"/g; s/\binstance:([a-z_]+):increase5m/\1_total/g' "${!file}" >"$work/$file.text"
done
# names [FILE]: the names of metrics in a text, histograms without their suffixes.
names() { { grep -ohE '\b(calearning|http|process)_[a-z_]+' "$@" || true; } | sed -E 's/_(bucket|sum|count)$//' | sort -u; }
# The first column of the table.
sed -n '/^## Metrics/,/^## /s/^| \(`[^|]*\)|.*/\1/p' "$page" | names >"$work/page"
for file in rules dashboard; do names "$work/$file.text" >"$work/$file"; done
sed -n 's/^# TYPE \([^ ]*\) .*/\1/p' "$metrics" | sort -u >"$work/exposed"
[ -s "$work/exposed" ] || { echo "$metrics has no metrics." >&2; exit 1; }
sort -u "$work/exposed" <(names <<<"$elsewhere") >"$work/known"
for file in page rules dashboard; do
    [ -s "$work/$file" ] || failed "No metric was found in ${!file}."
    for name in $(comm -23 "$work/$file" "$work/known"); do
        failed "${!file} names $name, and the service has no such metric."
    done
done
for name in $(comm -13 "$work/page" "$work/known"); do failed "$page does not list $name."; done

# The values of these labels exist from the start, with the value 0.
while read -r name label; do
    if grep -qx "$name" "$work/exposed" && ! grep -q "^$name{.*$label" "$metrics"; then
        failed "A query has $name{$label}, and the service has no such series."
    fi
done < <(grep -ohE '\b(calearning|http)_[a-z_]+\{[^}]*\b(outcome|reason|state)="[^"]*"' "$work"/*.text |
    sed -E 's/\{(.*,)?/ /' | sort -u)

# Each alert has its texts and a heading, and the page names it.
sed -nE 's/^#+ (.*)/\L\1/p' "$page" | tr ' ' - | tr -cd 'a-z0-9_\n-' >"$work/anchors"
comm -3 <(sed -n 's/.* alert: //p' "$rules" | sort -u) <(grep -oE '`Calearning[A-Za-z]+`' "$page" | tr -d '`' | sort -u) >"$work/alerts"
[ ! -s "$work/alerts" ] || failed "Only one of $rules and $page has: $(tr -d '\n' <"$work/alerts")"
alerts=$(grep -c ' alert: ' "$rules")
for member in 'labels: {severity: (warning|critical)}' 'summary: .' 'description: .' "runbook: $page#."; do
    [ "$(grep -cE "$member" "$rules")" -eq "$alerts" ] || failed "In $rules, an alert has no line \`$member\`."
done
for anchor in $(sed -n "s|.* runbook: $page#||p" "$rules" | sort -u); do
    grep -qx "$anchor" "$work/anchors" || failed "$rules links to $page#$anchor, and the page has no such heading."
done

[ "$status" -eq 0 ] || exit "$status"
panels=$(jq '[.panels[] | select(.type != "row")] | length' "$dashboard")
echo "$alerts alerts and $panels panels use metrics of the service, and the page lists all of them"
