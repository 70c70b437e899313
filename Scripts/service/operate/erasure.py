"""An account is recovered, exported and deleted. Then its traces are searched for in all rows, files and logs."""

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path

from service.accounts import Service
from service.http import Violation
from service.ledger import Database, SQLite
from service.operate import rows
from service.operate.program import NOT_PERMITTED, Device, Operator, expect
from service.operate.trial import Trial, new_password

NAME = "erased-account"
EVENTS = ["account-created", "login-succeeded", "password-recovered", "login-succeeded", "login-failed", "account-deleted"]


@dataclass
class Traces:
    """Texts and bytes to search for, each with its description."""

    # The name and the identifier. The security log may have them.
    named: dict[str, str]
    # Only the owner and, for a moment, the service know them. No file, row, line or output of a command may have them.
    secrets: dict[str, str]
    # Only rows have them.
    hashes: dict[str, str]

    @property
    def all(self) -> dict[str, str]:
        return self.named | self.secrets | self.hashes

    def counts(self, content: bytes) -> dict[str, int]:
        """Returns how often each is in the bytes of a file. A digest is bytes there."""
        found = {}
        for subject, value in self.all.items():
            pattern = bytes.fromhex(value[2:]) if value.startswith("\\x") else value.encode()
            if count := content.count(pattern):
                found[subject] = count
        return found


def found_in(texts: list[str], traces: dict[str, str]) -> list[str]:
    return sorted(subject for subject, value in traces.items() if any(value in text for text in texts))


def found_in_rows(database: Database, traces: dict[str, str]) -> list[str]:
    return sorted({
        f"{subject} in {table}" for table, contained in rows.tables(database).items()
        for subject in found_in(["\t".join(row) for row in contained], traces)})


async def erasure(trial: Trial, database: Database) -> str:
    async with trial.serving(database) as service:
        operator, devices = trial.operator(database), [trial.device(service, name) for name in ("first", "second")]
        # An account that stays, so the tables are not simply empty.
        await trial.device(service, "other").sign_up("other-account", new_password())
        traces = await live(operator, database, *devices)
        before = await asyncio.to_thread(found_in_rows, database, traces.all)
        expect("the traces in the rows before the deletion", before, [
            "digest of the code in accounts", "digest of the token in sessions", "hash of the password in accounts",
            "identifier in accounts", "identifier in sessions", "name in accounts", "name in guesses", "name in sessions"])
        await delete(operator, database, devices, traces)
        expect("the traces in rows", await asyncio.to_thread(found_in_rows, database, traces.all), [])
        files, remark = search_files(trial, database, traces)
        written = [text for device in devices for text in device.written]
        expect("secrets in the output of commands", found_in(written, traces.secrets), [])
        await service.end()
        lines = check_log(service, traces)
    return (
        f"{len(traces.all)} traces of a deleted account are in no row, none of {files} files and, except for the name and the "
        f"identifier, none of {lines} lines of the log{remark}")


async def live(operator: Operator, database: Database, first: Device, second: Device) -> Traces:
    """Uses the account in all ways, and returns its traces."""
    old, new = new_password(), new_password()
    await first.sign_up(NAME, old)
    await second.log_in(NAME, old)
    tokens = {"token of the sign-up": first.token, "token of the second device": second.token}
    code = (await operator.run("recover", NAME, form="json")).report["secrets"]["code"]
    await first.recover(NAME, code, new)
    await first.log_in(NAME, new)
    tokens["token"] = first.token
    later = (await operator.run("recover", NAME, form="json")).report["secrets"]["code"]
    await second.log_in(NAME, new_password(), status=NOT_PERMITTED)
    [(identifier, hashed, recovery)] = await asyncio.to_thread(
        rows.select, database, f"SELECT id, password, recovery FROM accounts WHERE name = '{NAME}'")
    await check_export(first, database, identifier)
    return Traces(
        named={"name": NAME, "identifier": identifier},
        secrets=tokens | {
            "old password": old, "password": new, "used code": code, "used code without hyphens": code.replace("-", ""),
            "code": later, "code without hyphens": later.replace("-", "")},
        hashes={
            "hash of the password": hashed, "digest of the code": recovery,
            "digest of the token": rows.text(rows.digest_of(first.token))})


async def check_export(device: Device, database: Database, identifier: str) -> None:
    """It has the account and its sessions as they are in the rows, in both forms."""
    sessions = [
        {"id": session, "udid": udid, "beganAt": {"milliseconds": int(began)}, "lastUsedAt": {"milliseconds": int(used)},
         "device": name}
        for session, udid, began, used, name in await asyncio.to_thread(
            rows.select, database, f"SELECT id, udid, began, used, device FROM sessions WHERE account = '{identifier}'")]
    expect("the number of sessions after the recovery", len(sessions), 1)
    created = int(identifier.replace("-", "")[:12], 16)
    run = await device.run("export-account", "--format", "json")
    expect(run.command, run.report["values"]["export"], {
        "account": {"id": identifier, "name": NAME}, "createdAt": {"milliseconds": created}, "sessions": sessions})
    run = await device.run("export-account")
    expect(run.command, run.output.splitlines()[:4], [
        f"The data of the account {NAME}", f"Identifier: {identifier}", f"Created at {rows.moment(created)}.", "Sessions: 1"])


async def delete(operator: Operator, database: Database, devices: list[Device], traces: Traces) -> None:
    first, second = devices
    run = await first.run("delete-account", "--password-stdin", typed=f"{traces.secrets['password']}\n")
    expect(run.command, run.output, "The account was deleted.\n")
    await second.expect_logged_out()
    await operator.run("sweep")


def search_files(trial: Trial, database: Database, traces: Traces) -> tuple[int, str]:
    """Searches the state directories of the service and of the devices. Returns the number of files, and a remark about the
    free space of SQLite's files."""
    files = [file for name in ("state", "devices") for file in (trial.folder / name).rglob("*") if file.is_file()]
    remains: dict[str, int] = {}
    for file in files:
        counts = traces.counts(file.read_bytes())
        if isinstance(database, SQLite) and file.name.startswith(database.path.name):
            # No row has them, so they are in free pages, in the free space of used ones, and in old frames of the log.
            secret = sorted(set(counts) & set(traces.secrets))
            expect(f"secrets in {file}", secret, [])
            remains |= {f"{subject} in {kind(file)}": count for subject, count in counts.items()}
        else:
            expect(f"the traces in {file}", sorted(counts), [])
    if not files:
        raise Violation(f"{trial.folder}\n  expected: files of the devices\n  came:     none")
    shown = ", ".join(f"{subject} ({count})" for subject, count in remains.items())
    return len(files), f". Until SQLite uses the free space again, it has: {shown}" if remains else ""


def kind(file: Path) -> str:
    return "the file" if file.suffix == ".sqlite" else f"the {file.suffix.partition('-')[2]}"


def check_log(service: Service, traces: Traces) -> int:
    """Returns the number of lines. The security log has the name, and no line has a secret or a hash."""
    lines = [line.decode() for line in service.lines()]
    expect("secrets in the log", found_in(lines, traces.secrets | traces.hashes), [])
    events = [members["event"] for members in map(json.loads, lines) if members.get("name") == NAME]
    expect(f"the events of {NAME} in the security log", events, EVENTS)
    return len(lines)
