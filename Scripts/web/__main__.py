"""Checks the application in browsers: the journey of a user in Chromium and in w3m, attacks, takeovers by a known cookie and by
a neighbouring host, two servers that end and start, a random walk, and generated requests.

    python3 -m web PROGRAM FOLDER BROWSER [--axe AXE] [--vnu VNU] [--schemathesis SCHEMATHESIS] [--pictures PICTURES]
        [--short] [--seed SEED] [--parts PART…]

FOLDER is empty, AXE is the file with axe-core, and VNU the Nu Html Checker. The short form has the journey in one language, and
few rounds and steps of everything else.
"""

import argparse
import asyncio
import contextlib
import os
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

from service.cluster import Cluster
from service.stage import Skipped
from web import attacks, contract, crawler, neighbours, servers, takeovers, text
from web.devtools import Browser, Fault
from web.journey import Journey
from web.rules import Inspector
from web.service import Service, create_certificate, fingerprint, serving

NO_LIMITS = ("--rate-limit", "off", "--password-rate-limit", "off")
BEHIND_PROXY = ("--trusted-proxies", "127.0.0.1", "--rate-limit", "off")


def browse(options: argparse.Namespace) -> list[str]:
    """Takes the journey in both languages. Returns the faults of the pages."""
    faults: list[str] = []
    axe = options.axe.read_text() if options.axe else None
    with (
        serving(options.program, options.folder, "journey", faults, "--password-rate-limit", "off") as service,
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
        Browser(options.browser, Path(profile), fingerprint(service.certificate)) as browser,
    ):
        for language in ("en",) if options.short else ("en", "ja"):
            pictures = options.pictures / language if options.pictures else None
            if pictures:
                pictures.mkdir(parents=True, exist_ok=True)
            sources = options.folder / f"pages-{language}"
            sources.mkdir()
            inspector = Inspector(language, axe, (options.vnu, sources) if options.vnu else None, pictures)
            try:
                Journey(browser, service, inspector).run()
            except Fault as error:
                faults.append(f"{language}: the journey ended: {error}")
                traceback.print_exc()
            print(f"{language}: {inspector.count} pages inspected, {len(inspector.faults)} faults")
            faults += inspector.faults + inspector.validate()
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


@contextlib.contextmanager
def several(options: argparse.Namespace, name: str, faults: list[str]) -> Iterator[list[Service]]:
    """Runs services over one database: SQLite or PostgreSQL in the name, with the number of servers at its end."""
    with contextlib.ExitStack() as stack:
        database = None
        if "postgresql" in name:
            cluster = asyncio.run(Cluster.start(options.folder))
            stack.callback(cluster.remove)
            database = cluster.database
        services: list[Service] = []
        for number in range(int(name[-1])):
            services.append(stack.enter_context(
                serving(options.program, options.folder, f"{name}-{number}", faults, *NO_LIMITS, database=database)))
            database = services[0].database
        yield services


def take_over(options: argparse.Namespace) -> list[str]:
    faults: list[str] = []
    for name in ("sqlite-1",) if options.short else ("sqlite-1", "sqlite-2", "postgresql-1", "postgresql-2"):
        with several(options, f"takeovers-{name}", faults) as services:
            print(f"{name}:")
            faults += takeovers.run(services, 4 if options.short else 50)
    if not options.short:
        with serving(options.program, options.folder, "eviction", faults, *BEHIND_PROXY, secure=False) as service:
            faults += takeovers.run([service], 1, [takeovers.Takeovers.eviction])
    return faults


def plant(options: argparse.Namespace) -> list[str]:
    faults: list[str] = []
    if os.geteuid() != 0:
        print("plant is left out: only root may listen on port 443")
        return faults
    try:
        with serving(options.program, options.folder, "plant", faults, *BEHIND_PROXY, secure=False) as service:
            faults += neighbours.run(service, options.browser, 2 if options.short else 20)
    except Skipped as reason:
        print(f"plant is left out: {reason}")
    return faults


def restart(options: argparse.Namespace) -> list[str]:
    faults: list[str] = []
    for name in ("postgresql-2",) if options.short else ("sqlite-2", "postgresql-2"):
        with several(options, f"restarts-{name}", faults) as services:
            faults += servers.run(services, 2 if options.short else 20, options.seed)
    return faults


def crawl(options: argparse.Namespace) -> list[str]:
    faults: list[str] = []
    with serving(options.program, options.folder, "crawl", faults, "--password-rate-limit", "off") as service:
        faults += crawler.run(service, options.seed, 150 if options.short else 700)
    return faults


def generate(options: argparse.Namespace) -> list[str]:
    faults: list[str] = []
    with serving(options.program, options.folder, "contract", faults, *NO_LIMITS) as service:
        faults += contract.run(service, options.schemathesis, options.folder)
    return faults


PARTS: dict[str, Callable[[argparse.Namespace], list[str]]] = {
    "browse": browse, "attack": attack, "take_over": take_over, "plant": plant, "restart": restart, "crawl": crawl,
    "generate": generate,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="web")
    parser.add_argument("program")
    parser.add_argument("folder", type=Path)
    parser.add_argument("browser")
    parser.add_argument("--axe", type=Path)
    parser.add_argument("--vnu", type=Path)
    parser.add_argument("--schemathesis", type=Path)
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--parts", nargs="+", choices=PARTS)
    options = parser.parse_args()
    # The user that runs PostgreSQL must be able to enter the folder.
    options.folder.chmod(0o755)
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
