"""Settings that prevent the service from running as intended."""

import asyncio
import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from service.hostile.arena import Arena
from service.hostile.tls import Certificate, make_certificate, make_encrypted_key, make_expired_certificate
from service.server import free_port

# The exit statuses for settings that are refused before anything is started. They are EX_USAGE or more specific ones of
# sysexits.h.
REFUSED = {64, 65, 66, 69, 73, 74, 77, 78}


@dataclass
class Case:
    options: tuple[str, ...]
    variables: dict[str, str] = field(default_factory=dict)
    # All of these must be reported.
    says: tuple[str, ...] = ()


async def bad_settings(arena: Arena) -> None:
    folder = arena.make_folder()
    accepted, made, unsaid = [], [], []

    async def judge(name: str, case: Case, more: tuple[str, ...]) -> None:
        what = f"{name}: `{' '.join(('serve', *more))}`"
        database = folder / f"made-{name}-{len(more)}.sqlite".replace(" ", "-")
        async with slots:
            status, text = await asyncio.to_thread(serve, arena.stage.program, folder, database, case, more)
        if status not in REFUSED:
            accepted.append(f"{what} ended with {status}")
        elif missing := [word for word in case.says if word.lower() not in text.lower()]:
            unsaid.append(f"{what} says nothing of {missing}: {text[-200:]!r}")
        elif "another program" in text or "(bytes:" in text:
            unsaid.append(f"{what} says {text[-200:]!r}")
        if database.exists():
            made.append(what)

    cases, slots = make_cases(folder), asyncio.Semaphore(3)
    await asyncio.gather(*(judge(name, case, more) for name, case in cases.items() for more in (("--check",), ())))
    count = 2 * len(cases)
    arena.all_right("bad settings that are refused, with --check and without", count, accepted)
    arena.all_right("databases not made before the refusal", count, made)
    arena.all_right("refusals that say what is wrong", count, unsaid)

    async def check(options: tuple[str, ...]) -> tuple[int | str, str]:
        return await asyncio.to_thread(
            serve, arena.stage.program, folder, folder / "good.sqlite", Case(options), ("--check",))

    status, text = await check(())
    arena.row("good settings, with --check", f"{status}", "0", status == 0)
    arena.row("types of the program in what it says", f"{text.count('(')}", "0", "(" not in text)
    expired = make_expired_certificate(folder)
    _, text = await check(expired.options)
    # The names of its files contain that word.
    is_said = "expired" in text.lower().replace("expired.pem", "").replace("expired.key", "")
    arena.row("an expired certificate is said to be one", f"{is_said}", "True", is_said)


def make_cases(folder: Path) -> dict[str, Case]:
    good, other = make_certificate(folder, "good"), make_certificate(folder, "other")
    garbage = folder / "garbage.pem"
    garbage.write_text("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
    empty = folder / "empty.pem"
    empty.write_text("")
    port_is_true, both = folder / "true.json", folder / "both.json"
    port_is_true.write_text('{"port": true}')
    both.write_text('{"port": 99999}')
    deep = folder / "deep.json"
    deep.write_text('{"port":' + "[" * 100_000)
    twice = folder / "twice.json"
    twice.write_text('{"rate-limit":"1/s","rate-limit":"off"}')
    file = str(folder / "a-file")
    Path(file).write_text("this is no database, and long enough to be none: " + "x" * 5000)
    return {
        "a certificate that is garbage": Case(Certificate(garbage, good.key).options),
        "a certificate that is empty": Case(Certificate(empty, good.key).options),
        "a key that is garbage": Case(Certificate(good.chain, garbage).options),
        "an encrypted key": Case(make_encrypted_key(good).options),
        "the key of another certificate": Case(Certificate(good.chain, other.key).options),
        "a key and no certificate": Case(("--tls-key", str(good.key))),
        "a certificate that is not there": Case(Certificate(folder / "none.pem", good.key).options),
        "a certificate that is a folder": Case(Certificate(folder, good.key).options),
        "a bad port of the database": Case(("--database", "postgres://a@127.0.0.1:99999/a")),
        "a port of the database that is a word": Case(("--database", "postgres://a@127.0.0.1:port/a")),
        "a parameter that libpq does not know": Case(("--database", "postgres://a@127.0.0.1/a?nonsense=1")),
        "a host that is none": Case(("--host", "999.1.1.1")),
        "a host that is elsewhere": Case(("--host", "192.0.2.1")),
        "a database below a file": Case(("--database", f"sqlite:{file}/devices.sqlite")),
        "a database that is a folder": Case(("--database", f"sqlite:{folder}")),
        "a database that is another file": Case(("--database", f"sqlite:{file}")),
        "a database that nobody may make": Case(("--database", "sqlite:/proc/devices.sqlite")),
        "a database of nothing": Case(("--database", "sqlite:")),
        "an empty database": Case((), {"CALEARNING_DATABASE": ""}),
        "empty TLS": Case((), {"CALEARNING_TLS_CERTIFICATE": "", "CALEARNING_TLS_KEY": ""}),
        "an empty key": Case(("--tls-certificate", str(good.chain)), {"CALEARNING_TLS_KEY": ""}),
        "a port that is true": Case(("--configuration", str(port_is_true))),
        "a file and options": Case(("--configuration", str(both), "--rate-limit", "never"), {}, ("99999", "never")),
        "a file that is deep": Case(("--configuration", str(deep))),
        "a limit twice in a file": Case(("--configuration", str(twice))),
        "a rate of nothing": Case(("--rate-limit", "0/s")),
        "a rate without end": Case(("--rate-limit", "1e999/s")),
        "a rate that is no number": Case(("--rate-limit", "nan/s")),
        "a timeout of nothing": Case(("--idle-timeout", "0")),
        "a timeout without end": Case(("--response-timeout", "inf")),
        "no connections for an address": Case(("--connections-per-address", "0")),
        "operators that are no addresses": Case(("--operators", "all")),
        "a network that is too wide": Case(("--trusted-proxies", "10.0.0.0/33")),
        "a network with a minus": Case(("--trusted-proxies", "10.0.0.0/-1")),
    }


def serve(program: str, folder: Path, database: Path, case: Case, check: tuple[str, ...]) -> tuple[int | str, str]:
    variables = {name: value for name, value in os.environ.items() if not name.startswith("CALEARNING")}
    options = list(case.options)
    if "--database" not in options and "CALEARNING_DATABASE" not in case.variables:
        options += ["--database", f"sqlite:{database}"]
    if "--configuration" not in options:
        options += ["--port", str(free_port())]
    process = subprocess.Popen(
        [program, "serve", "--state-dir", str(folder / "state"), *options, *check], stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", env=variables | case.variables)
    try:
        # A process that serves has not refused the settings. Refusals do not wait for this, however busy the machine
        # is.
        text, _ = process.communicate(timeout=30)
        return process.returncode, text
    except subprocess.TimeoutExpired:
        process.kill()
        return "nothing, as it serves", process.communicate()[0]
