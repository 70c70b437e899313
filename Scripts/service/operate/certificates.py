"""The certificate of a server is renewed while clients send requests."""

import asyncio
import json
import shutil
import signal
import ssl
import subprocess
import time
from pathlib import Path

from service.accounts import Service
from service.hostile.tls import Certificate, make_certificate
from service.http import Violation
from service.operate.pace import Client, Pool
from service.operate.program import expect
from service.operate.trial import Trial, sign_up

# The messages of the log after SIGHUP.
RELOADED = "the settings were reloaded"
REFUSED = "the settings were not reloaded"
METRIC = "calearning_tls_certificate_expiry_timestamp_seconds"
# The time limit for the effect of SIGHUP, in seconds.
LIMIT = 10
# The time limit for files that have changed without SIGHUP, in seconds. The server looks at them once a minute.
MINUTE = 75


async def certificates(trial: Trial) -> str:
    first = make_certificate(trial.folder, "first")
    # They end at another second, so the metric shows which one is in use.
    await asyncio.sleep(1)
    second, third = (make_certificate(trial.folder, name) for name in ("second", "third"))
    used = Certificate(trial.folder / "used.pem", trial.folder / "used.key")
    install(first, used)
    service = trial.service(trial.sqlite(), options=used.options)
    service.tls = trust(first, second, third)
    pause, followed = trial.load_seconds / 5, ""
    async with service.running():
        pool = Pool(service.port, tls=service.tls)
        client = Client(lambda: pool, await sign_up(service, "ada"))
        await expect_served(service, first)
        async with client.running():
            await asyncio.sleep(pause)
            seconds = await renew(service, second, used)
            await asyncio.sleep(pause)
            for broken in (Certificate(second.chain, third.key), Certificate(third.key, third.key)):
                await refuse(service, broken, used, kept=second)
                await asyncio.sleep(pause)
            await renew(service, third, used)
            await asyncio.sleep(pause)
            if not trial.is_short:
                followed = f", without SIGHUP after {await follow(service, first, used):.0f} s"
        pool.close()
        expect("the status of the server after SIGTERM", await service.terminate(), 0)
    return (
        f"2 renewals, used {seconds:.1f} s after SIGHUP{followed}, 2 broken pairs refused and logged; {client.sent} requests, "
        f"0 failed, slowest {client.slowest:.1f} s")


def trust(*certificates: Certificate) -> ssl.SSLContext:
    context = certificates[0].trust()
    for certificate in certificates[1:]:
        context.load_verify_locations(certificate.chain)
    return context


def install(new: Certificate, used: Certificate) -> None:
    """Replaces each file in one step, as a client of ACME does."""
    for source, target in ((new.chain, used.chain), (new.key, used.key)):
        fresh = target.with_suffix(".new")
        shutil.copy(source, fresh)
        fresh.rename(target)


def serial(chain: Path) -> str:
    return read(chain, "-serial")


def read(chain: Path, part: str) -> str:
    output = subprocess.run(
        ["openssl", "x509", "-in", str(chain), "-noout", part], check=True, capture_output=True, text=True).stdout
    return output.strip().partition("=")[2]


async def served(service: Service) -> str:
    """The serial number of the certificate on a new connection."""
    _, writer = await asyncio.open_connection("127.0.0.1", service.port, ssl=service.tls)
    number = writer.get_extra_info("peercert")["serialNumber"]
    writer.close()
    return number


async def reload(service: Service, message: str) -> list[dict[str, object]]:
    """Sends SIGHUP, and returns the lines of the log until this message."""
    size, begin = service.log_size(), time.monotonic()
    assert service.process
    service.process.send_signal(signal.SIGHUP)
    while True:
        lines = [json.loads(line) for line in service.lines(size)]
        if any(line["message"] == message for line in lines):
            return lines
        if service.has_ended or time.monotonic() > begin + LIMIT:
            raise Violation(f"the log within {LIMIT} s of SIGHUP\n  expected: {message}\n  came:     {service.tail()}")
        await asyncio.sleep(0.02)


async def renew(service: Service, new: Certificate, used: Certificate) -> float:
    """Returns the seconds until a new connection gets the new certificate."""
    install(new, used)
    begin = time.monotonic()
    await reload(service, RELOADED)
    await expect_served(service, new)
    return time.monotonic() - begin


async def refuse(service: Service, broken: Certificate, used: Certificate, kept: Certificate) -> None:
    """The server logs that the pair cannot be used, and keeps the certificate."""
    install(broken, used)
    lines = await reload(service, REFUSED)
    problems = [line for line in lines if line["message"] == REFUSED]
    expect(f"whether the log names a file: {problems}", "tls-" in f"{problems[0].get('problems')}", True)
    await expect_served(service, kept)


async def follow(service: Service, new: Certificate, used: Certificate) -> float:
    """Returns the seconds until the server uses the files without SIGHUP."""
    install(new, used)
    begin = time.monotonic()
    while await served(service) != serial(new.chain) and time.monotonic() < begin + MINUTE:
        await asyncio.sleep(0.5)
    await expect_served(service, new)
    return time.monotonic() - begin


async def expect_served(service: Service, certificate: Certificate) -> None:
    """New connections and the metric are about this certificate."""
    expect("the serial number on a new connection", await served(service), serial(certificate.chain))
    expect(
        METRIC, await service.total(METRIC), float(ssl.cert_time_to_seconds(read(certificate.chain, "-enddate"))))
