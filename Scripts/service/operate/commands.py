"""Every command of `calearning operate` while the service runs. Their outputs are compared with the rows, and their effects
are tried as the owner of the account."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from service.accounts import Service
from service.http import Violation
from service.ledger import Database, SQLite
from service.operate import rows
from service.operate.program import NOT_PERMITTED, WRONG_USAGE, Device, Operator, Run, Screen, expect
from service.operate.trial import Trial, new_password

FORMS = ("text", "json")
COMMANDS = {
    "accounts", "account", "lock", "unlock", "recover", "delete", "sessions end", "guesses clear", "devices", "sweep", "backup", "migrate"}
PG_DUMP = "calearning: The database is PostgreSQL: back it up with pg_dump --format custom.\n"


@dataclass
class Case:
    trial: Trial
    database: Database
    service: Service
    operator: Operator
    # The devices of ada, who has two, and the device of bob.
    first: Device
    second: Device
    other: Device
    password: str

    async def show(self, form: str, screen: Callable[[], Screen], *words: str, status: int = 0) -> Run:
        """Runs the command. The expected screen is that of the rows afterwards."""
        run = await self.operator.run(*words, form=form, status=status)
        self.operator.check(run, form, await asyncio.to_thread(screen))
        return run

    async def show_both(self, screen: Callable[[], Screen], *words: str, status: int = 0) -> None:
        for form in FORMS:
            await self.show(form, screen, *words, status=status)

    def ada(self) -> Screen:
        return rows.account(self.database, "ada")

    async def overview(self) -> dict[str, object]:
        return (await asyncio.to_thread(rows.overviews, self.database, "name = 'ada'"))[0]

    async def identifier(self, name: str = "ada") -> str:
        return await asyncio.to_thread(rows.account_id, self.database, name)

    async def select(self, statement: str) -> list[rows.Row]:
        return await asyncio.to_thread(rows.select, self.database, statement)

    async def expect_ada(self, sessions: int, guesses: int, is_locked: bool) -> None:
        """Checks the rows themselves, so a command that changes nothing does not pass."""
        shown = await self.overview()
        expect(
            "the row of ada: sessions, failures, lock", (shown["sessions"], shown["guesses"], "lockedAt" in shown),
            (sessions, guesses, is_locked))

    async def expect_refused_login(self, device: Device, password: str) -> None:
        run = await device.log_in("ada", password, status=NOT_PERMITTED)
        expect(run.command, run.output, "The name or the password is wrong.\n")

    async def expect_refused_code(self, code: str) -> None:
        run = await self.first.recover("ada", code, new_password(), status=NOT_PERMITTED)
        expect(run.command, run.output, "The name or the code is wrong, or the code has expired.\n")


async def commands(trial: Trial, database: Database) -> str:
    async with trial.serving(database) as service:
        devices = [trial.device(service, name) for name in ("ada-1", "ada-2", "bob")]
        case = Case(trial, database, service, trial.operator(database), *devices, password=new_password())
        await case.first.sign_up("ada", case.password)
        await asyncio.gather(
            case.second.log_in("ada", case.password), case.other.sign_up("bob", new_password()))
        for step in (look, lock, recover, forget, end_sessions, sweep, forget_devices, back_up, migrate, delete):
            await step(case)
        await service.end()
    expect("the commands that were tried", case.operator.used, COMMANDS)
    written = sum(len(device.written) // 2 for device in devices)
    return (
        f"{len(COMMANDS)} commands, {case.operator.runs} runs in text and JSON agree with the rows, and {written} runs of "
        "owners with their effects")


async def look(case: Case) -> None:
    database = case.database
    await case.expect_ada(sessions=2, guesses=0, is_locked=False)
    # More than a page.
    names = [f"c-{number:03}" for number in range(rows.PAGE)]
    await asyncio.to_thread(rows.insert_accounts, database, names)
    await case.show_both(lambda: rows.accounts(database), "accounts")
    await case.show_both(lambda: rows.accounts(database, "ada"), "accounts", "--after", "ada")
    await asyncio.to_thread(rows.execute, database, "DELETE FROM accounts WHERE name LIKE 'c-%'")
    await case.show_both(case.ada, "account", "ada")
    await case.show_both(lambda: rows.devices(database), "devices")
    await case.show_both(lambda: rows.missing("nobody"), "account", "nobody", status=WRONG_USAGE)


async def lock(case: Case) -> None:
    token = case.second.token
    await case.operator.expect_question("lock", "ada")
    expect("the session after a lock that was not confirmed", bool(await case.service.account(token)), True)
    locked = await case.show("json", case.ada, "lock", "ada", "--yes")
    await case.expect_ada(sessions=0, guesses=0, is_locked=True)
    await case.show("text", case.ada, "lock", "ada", "--yes")
    shown = await case.show("json", lambda: rows.accounts(case.database), "accounts")
    expect(
        "the time of the lock after a second one", shown.report["values"]["page"]["accounts"][0]["lockedAt"],
        locked.report["values"]["overview"]["lockedAt"])
    await case.first.expect_logged_out()
    expect("the other session of the locked account", await case.service.account(token), None)
    await case.expect_refused_login(case.first, case.password)
    await case.expect_ada(sessions=0, guesses=1, is_locked=True)


async def recover(case: Case) -> None:
    early = await issue(case, "text")
    await case.expect_refused_code(early)
    await case.expect_ada(sessions=0, guesses=2, is_locked=True)
    await case.show_both(case.ada, "unlock", "ada")
    await case.expect_ada(sessions=0, guesses=2, is_locked=False)
    code = await issue(case, "json")
    await case.expect_refused_code(early)
    old, case.password = case.password, new_password()
    run = await case.first.recover("ada", code, case.password)
    expect(run.command, run.output, "The password was changed. Log in with the new one.\n")
    await case.expect_refused_code(code)
    await case.expect_refused_login(case.first, old)


async def issue(case: Case, form: str) -> str:
    """Returns the recovery code. Only its place in the output has it."""
    run = await case.operator.run("recover", "ada", form=form)
    code = run.output.partition("\n")[0] if form == "text" else run.report["secrets"]["code"]
    expect(f"{run.command}: the number of codes in its output", run.output.count(code), 1)
    end = int((await case.select("SELECT recoverable FROM accounts WHERE name = 'ada'"))[0][0])
    account = {"id": await case.identifier(), "name": "ada"}
    case.operator.check(run, form, Screen(
        (code, f"With this code, the owner of the account ada can choose a new password, once, until {rows.moment(end)}.",
         "Make sure that you give it to the owner. It cannot be shown again."),
        "recovery-code",
        {"issued": {"account": account, "code": "[redacted]", "expiresAt": {"milliseconds": end}}}))
    if not 0 < end - rows.now() <= rows.DAY:
        raise Violation(f"{run.command}\n  expected: a code for a day\n  came:     one until {rows.moment(end)}")
    return code


async def forget(case: Case) -> None:
    """The refused codes and logins count as failures."""
    for form in FORMS:
        guesses = (await case.overview())["guesses"]
        expect("whether failures count", guesses > 0, True)
        await case.show(form, lambda count=guesses: Screen(
            (f"Forgotten failures for the name ada: {count}",), "forgotten-guesses", {"name": "ada", "count": count}),
            "guesses", "clear", "ada")
        await case.expect_ada(sessions=0, guesses=0, is_locked=False)
        if form == FORMS[0]:
            await case.expect_refused_login(case.first, new_password())


async def end_sessions(case: Case) -> None:
    await case.first.log_in("ada", case.password)
    for form, name, device in zip(FORMS, ("bob", "ada"), (case.other, case.first)):
        await case.operator.expect_question("sessions", "end", name)
        await case.expect_ada(sessions=1, guesses=0, is_locked=False)
        await case.show(form, lambda name=name: Screen(
            (f"Ended sessions of {name}: 1",), "ended-sessions", {"name": name, "count": 1}), "sessions", "end", name, "--yes")
        await device.expect_logged_out()
    await case.expect_ada(sessions=0, guesses=0, is_locked=False)
    await case.first.log_in("ada", case.password)


async def sweep(case: Case) -> None:
    swept = Screen(
        ("Removed obsolete rows (sessions 1, failures 1, devices 0, browsers 1).",), "swept",
        {"rows": {"sessions": 1, "guesses": 1, "devices": 0, "browsers": 1}})
    for form in FORMS:
        for attempt in range(3):
            await asyncio.to_thread(rows.insert_obsolete, case.database, "ada")
            run = await case.operator.run("sweep", form=form)
            expect("obsolete rows after a sweep", await asyncio.to_thread(rows.obsolete_count, case.database), 0)
            try:
                case.operator.check(run, form, swept)
                break
            except Violation:
                # The service itself sweeps once a minute, perhaps just before.
                if attempt == 2:
                    raise
    await case.expect_ada(sessions=1, guesses=0, is_locked=False)


async def forget_devices(case: Case) -> None:
    """A device that was registered two days ago is removed if devices are kept for one, and no other device."""
    before = await case.select("SELECT udid FROM registrations ORDER BY udid")
    for form in FORMS:
        await asyncio.to_thread(rows.insert_device, case.database, rows.now() - 2 * rows.DAY)
        run = await case.operator.run("sweep", "--forget-devices-after", "3", form=form)
        expect("devices that are kept for three days", len(await case.select("SELECT udid FROM registrations ORDER BY udid")), len(before) + 1)
        run = await case.operator.run("sweep", "--forget-devices-after", "1", form=form)
        case.operator.check(run, form, Screen(
            ("Removed obsolete rows (sessions 0, failures 0, devices 1, browsers 0).",), "swept",
            {"rows": {"sessions": 0, "guesses": 0, "devices": 1, "browsers": 0}}))
        expect("devices that are kept for a day", await case.select("SELECT udid FROM registrations ORDER BY udid"), before)


async def migrate(case: Case) -> None:
    for arguments in (("migrate", "--status"), ("migrate",)):
        await case.show_both(lambda: Screen(
            ("The database has version 4. No migration is necessary.",), "migration", {"version": 4}), *arguments)


async def back_up(case: Case) -> None:
    for form in FORMS:
        file = case.trial.folder / f"backup-{form}"
        if not isinstance(case.database, SQLite):
            run = await case.operator.run("backup", str(file), form=form, status=WRONG_USAGE)
            expect(run.command, (run.output, run.errors), ("", PG_DUMP))
            expect(f"{run.command}: whether it wrote a file", file.exists(), False)
            continue
        run = await case.operator.run("backup", str(file), form=form)
        devices, accounts, size = (*(
            int(rows.select(SQLite(file), f"SELECT count(*) FROM {table}")[0][0]) for table in ("registrations", "accounts")),
            file.stat().st_size)
        case.operator.check(run, form, Screen(
            (f"The backup is in {file}.", f"Devices: {devices}. Accounts: {accounts}. Bytes: {size}.",
             "It was checked, and only its owner can read it. It has hashes of passwords and tokens of sessions: keep it safe."),
            "backup", {"backup": {"file": str(file), "devices": devices, "accounts": accounts, "bytes": size}}))
        content = file.read_bytes()
        await case.show(form, lambda file=file: Screen(
            (f"Something already exists: {file}", "Name a file that does not exist. Nothing was written."),
            "occupied-file", {"file": str(file)}), "backup", str(file), status=WRONG_USAGE)
        expect(f"{file} after a second backup", file.read_bytes() == content, True)


async def delete(case: Case) -> None:
    token = case.first.token
    for form, name in zip(FORMS, ("ada", "bob")):
        identifier = await case.identifier(name)
        await asyncio.to_thread(rows.insert_failure, case.database, name, rows.now())
        await case.operator.expect_question("delete", name)
        expect(f"the identifier of {name}", await case.identifier(name), identifier)
        await case.show(form, lambda name=name, identifier=identifier: Screen(
            (f"The account {name} was deleted, with everything that belonged to it.",), "deleted-account",
            {"account": {"id": identifier, "name": name}}), "delete", name, "--yes")
        await case.show_both(lambda name=name: rows.missing(name), "account", name, status=WRONG_USAGE)
    left = {
        table: count for table in ("accounts", "sessions", "guesses")
        if (count := (await case.select(f"SELECT count(*) FROM {table}"))[0][0]) != "0"}
    expect("rows of deleted accounts", left, {})
    await case.show_both(lambda: rows.accounts(case.database), "accounts")
    expect("the session of the deleted account", await case.service.account(token), None)
    await case.first.expect_logged_out()
    await case.expect_refused_login(case.first, case.password)
    # The name is free for others.
    await case.other.sign_up("ada", new_password())
