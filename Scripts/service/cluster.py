"""Three machines in network namespaces, each with etcd, Patroni, PostgreSQL and the service, and a load balancer before the
services. They are configured by the files of deploy/cluster. Scripts/service.sh runs this in namespaces of its own, so nothing
of it is left when it ends, in whatever way."""

import asyncio
import contextlib
import json
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from service.databases import Database, PostgreSQL, Row
from service.http import Violation
from service.trial import Campaign, Trial

CONFIGURATION = Path(__file__).resolve().parents[2] / "deploy" / "cluster"
NAMES = ("a", "b", "c")
# The address of the load balancer. Here it is also the address of the clients.
BALANCER = "10.0.0.10"
PROGRAMS = "/usr/lib/postgresql/15/bin"
SERVICE, ETCD, PATRONI = "calearning", "etcd", "patroni"


def run(*command: str, check: bool = True) -> str:
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    if check and result.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} ended with {result.returncode}: {result.stderr}{result.stdout}")
    return result.stdout


def read(url: str, patience: float) -> bytes | None:
    """The body of a response with the status 200, or `None` without one."""
    with contextlib.suppress(OSError):
        with urllib.request.urlopen(url, timeout=patience) as answer:
            return answer.read() if answer.status == 200 else None
    return None


class Machine:
    def __init__(self, number: int, folder: Path, program: str):
        self.name = NAMES[number]
        self.address = f"10.0.0.{11 + number}"
        self.folder = folder
        self.program = program
        self.hardware = f"02:00:00:00:00:{11 + number}"
        self.processes: dict[str, asyncio.subprocess.Process] = {}
        self.options: tuple[str, ...] = ()

    def configure(self) -> None:
        """Adapts the files as their comments say, and their folders to this script's."""
        for user, path in (("etcd", "lib/etcd"), ("postgres", "lib/postgresql"), ("postgres", "run"), ("root", "state")):
            (self.folder / path).mkdir(parents=True)
            entry = pwd.getpwnam(user)
            os.chown(self.folder / path, entry.pw_uid, entry.pw_gid)
        for name in ("etcd", "patroni.yml", "environment"):
            lines = (CONFIGURATION / name).read_text().splitlines()
            text = "\n".join(line if "10.0.0.12" in line else line.replace("10.0.0.11", self.address) for line in lines)
            text = re.sub(r"^(ETCD_NAME=|name: )a$", rf"\g<1>{self.name}", text, flags=re.MULTILINE)
            text = text.replace("/var/lib/", f"{self.folder}/lib/").replace("/run/postgresql", f"{self.folder}/run")
            (self.folder / name).write_text(text + "\n")

    def connect(self) -> None:
        """Connects the machine to the bridge."""
        outside, inside = f"{self.name}-port", f"{self.name}-card"
        run("ip", "netns", "add", self.name)
        run("ip", "link", "add", outside, "type", "veth", "peer", "name", inside, "address", self.hardware, "netns", self.name)
        run("ip", "link", "set", outside, "master", "bridge", "up")
        for command in (["address", "add", f"{self.address}/24", "dev", inside], ["link", "set", inside, "up"],
                        ["link", "set", "lo", "up"]):
            run("ip", "-n", self.name, *command)

    def isolate(self, *, is_isolated: bool = True) -> None:
        """Pulls the plug in the switch, or puts it back. The machine itself notices only that all packets vanish."""
        run("ip", "link", "set", f"{self.name}-port", *(["nomaster"] if is_isolated else ["master", "bridge"]))

    def command(self, *command: str, user: str = "root", niceness: int = 0) -> list[str]:
        entry = pwd.getpwnam(user)
        return ["nice", f"--adjustment={niceness}", "nsenter", f"--net=/run/netns/{self.name}", "setpriv",
                f"--reuid={entry.pw_uid}", f"--regid={entry.pw_gid}", "--clear-groups", *command]

    def environment(self, name: str) -> dict[str, str]:
        lines = (self.folder / name).read_text().splitlines()
        return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))

    async def start(self, name: str) -> None:
        variables = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/", "LANG": "C.UTF-8"}
        match name:
            case "etcd":
                # The processors of these machines are shared, and a slow etcd elects another leader.
                command = self.command("etcd", user="etcd", niceness=-10)
                variables |= self.environment("etcd")
            case "patroni":
                command = self.command("patroni", str(self.folder / "patroni.yml"), user="postgres")
            case _:
                command = self.command(self.program, "serve", "--state-dir", str(self.folder / "state"), *self.options)
                variables |= self.environment("environment")
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = await asyncio.create_subprocess_exec(
                *command, env=variables, stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                cwd="/")

    async def kill(self, name: str) -> None:
        process = self.processes.pop(name)
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    async def end(self, name: str) -> int:
        process = self.processes.pop(name)
        process.terminate()
        return await process.wait()

    async def lose(self) -> None:
        """The machine loses its power. Only its disk remains."""
        self.isolate()
        for pid in run("ip", "netns", "pids", self.name).split():
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
        for process in self.processes.values():
            await process.wait()
        self.processes.clear()

    async def come_back(self) -> None:
        self.isolate(is_isolated=False)
        for name in (ETCD, PATRONI, SERVICE):
            await self.start(name)

    def postgresql(self) -> list[int]:
        """The processes of PostgreSQL, the postmaster first, so that it restarts none of the others."""
        file = self.folder / "lib/postgresql/15/calearning/postmaster.pid"
        postmaster = int(file.read_text().splitlines()[0])
        children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
        return [postmaster, *map(int, children)]

    def signal_postgresql(self, number: signal.Signals) -> None:
        for process in self.postgresql():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def is_primary(self) -> bool:
        """Whether its Patroni answers that it is the primary."""
        return read(f"http://{self.address}:8008/primary", 0.5) is not None

    def is_ready(self) -> bool:
        return read(f"http://{self.address}:8000/ready", 1) is not None

    def has_healthy_etcd(self) -> bool:
        """Whether its etcd answers that it can write, as `etcdctl endpoint health` asks."""
        answer = read(f"http://{self.address}:2379/health", 1)
        return answer is not None and json.loads(answer)["health"] == "true"

    @property
    def database(self) -> PostgreSQL:
        """The database of this machine only, as its superuser."""
        return PostgreSQL(
            f"postgres://postgres:password-of-postgres@{self.address}/calearning?connect_timeout=2", PROGRAMS)

    @property
    def log(self) -> str:
        return (self.folder / f"{SERVICE}.log").read_text(errors="replace")


class Machines(Database):
    """All of them, as one database and as one service at `port` of this namespace."""

    names = PostgreSQL.names
    port = 80

    def __init__(self, folder: Path, program: str):
        self.folder = folder
        self.all = [Machine(number, folder / name, program) for number, name in enumerate(NAMES)]
        self.balancer: asyncio.subprocess.Process | None = None

    @classmethod
    @contextlib.asynccontextmanager
    async def running(cls, folder: Path, program: str, *options: str) -> AsyncIterator["Machines"]:
        machines = cls(folder, program)
        try:
            run("ip", "link", "add", "bridge", "type", "bridge")
            run("ip", "address", "add", f"{BALANCER}/24", "dev", "bridge")
            run("ip", "link", "set", "bridge", "address", "02:00:00:00:00:10", "up")
            for machine in machines.all:
                machine.options = options
                machine.folder.mkdir(mode=0o755)
                machine.configure()
                machine.connect()
            machines.introduce()
            await machines.start()
            yield machines
        finally:
            await machines.remove()

    def introduce(self) -> None:
        """Lets each machine know the hardware addresses of the others. Without them, a packet to an isolated machine would
        soon be refused by its sender, as it would not be behind a router."""
        hardware = {machine.address: machine.hardware for machine in self.all}
        for machine in self.all:
            run("ip", "neighbour", "add", machine.address, "lladdr", machine.hardware, "dev", "bridge", "nud", "permanent")
            for address, other in (hardware | {BALANCER: "02:00:00:00:00:10"}).items():
                if address != machine.address:
                    run("ip", "-n", machine.name, "neighbour", "add", address, "lladdr", other, "dev", f"{machine.name}-card",
                        "nud", "permanent")

    async def start(self) -> None:
        for machine in self.all:
            await machine.start(ETCD)
        for machine in self.all:
            await machine.start(PATRONI)
        primary = await self.until(self.find_primary, 120, "no primary")
        await self.until(lambda: self.synchronous, 120, "no synchronous standby")
        superuser = PostgreSQL(primary.database.address.replace("/calearning?", "/postgres?"), PROGRAMS)
        superuser.query("CREATE ROLE calearning LOGIN PASSWORD 'password-of-calearning'")
        superuser.query("CREATE DATABASE calearning OWNER calearning")
        for machine in self.all:
            await machine.start(SERVICE)
        await self.start_balancer()
        await self.until_whole()

    async def start_balancer(self) -> None:
        text = (CONFIGURATION / "haproxy.cfg").read_text().replace("/etc/haproxy/", f"{CONFIGURATION}/")
        text = text.replace("/run/haproxy/", f"{self.folder}/")
        # All clients have one address.
        text = text.replace("sc_http_req_rate(0) gt 20", "sc_http_req_rate(0) gt 100000")
        file = self.folder / "haproxy.cfg"
        # Clients of this namespace use its loopback address, too.
        file.write_text(text.replace("    bind 10.0.0.10:80\n", f"    bind 10.0.0.10:80\n    bind 127.0.0.1:{self.port}\n"))
        run("/usr/sbin/haproxy", "-c", "-f", str(file))
        with (self.folder / "haproxy.log").open("ab") as log:
            self.balancer = await asyncio.create_subprocess_exec(
                "/usr/sbin/haproxy", "-f", str(file), stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log)

    def balance(self, machine: Machine, state: str) -> None:
        """Lets the balancer send no new requests to the machine (`drain`), or send them again (`ready`)."""
        with socket.socket(socket.AF_UNIX) as peer:
            peer.connect(str(self.folder / "admin.sock"))
            peer.sendall(f"set server services/{machine.name} state {state}\n".encode())
            if reply := peer.recv(1000).strip():
                raise RuntimeError(f"HAProxy: {reply.decode()}")

    async def remove(self) -> None:
        if self.balancer:
            self.balancer.kill()
            await self.balancer.wait()
        for machine in self.all:
            if (Path("/run/netns") / machine.name).exists():
                await machine.lose()
                run("ip", "link", "delete", f"{machine.name}-port", check=False)
                run("ip", "netns", "delete", machine.name)
            shutil.rmtree(machine.folder / "lib", ignore_errors=True)
        run("ip", "link", "delete", "bridge", check=False)

    async def until(self, find: Callable, patience: float, fault: str):
        """Waits until the function returns something true, and returns that."""
        deadline = time.monotonic() + patience
        while True:
            if found := await asyncio.to_thread(find):
                return found
            if time.monotonic() > deadline:
                raise Violation(f"there is {fault} after {patience} s: {self.states()}")
            await asyncio.sleep(0.2)

    def states(self) -> dict[str, dict]:
        """What each Patroni that answers says about its PostgreSQL."""
        states = {}
        for machine in self.all:
            with contextlib.suppress(ValueError):
                if answer := read(f"http://{machine.address}:8008/patroni", 1):
                    states[machine.name] = json.loads(answer)
        return states

    def find(self, holds: Callable[[dict], bool]) -> Machine | None:
        states = self.states()
        return next((each for each in self.all if each.name in states and holds(states[each.name])), None)

    def find_primary(self) -> Machine | None:
        return self.find(lambda state: state.get("role") in ("master", "primary") and state["state"] == "running")

    @property
    def primary(self) -> Machine:
        if found := self.find_primary():
            return found
        raise Violation(f"there is no primary: {self.states()}")

    @property
    def synchronous(self) -> Machine | None:
        return self.find(lambda state: state.get("sync_standby", False) and state["state"] in ("running", "streaming"))

    def is_whole(self) -> bool:
        """Whether each machine has its part, and the balancer uses each service."""
        states = self.states()
        timelines = {state.get("timeline") for state in states.values()}
        return (
            len(states) == len(self.all) and len(timelines) == 1
            and all(state["state"] in ("running", "streaming") for state in states.values())
            and any(state.get("sync_standby") for state in states.values())
            and all(machine.is_ready() for machine in self.all))

    async def until_whole(self, patience: float = 120) -> None:
        await self.until(self.is_whole, patience, "no whole cluster")
        # The balancer looks twice a second.
        await asyncio.sleep(1)

    async def switch_over(self) -> None:
        """Lets the synchronous standby become the primary."""
        leader, candidate = self.primary.name, (await self.until(lambda: self.synchronous, 60, "no standby")).name
        output = await asyncio.to_thread(
            run, "patronictl", "-c", str(self.all[0].folder / "patroni.yml"), "switchover", "--force", "--leader", leader,
            "--candidate", candidate)
        if "Successfully switched over" not in output:
            raise Violation(f"patronictl: {output}")

    # As a database, it is the primary's.

    def query(self, statement: str) -> list[Row]:
        return self.primary.database.query(statement)

    def check(self) -> None:
        self.primary.database.check()


async def stay(trial: Trial) -> None:
    """Starts the cluster, and keeps it until a signal."""
    async with Machines.running(trial.make_folder("machines"), trial.program) as machines:
        namespace = os.environ["CLUSTER_PROCESS"]
        print(f"The service:   http://{BALANCER}, behind HAProxy")
        for machine in machines.all:
            print(f"Machine {machine.name}:     {machine.address}, the service at port 8000, Patroni 8008, PostgreSQL 5432")
        print(f"""A shell there: nsenter --target {namespace} --net --mount
In this shell:
    curl --json '{{"appDeviceKbn":11}}' http://{BALANCER}/udids
    patronictl -c {machines.all[0].folder}/patroni.yml list
    ip netns exec a psql postgres://postgres:password-of-postgres@10.0.0.11,10.0.0.12,10.0.0.13/calearning
    ip link set a-port nomaster     # isolates the machine a, and `master bridge` connects it again
The logs are in {machines.folder}. Ctrl-C ends and removes everything.""", flush=True)
        await asyncio.Event().wait()


CAMPAIGN = Campaign({"stay": stay})
