"""Checks the application in browsers, with the journey of a user in Chromium and in w3m, and with attacks.

    python3 -m web PROGRAM FOLDER BROWSER [AXE] [--pictures PICTURES] [--parts PART…]

FOLDER is empty, and AXE is the file with axe-core.
"""

import argparse
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from web import attacks, text
from web.devtools import Browser, Fault
from web.journey import Journey
from web.rules import Inspector
from web.service import create_certificate, serving


def browse(options: argparse.Namespace, axe: str | None) -> list[str]:
    """Takes the journey in both languages. Returns the faults of the pages."""
    faults: list[str] = []
    with (
        serving(options.program, options.folder, "journey", faults, "--password-rate-limit", "off") as service,
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
        Browser(options.browser, Path(profile), service.fingerprint) as browser,
    ):
        for language in ("en", "ja"):
            pictures = options.pictures / language if options.pictures else None
            if pictures:
                pictures.mkdir(parents=True, exist_ok=True)
            inspector = Inspector(language, axe, pictures)
            try:
                Journey(browser, service, inspector).run()
            except Fault as error:
                faults.append(f"{language}: the journey ended: {error}")
                traceback.print_exc()
            print(f"{language}: {inspector.count} pages inspected, {len(inspector.faults)} faults")
            faults += inspector.faults
        try:
            text.visit(service, options.folder)
            print("w3m: signed up, logged out, logged in")
        except Fault as error:
            faults.append(str(error))
    return faults


def attack(options: argparse.Namespace) -> list[str]:
    faults: list[str] = []
    with serving(options.program, options.folder, "attacks", faults) as service:
        faults += attacks.run(service)
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(prog="web")
    parser.add_argument("program")
    parser.add_argument("folder", type=Path)
    parser.add_argument("browser")
    parser.add_argument("axe", type=Path, nargs="?")
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--parts", nargs="+", choices=("browse", "attack"), default=["browse", "attack"])
    options = parser.parse_args()
    axe = options.axe.read_text() if options.axe else None
    create_certificate(options.folder)
    faults: list[str] = []
    parts: dict[str, Callable[[], list[str]]] = {"browse": lambda: browse(options, axe), "attack": lambda: attack(options)}
    for name, part in parts.items():
        if name in options.parts:
            began = time.monotonic()
            try:
                faults += part()
            except Fault as error:
                faults.append(str(error))
            print(f"{name}: {time.monotonic() - began:.0f} s")
    for fault in faults:
        print(f"  {fault}", file=sys.stderr)
    print(f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
