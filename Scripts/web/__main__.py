"""Checks the application in Chromium: the journey of a user through all pages, a random walk, and takeovers by a known cookie.

    python3 -m web PROGRAM FOLDER BROWSER [--vnu VNU] [--pictures PICTURES] [--short] [--seed SEED] [--parts PART…]

FOLDER is empty, and VNU the Nu Html Checker. The short form has the journey in one language, and few steps and rounds.
"""

import argparse
import random
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Error, sync_playwright

from web import takeovers, walk
from web.browser import Fault
from web.journey import Journey
from web.rules import Inspector
from web.service import create_certificate, serving

NO_LIMITS = ("--rate-limit", "off", "--password-rate-limit", "off")


def browse(options: argparse.Namespace, browser: Browser) -> list[str]:
    """Takes the journey in both languages. Returns the faults of the pages."""
    faults: list[str] = []
    grace = ("--deletion-grace", "15s")
    with serving(options.program, options.folder, "journey", faults, *NO_LIMITS, *grace) as service:
        for language in ("en",) if options.short else ("en", "ja"):
            pictures = options.pictures / language if options.pictures else None
            sources = options.folder / f"pages-{language}"
            sources.mkdir()
            inspector = Inspector((options.vnu, sources) if options.vnu else None, pictures)
            try:
                Journey(browser, language, service, inspector).run()
            except (Fault, Error) as error:
                faults.append(f"{language}: the journey ended: {error}")
                traceback.print_exc()
            print(f"{language}: {inspector.count} pages inspected, {len(inspector.faults)} faults")
            faults += inspector.faults + inspector.validate()
    return faults


def stroll(options: argparse.Namespace, browser: Browser) -> list[str]:
    faults: list[str] = []
    with serving(options.program, options.folder, "walk", faults, *NO_LIMITS) as service:
        faults += walk.run(browser, service, options.seed, 100 if options.short else 1_000, is_long=not options.short)
    return faults


def take_over(options: argparse.Namespace, browser: Browser) -> list[str]:
    faults: list[str] = []
    database = ("--database", f"sqlite:{options.folder}/takeovers.sqlite")
    with (
        serving(options.program, options.folder, "takeovers-1", faults, *NO_LIMITS, *database) as first,
        serving(options.program, options.folder, "takeovers-2", faults, *NO_LIMITS, *database) as second,
    ):
        faults += takeovers.run(browser, [first, second], 2 if options.short else 25)
    return faults


PARTS: dict[str, Callable[[argparse.Namespace, Browser], list[str]]] = {
    "browse": browse, "walk": stroll, "take_over": take_over,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="web")
    parser.add_argument("program")
    parser.add_argument("folder", type=Path)
    parser.add_argument("browser")
    parser.add_argument("--vnu", type=Path)
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    options = parser.parse_args()
    create_certificate(options.folder)
    faults: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=options.browser)
        for name in options.parts:
            began = time.monotonic()
            try:
                faults += PARTS[name](options, browser)
            except (Fault, Error) as error:
                faults.append(f"{name}: {error}")
            print(f"{name}: {time.monotonic() - began:.0f} s")
        browser.close()
    for fault in faults:
        print(f"  {fault}", file=sys.stderr)
    print(f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
