"""Does the work of an operator on running services, and checks the results: in the rows, which are read without the program,
and as the owner of an account."""

import asyncio
import contextlib
import hashlib
import json
import os
import random
import secrets
import shutil
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from service.databases import Cluster, Database, PostgreSQL, SQLite
from service.http import Connection, Lost, Violation
from service.load import Load, until, verify
from service.proxy import Proxy
from service.server import PASSWORD, Server
from service.trial import Campaign, Trial, expect, on_cluster, on_postgresql, on_sqlite

# The status of a command that is refused. See docs/reference/command-line.md.
NOT_PERMITTED = 77
# The time of grace of deletions, in seconds.
GRACE = 6
# In seconds, longer than the interval between two looks of a client at /ready.
DELAY = 2
OPTIONS = ("--drain-delay", str(DELAY), "--trusted-proxies", "127.0.0.1")


@dataclass
class Program:
    """The program in the hands of an operator, and on a device of an owner."""

    path: str
    server: Server
    # The state directory of the device.
    state: Path

    async def run(self, *arguments: str, typed: str = "", status: int = 0) -> str:
        """Returns the output. It must end with this status."""
        process = await asyncio.create_subprocess_exec(
            self.path, *arguments, env={"HOME": str(self.state), "PATH": os.environ["PATH"]}, stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)
        output = (await process.communicate(typed.encode()))[0].decode()
        expect(f"calearning {' '.join(arguments)}\n{output}", process.returncode, status)
        return output

    async def operate(self, *words: str, status: int = 0) -> dict:
        """Returns the values of the report."""
        database = self.server.database.address
        output = await self.run("operate", *words, "--database", database, "--format", "json", status=status)
        with contextlib.suppress(ValueError):
            report = json.loads(output)
            expect("the actor", report["actor"], "operator")
            return report["values"] | report.get("secrets", {})
        return {}

    async def own(self, command: str, *words: str, typed: tuple[str, ...] = (), status: int = 0) -> str:
        """Runs a command of the owner of an account."""
        # `recover` keeps nothing, so it has no state directory.
        place = () if command == "recover" else ("--state-dir", str(self.state))
        words += ("--password-stdin",) if typed else ()
        return await self.run(
            command, *words, "--backend", f"http://127.0.0.1:{self.server.port}", *place,
            typed="".join(f"{line}\n" for line in typed), status=status)

    @property
    def token(self) -> str:
        [store] = self.state.glob("servers/*/store.json")
        return json.loads(store.read_text())["session"]


async def erasure(trial: Trial, database: Database) -> None:
    """An account is recovered, exported and deleted, kept by a login, and deleted after the time of grace by a server that was
    killed meanwhile. Then its traces are searched for in all rows, files and logs."""
    async with trial.server(database, "--deletion-grace", f"{GRACE}s").running() as server:
        owner, other = (Program(trial.program, server, trial.make_folder(name)) for name in ("owner", "other"))
        # An account that stays, so the tables are not simply empty.
        await other.own("signup", "--name", "other-account", typed=(PASSWORD,))
        old, new = (f"a sentence with {secrets.token_hex(8)}" for _ in range(2))
        written = [await owner.own("signup", "--name", "erased-account", typed=(old,))]
        first = owner.token
        used = (await owner.operate("recover", "erased-account"))["code"]
        written += [await owner.own("recover", "--name", "erased-account", typed=(used, new)),
                    await owner.own("login", "--name", "erased-account", typed=(new,))]
        code = (await owner.operate("recover", "erased-account"))["code"]
        await other.own("login", "--name", "erased-account", typed=(old,), status=NOT_PERMITTED)
        [(identifier, hashed, recovery)] = database.query(
            "SELECT id, password, recovery FROM accounts WHERE name = 'erased-account'")
        exported = json.loads(await owner.own("export-account", "--format", "json"))["values"]["export"]
        expect("the export", (exported["account"]["id"], len(exported["sessions"])), (identifier, 1))
        digest = f"\\x{hashlib.sha256(owner.token.encode()).hexdigest()}"
        secret = {
            "token": owner.token, "first token": first, "old password": old, "password": new, "used code": used, "code": code}
        hashes = {"hash of the password": hashed, "digest of the code": recovery, "digest of the token": digest}
        traces = {"name": "erased-account", "identifier": identifier} | secret | hashes
        before = found_in_rows(database, traces)
        expect("the traces in the rows before the deletion", before, {"name", "identifier", *hashes})
        for kept in (True, False):
            deleted = await owner.own("delete-account", "--export", "--format", "json", typed=(new,))
            written.append(deleted)
            expect("the account in the export", json.loads(deleted)["values"]["export"]["account"]["id"], identifier)
            await owner.own("whoami", status=NOT_PERMITTED)
            if kept:
                written.append(await owner.own("login", "--name", "erased-account", typed=(new,)))
                await asyncio.sleep(2 * GRACE)
                await owner.own("whoami")
        await server.kill()
        await server.spawn()
        await server.until_ready()
        begin = time.monotonic()
        while found_in_rows(database, traces):
            if time.monotonic() - begin > 240:
                break
            await asyncio.sleep(1)
            await owner.operate("sweep")
        trial.equal("traces of a deleted account in rows", found_in_rows(database, traces), set())
        await server.end()
    log = server.log.read_text()
    trial.equal("secrets and hashes in the log", {name for name, value in (secret | hashes).items() if value in log}, set())
    trial.equal("secrets in the output of commands", {name for name, value in secret.items() if value in "".join(written)}, set())
    events = [line["event"] for line in map(json.loads, log.splitlines()) if line.get("name") == "erased-account"]
    expect("the events in the security log", events, [
        "account-created", "password-recovered", "login-succeeded", "login-failed", "account-deletion-requested",
        "account-deletion-taken-back", "account-deletion-requested", "account-deleted"])
    found = set()
    files = (path for path in trial.folder.rglob("*") if path.is_file() and path != server.log and "cluster" not in path.parts)
    for file in files:
        # Until SQLite uses the free space of its files again, it may have the name and the hashes.
        is_database = isinstance(database, SQLite) and file.name.startswith(database.path.name)
        content = file.read_bytes()
        found |= {(name, file.name) for name, value in (secret if is_database else traces).items() if value.encode() in content}
    trial.equal("traces in files", found, set())


async def erasure_on_postgresql(trial: Trial, cluster: Cluster) -> None:
    await cluster.call("create_absurd")
    await cluster.query("SELECT absurd.create_queue('calearning')")
    await erasure(trial, cluster.database)


def found_in_rows(database: Database, traces: dict[str, str]) -> set[str]:
    text = "\n".join(value for rows in database.tables().values() for row in rows for value in row)
    return {name for name, value in traces.items() if value in text}


@contextlib.asynccontextmanager
async def two_servers(trial: Trial, database: Database, program: str = "") -> AsyncIterator[list[Server]]:
    servers = [trial.server(database, *OPTIONS) for _ in range(2)]
    for server in servers:
        server.program = program or server.program
    async with servers[0].running(), servers[1].running():
        yield servers
        for server in servers:
            server.check_log()


@contextlib.asynccontextmanager
async def strict_load(trial: Trial, port, **rest) -> AsyncIterator[Load]:
    """Clients whose requests must all succeed."""
    load = Load(port, connections=8, may_refuse=False, **rest)
    async with load.running():
        await load.grow(100)
        yield load
        await load.grow(100)
    trial.check("requests, none of which failed", load.ledger.answers, "> 200", load.ledger.answers > 200)
    trial.note(f"the slowest answer took {load.slowest:.1f} s")


async def restart(server: Server) -> None:
    """Restarts the server as documented, and returns when the next process is ready."""
    begin = time.monotonic()
    ending = asyncio.create_task(server.terminate())
    expect("the code of /ready after SIGTERM", (await server.until_ready(503)).members["code"], "ENDING")
    expect("the status of the server after SIGTERM", await ending, 0)
    if (seconds := time.monotonic() - begin) < DELAY:
        raise Violation(f"the server ended after {seconds:.1f} s, and not after {DELAY}")
    await server.spawn()
    await server.until_ready()


async def behind_nginx(trial: Trial, database: PostgreSQL) -> None:
    async with two_servers(trial, database) as servers, Proxy(trial.make_folder(), *servers) as proxy:
        async with strict_load(trial, proxy.port, tls=proxy.certificate.trust()) as load:
            for server in servers * trial.size(4, 1):
                await restart(server)
        used = [f'"127.0.0.1:{server.port}"' in proxy.log.read_text() for server in servers]
        trial.equal("nginx used each server", used, [True, True])
        await verify(load.ledger, database)


@contextlib.asynccontextmanager
async def following(servers: list[Server]) -> AsyncIterator[set[int]]:
    """The ports of the servers that are ready. It looks more often than the servers wait before they end."""
    ready: set[int] = set()

    async def follow(server: Server) -> None:
        while True:
            status = 0
            with contextlib.suppress(Lost):
                status = (await server.ask("GET", "/ready")).status
            (ready.add if status == 200 else ready.discard)(server.port)
            await asyncio.sleep(0.1)

    tasks = [asyncio.create_task(follow(server)) for server in servers]
    await until(lambda: len(ready) == len(servers), 10, "the servers were not ready")
    yield ready
    for task in tasks:
        task.cancel()


async def without_proxy(trial: Trial, database: PostgreSQL) -> None:
    async with two_servers(trial, database) as servers, following(servers) as ready:
        async with strict_load(trial, lambda: min(ready)) as load:
            for server in servers * trial.size(4, 1):
                await restart(server)
                await until(lambda server=server: server.port in ready, 10, "the client did not notice that it is ready")
        await verify(load.ledger, database)


async def upgrades(trial: Trial, database: PostgreSQL) -> None:
    """An older and a newer server run next to each other on one database, as in an upgrade without a pause."""
    async with two_servers(trial, database, os.environ["OLDER"]) as (first, second), following([first, second]) as ready:
        async with strict_load(trial, lambda: min(ready)) as load:
            first.program = trial.program
            await restart(first)
            # The operator has the newer program, and migrates the tables if the server has not done it.
            await Program(trial.program, first, trial.folder).operate("devices")
            for here, there, name in ((first, second, "of-newer"), (second, first, "of-older")):
                members = (await here.sign_up(name)).members
                seen = await there.account(members["session"]["token"])
                expect(f"the session of {name} on the other server", seen, members["account"]["id"])
                expect("its login there", (await there.log_in(name, PASSWORD, "127.0.0.1")).status, 201)
            second.program = trial.program
            await restart(second)
        await verify(load.ledger, database)


async def backups(trial: Trial, database: Database, cluster: Cluster | None = None) -> None:
    """Backups while devices and accounts are created, and the restoration of one, compared row by row. On PostgreSQL, the
    commands are the ones of docs/operate/database.md."""
    count, accounts = trial.size(1_000_000, 20_000), {}
    # The first server creates the tables.
    async with trial.server(database).running() as first:
        await first.end()
    if isinstance(database, SQLite):
        database.query(
            f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) INSERT INTO registrations "
            "(key, udid, kind) SELECT 'fill-' || i, printf('00000000-0000-7000-8000-%012x', i), 11 FROM n")
    async with trial.server(database).running() as server:
        load = Load(server.port, connections=8)
        async with load.running():
            for number in range(trial.size(5, 2)):
                accounts[f"w-{number}"] = (await server.sign_up(f"w-{number}")).members
                before, answers, begin = load.ledger.snapshot(), load.ledger.answers, time.monotonic()
                file = await back_up(trial, server, trial.folder / f"backup-{number}")
                trial.at_most("a backup", time.monotonic() - begin, trial.patience(10), "s")
                trial.check("answers during it", load.ledger.answers - answers, "> 0", load.ledger.answers > answers)
                copy = await opened(file, database, cluster)
                await verify(before, copy)
                expect("the accounts in the backup", len(copy.query("SELECT id FROM accounts")), len(accounts))
        last = await back_up(trial, server, trial.folder / "last")
        left = database.tables()
        late = (await server.sign_up("late")).members["session"]["token"]
        await server.end()
    expect("whether the rows differ before the restoration", database.tables() != left, True)
    restore(last, database)
    trial.check("rows of the restored database, as before", sum(map(len, left.values())), "the same", database.tables() == left)
    async with trial.server(database).running() as server:
        name, members = random.choice(list(accounts.items()))
        expect("a session that is newer than the backup", await server.account(late), None)
        expect(f"the session of {name}", await server.account(members["session"]["token"]), members["account"]["id"])
        expect(f"the login of {name}", (await server.log_in(name, PASSWORD, "127.0.0.1")).status, 201)
        key = random.choice(load.ledger.keys)
        kind, udid = load.ledger.registrations[key]
        answer = await (connection := Connection(server.port)).register(key, kind)
        connection.close()
        expect(f"the answer to the key {key}", (answer.status, answer.udid), (200, udid))
        await server.end()


async def back_up(trial: Trial, server: Server, file: Path) -> Path:
    database = server.database
    if isinstance(database, PostgreSQL):
        await asyncio.to_thread(
            database.call, "pg_dump", "--format", "custom", "--file", str(file), "--dbname", database.address)
    else:
        await Program(trial.program, server, trial.folder).operate("backup", str(file))
        expect(f"the mode of {file}", f"{file.stat().st_mode & 0o777:o}", "600")
    return file


async def opened(file: Path, database: Database, cluster: Cluster | None) -> Database:
    """Returns a database with the content of the backup."""
    if cluster is None:
        return SQLite(file)
    copy = await cluster.new_database(file.name)
    await asyncio.to_thread(copy.call, "pg_restore", "--dbname", copy.address, str(file))
    return copy


def restore(file: Path, database: Database) -> None:
    """Replaces the content of the database, whose servers are stopped."""
    if isinstance(database, PostgreSQL):
        database.call("pg_restore", "--clean", "--if-exists", "--dbname", database.address, str(file))
    else:
        for end in ("-wal", "-shm", ""):
            Path(f"{database.path}{end}").unlink(missing_ok=True)
        shutil.copy(file, database.path)


CAMPAIGN = Campaign({
    "restarts-nginx": on_postgresql(behind_nginx), "restarts": on_postgresql(without_proxy),
    "backups-sqlite": on_sqlite(backups),
    "backups-postgresql": on_cluster(lambda trial, cluster: backups(trial, cluster.database, cluster)),
    "erasure-sqlite": on_sqlite(erasure), "erasure-postgresql": on_cluster(erasure_on_postgresql),
    **({"upgrades": on_postgresql(upgrades)} if os.environ.get("OLDER") else {}),
}, at_once=4)
