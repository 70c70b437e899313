#!/usr/bin/env python3
"""Plants slowness, one kind at a time, in a copy of the committed sources. Checks that `make costs` finds each of them.

usage: costs_mutants.py [NAME …]     all of them if none is named; --list lists them, and checks that each has its place
"""
import os
import re
import sys

from planted import Copy, chosen

# The service is measured in its installed form.
COPY = Copy(".build-costs", "--configuration", "release", "--traits", "Server")

SERVICE = "Libraries/Service"
OBSERVER = f"{SERVICE}/Requests/RequestObserver.swift"
DEVICES = "Sources/Infrastructure/Devices/SQLiteDeviceRegistry.swift"

# The name, the changes (a file, the replaced text, the new text), and the figure that must exceed its bound.
MUTANTS = [
    ("body-copied", [
        (f"{SERVICE}/JSON/JSONRequest.swift", "JSONReader.members(of: Array(body.readableBytesView))",
         "JSONReader.members(of: Array(String(buffer: body).utf8))")], "bytes: POST /udids with the longest body"),
    ("formatter-for-each-request", [
        (OBSERVER, "import Logging\n", "import Foundation\nimport Logging\n"),
        (OBSERVER, "        response.headers[.xRequestID] = requestID\n",
         "        response.headers[.xRequestID] = requestID\n"
         "        response.headers[.date] = ISO8601DateFormatter().string(from: Date())\n")],
     "allocations: GET /health"),
    ("answer-encoded-twice", [
        (f"{SERVICE}/JSON/JSONBody.swift", "            return ByteBuffer(bytes: try encoder.encode(value))\n",
         "            _ = try encoder.encode(value)\n            return ByteBuffer(bytes: try encoder.encode(value))\n")],
     "allocations: GET /session"),
    ("statement-prepared-again", [
        (DEVICES, 'db.cachedStatement(sql: "SELECT udid', 'db.makeStatement(sql: "SELECT udid')],
     "allocations: POST /udids with a known key"),
]


def costs(program):
    """The lines of the figures that are above their bounds."""
    result = COPY.run("Scripts/service.sh", "costs", env={**os.environ, "CALEARNING": str(program), "BOUNDS": "release"})
    failed = [line for line in result.stdout.splitlines() if line.endswith("FAILED")]
    if result.returncode not in (0, 1) or (result.returncode == 1) != bool(failed):
        sys.exit(f"costs: status {result.returncode}\n{result.stdout[-2000:]}{result.stderr[-2000:]}")
    return [re.sub(r"\s+", " ", line.removeprefix("costs")).strip() for line in failed]


def main():
    names = chosen(sys.argv[1:], {name: changes for name, changes, _ in MUTANTS})
    COPY.refresh()
    if failed := costs(COPY.build()):
        sys.exit("Without a fault, these are above their bounds:\n" + "\n".join(failed))
    missed = []
    for name, changes, figure in MUTANTS:
        if name not in names:
            continue
        with COPY.planted(name, changes):
            failed = costs(COPY.build())
        print(f"{name}: {len(failed)} figures are above their bounds", *failed, sep="\n  ", flush=True)
        if not any(line.startswith(figure) for line in failed):
            missed.append(f"{name} ({figure})")
    if missed:
        sys.exit(f"Not found: {', '.join(missed)}.")


main()
