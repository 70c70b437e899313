"""Throw-away PostgreSQL clusters, created with Scripts/postgresql.sh."""

import asyncio
import contextlib
import os
import signal
import subprocess
from pathlib import Path

from service.ledger import PostgreSQL

SCRIPTS = Path(__file__).resolve().parent.parent
VARIABLES = ("POSTGRESQL_FOLDER", "POSTGRESQL_SOCKETS", "POSTGRESQL_BIN", "POSTGRESQL_DATA", "POSTGRESQL_LOG", "POSTGRESQL_URL")


def run_shell(command: str, *arguments: str, environment: dict[str, str]) -> str:
    """Runs a command that may call the functions of postgresql.sh, and returns its standard output."""
    script = f'set -euo pipefail; source "{SCRIPTS}/packages.sh"; source "{SCRIPTS}/postgresql.sh"; {command}'
    clean = {name: value for name, value in os.environ.items() if not name.startswith("POSTGRESQL_")}
    result = subprocess.run(
        ["bash", "-c", script, "bash", *arguments], env=clean | environment, text=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if result.returncode != 0:
        raise RuntimeError(f"{command}: {result.stderr}{result.stdout}")
    return result.stdout


class Cluster:
    def __init__(self, variables: dict[str, str]):
        self.variables = variables
        self.url = variables["POSTGRESQL_URL"]
        self.sockets = Path(variables["POSTGRESQL_SOCKETS"])
        self.data = Path(variables["POSTGRESQL_DATA"])
        self.programs = variables["POSTGRESQL_BIN"]
        self.database = PostgreSQL(self.url, self.programs)

    @classmethod
    async def start(cls, folder: Path, *settings: str) -> "Cluster":
        """The cluster is in a subfolder of `folder`, which every user must be able to enter."""
        print_all = " ".join(f'"${name}"' for name in VARIABLES)
        output = await asyncio.to_thread(
            run_shell, f'start_postgresql "$@" >&2; printf "%s\\n" {print_all}', *settings,
            environment={"TMPDIR": str(folder)})
        return cls(dict(zip(VARIABLES, output.splitlines())))

    @classmethod
    @contextlib.asynccontextmanager
    async def running(cls, folder: Path, *settings: str):
        """A cluster that is removed at the end."""
        cluster = await cls.start(folder, *settings)
        try:
            yield cluster
        finally:
            cluster.remove()

    async def call(self, command: str, *arguments: str) -> str:
        return await asyncio.to_thread(run_shell, command, *arguments, environment=self.variables)

    async def pause(self, mode: str) -> None:
        await self.call('pause_postgresql "$1"', mode)

    async def resume(self) -> None:
        await self.call("resume_postgresql")

    def remove(self) -> None:
        run_shell("stop_postgresql", environment=self.variables)

    async def query(self, statement: str) -> list[list[str]]:
        return await asyncio.to_thread(self.database.query, statement)

    @property
    def postmaster(self) -> int | None:
        try:
            return int((self.data / "postmaster.pid").read_text().splitlines()[0])
        except (OSError, ValueError, IndexError):
            return None

    @property
    def is_running(self) -> bool:
        pid = self.postmaster
        return pid is not None and Path(f"/proc/{pid}").exists()

    def signal_all(self, number: signal.Signals) -> None:
        """Kills the postmaster first, to prevent a restart, and then its children."""
        postmaster = self.postmaster
        assert postmaster
        os.kill(postmaster, number)
        for status in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = status.read_text().rpartition(")")[2].split()
                if int(fields[1]) == postmaster:
                    os.kill(int(status.parent.name), number)
            except (OSError, ValueError):
                continue
