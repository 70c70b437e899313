"""Checks the application in browsers: the journey of a user in Chromium and in w3m, attacks, a random walk, and generated
requests.

    python3 -m web PROGRAM FOLDER BROWSER [--axe AXE] [--schemathesis SCHEMATHESIS] [--pictures PICTURES] [--short]
        [--seed SEED] [--parts PART…]

FOLDER is empty, and AXE is the file with axe-core. The short form has the journey in one language, and a short walk.
"""

import argparse
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from web import attacks, contract, crawler, text
from web.devtools import Browser, Fault
from web.journey import Journey
from web.rules import Inspector
from web.service import create_certificate, serving


def browse(options: argparse.Namespace) -> list[str]:
    """Takes the journey in both languages. Returns the faults of the pages."""
    faults: list[str] = []
    axe = options.axe.read_text() if options.axe else None
    with (
        serving(options.program, options.folder, "journey", faults, "--password-rate-limit", "off") as service,
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
        Browser(options.browser, Path(profile), service.fingerprint) as browser,
    ):
        for language in ("en",) if options.short else ("en", "ja"):
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


def crawl(options: argparse.Namespace) -> list[str]:
    faults: list[str] = []
    with serving(options.program, options.folder, "crawl", faults, "--password-rate-limit", "off") as service:
        faults += crawler.run(service, options.seed, 150 if options.short else 700)
    return faults


def generate(options: argparse.Namespace) -> list[str]:
    faults: list[str] = []
    limits = ("--rate-limit", "off", "--password-rate-limit", "off")
    with serving(options.program, options.folder, "contract", faults, *limits) as service:
        faults += contract.run(service, options.schemathesis, options.folder)
    return faults


PARTS: dict[str, Callable[[argparse.Namespace], list[str]]] = {
    "browse": browse, "attack": attack, "crawl": crawl, "generate": generate,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="web")
    parser.add_argument("program")
    parser.add_argument("folder", type=Path)
    parser.add_argument("browser")
    parser.add_argument("--axe", type=Path)
    parser.add_argument("--schemathesis", type=Path)
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--parts", nargs="+", choices=PARTS)
    options = parser.parse_args()
    create_certificate(options.folder)
    faults: list[str] = []
    for name in options.parts or (part for part in PARTS if part != "generate" or options.schemathesis):
        began = time.monotonic()
        try:
            faults += PARTS[name](options)
        except Fault as error:
            faults.append(str(error))
        print(f"{name}: {time.monotonic() - began:.0f} s")
    for fault in faults:
        print(f"  {fault}", file=sys.stderr)
    print(f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
