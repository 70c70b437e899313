"""The rows of the service, read without the program, and the screens that the operator must see of them."""

import hashlib
import secrets
import sqlite3
import time
from collections.abc import Sequence
from datetime import UTC, datetime

from service.ledger import Database, SQLite
from service.operate.program import Screen

MINUTE = 60_000
DAY = 24 * 60 * MINUTE
# The number of accounts on a page.
PAGE = 100

# A NULL is empty, and bytes are in hexadecimal digits, as psql prints them.
Row = tuple[str, ...]


def now() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def select(database: Database, statement: str) -> list[Row]:
    return [tuple(text(value) for value in row) for row in database.query(statement)]


def text(value: object) -> str:
    if value is None:
        return ""
    return f"\\x{value.hex()}" if isinstance(value, bytes) else str(value)


def execute(database: Database, statement: str) -> None:
    if isinstance(database, SQLite):
        connection = sqlite3.connect(database.path, timeout=30)
        with connection:
            connection.execute(statement)
        connection.close()
    else:
        database.query(statement)


def tables(database: Database) -> dict[str, list[Row]]:
    """All rows of all tables, sorted."""
    names = (
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'" if isinstance(database, SQLite)
        else "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    return {name: sorted(select(database, f"SELECT * FROM {name}")) for name, in select(database, names)}


def digest_of(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def literal(database: Database, digest: bytes) -> str:
    return f"x'{digest.hex()}'" if isinstance(database, SQLite) else f"'\\x{digest.hex()}'"


def new_identifier() -> str:
    """A UUIDv7 of this time."""
    digits = f"{now():012x}7{secrets.token_hex(2)[1:]}8{secrets.token_hex(8)[1:]}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def moment(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def account_id(database: Database, name: str) -> str:
    return select(database, f"SELECT id FROM accounts WHERE name = '{name}'")[0][0]


def overviews(database: Database, condition: str) -> list[dict[str, object]]:
    """The accounts as JSON shows them, in the order of their names."""
    lasting = f"account = accounts.id AND began > {now() - 30 * DAY} AND used > {now() - 10 * DAY}"
    rows = select(database, f"""
        SELECT id, name, locked, (SELECT count(*) FROM sessions WHERE {lasting}),
            (SELECT max(used) FROM sessions WHERE {lasting}),
            (SELECT count(*) FROM guesses WHERE name = accounts.name AND at > {now() - 10 * MINUTE})
        FROM accounts WHERE {condition} ORDER BY name""")
    return [overview(*row) for row in rows]


def overview(identifier: str, name: str, locked: str, sessions: str, used: str, guesses: str) -> dict[str, object]:
    times = {"lockedAt": locked, "lastUsedAt": used}
    return {
        "account": {"id": identifier, "name": name}, "sessions": int(sessions), "guesses": int(guesses),
    } | {name: {"milliseconds": int(time)} for name, time in times.items() if time}


def account(database: Database, name: str) -> Screen:
    shown = overviews(database, f"name = '{name}'")[0]
    identifier = account_id(database, name)
    times = {name: moment(value["milliseconds"]) for name, value in shown.items() if name.endswith("At")}
    lines = [
        name, f"Identifier: {identifier}", f"Created at {moment(int(identifier.replace('-', '')[:12], 16))}.",
        f"Sessions: {shown['sessions']}"]
    if "lastUsedAt" in times:
        lines.append(f"Last used at {times['lastUsedAt']}.")
    if "lockedAt" in times:
        lines.append(f"Locked since {times['lockedAt']}. Nobody can log in.")
    lines.append(f"Failures that count against the name: {shown['guesses']}")
    return Screen(tuple(lines), "account", {"overview": shown})


def accounts(database: Database, after: str = "") -> Screen:
    listed = overviews(database, f"name > '{after}'")
    page, has_more = listed[:PAGE], len(listed) > PAGE
    names = [each["account"]["name"] for each in page]
    lines = ["Accounts" if page else "No accounts."]
    lines += [
        f"{name}: sessions {each['sessions']}{', locked' if 'lockedAt' in each else ''}" for name, each in zip(names, page)]
    if has_more:
        lines.append(f"More follow: --after={names[-1]}")
    return Screen(tuple(lines), "accounts", {"page": {"accounts": page, "hasMore": has_more}})


def devices(database: Database) -> Screen:
    total = int(select(database, "SELECT count(*) FROM registrations")[0][0])
    # The database of a trial is younger than a day.
    return Screen(
        (f"Devices: {total}. Of the last 24 hours: {total}.",), "devices", {"count": {"total": total, "lastDay": total}})


def missing(name: str) -> Screen:
    return Screen((f"The account {name} does not exist.",), "missing-account", {"name": name})


def insert_accounts(database: Database, names: Sequence[str]) -> None:
    """Accounts that have the password of another account."""
    password = select(database, "SELECT password FROM accounts LIMIT 1")[0][0]
    rows = ", ".join(f"('{new_identifier()}', '{name}', '{password}')" for name in names)
    execute(database, f"INSERT INTO accounts (id, name, password) VALUES {rows}")


def insert_obsolete(database: Database, name: str) -> None:
    """A session that was not used for 11 days, a browser that was not used for 31, and a failure that is 11 minutes old."""
    identifier, at = new_identifier(), now() - 11 * DAY
    digest = literal(database, digest_of(identifier))
    execute(
        database, "INSERT INTO sessions (digest, id, account, name, udid, began, used) VALUES "
        f"({digest}, '{identifier}', '{account_id(database, name)}', '{name}', 'u', {at}, {at})")
    execute(
        database, "INSERT INTO browsers (id, cookie, stamp, used, content) VALUES "
        f"('{identifier}', {digest}, 1, {now() - 31 * DAY}, '{{}}')")
    insert_failure(database, name, now() - 11 * MINUTE)


def insert_device(database: Database, at: int) -> None:
    """A device that was registered at the time. A UDID begins with its time, in milliseconds."""
    digits = f"{at:012x}"
    udid = f"{digits[:8]}-{digits[8:]}-7{new_identifier()[15:]}"
    execute(database, f"INSERT INTO registrations (key, udid, kind) VALUES ('{new_identifier()}', '{udid}', 11)")


def insert_failure(database: Database, name: str, at: int) -> None:
    execute(database, f"INSERT INTO guesses (name, network, at) VALUES ('{name}', '127.0.0.1', {at})")


def obsolete_count(database: Database) -> int:
    return sum(int(select(database, statement)[0][0]) for statement in (
        f"SELECT count(*) FROM sessions WHERE used <= {now() - 10 * DAY}",
        f"SELECT count(*) FROM browsers WHERE used < {now() - 30 * DAY}",
        f"SELECT count(*) FROM guesses WHERE at <= {now() - 10 * MINUTE}"))
