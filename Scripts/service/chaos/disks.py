"""The disk of the SQLite database is full or read-only."""

import asyncio
import contextlib
import subprocess
from pathlib import Path

from service.http import Violation
from service.ledger import Ledger, SQLite
from service.server import Server
from service.stage import Outage, Skipped, Stage, require_root, service_on, small_disk, verify


async def full_disk(stage: Stage) -> str:
    folder = stage.make_folder("full-sqlite")
    async with small_disk(folder, "24m") as disk:
        async with service_on(stage, SQLite(disk / "devices.sqlite"), folder) as outage, outage.under_load():
            for _ in range(1 if stage.is_short else 5):
                await outage.fill_and_empty(disk)
    return outage.figures()


async def read_only(stage: Stage) -> str:
    """First the files become read-only, which can be undone. Then the file system becomes read-only permanently, as
    after a disk error."""
    require_root()
    folder = stage.make_folder("read-only")
    async with loop_disk(folder) as disk:
        database = SQLite(disk / "devices.sqlite")
        files = [str(database.path), f"{database.path}-wal"]
        async with Server(stage.program, database, folder).running() as server:
            outage = Outage(server, Ledger())
            async with outage.under_load():
                subprocess.run(["chattr", "+i", *files], check=True)
                await outage.wait_for_refusals()
                subprocess.run(["chattr", "-i", *files], check=True)
                await outage.recover()
                # Linux may report success for a concurrent fdatasync when it gives up a file system, although the data
                # never arrive. This was observed with 6.18 and ext4, in one of ten tries of a program of ten lines.
                async with outage.load.held():
                    fail(disk)
                await outage.wait_for_refusals()
                await asyncio.sleep(1)
            await server.terminate()
        subprocess.run(["umount", str(disk)], check=True)
        subprocess.run(["fsck.ext4", "-p", "-f", str(folder / "image")], check=False, stdout=subprocess.DEVNULL)
        subprocess.run(["mount", "-o", "loop", str(folder / "image"), str(disk)], check=True)
        # The next process that opens the database replays the log.
        async with Server(stage.program, database, folder, name="after").running() as server:
            await verify(outage.ledger, database)
            await server.end()
    return f"{outage.figures()}; after an error of the disk as well"


@contextlib.asynccontextmanager
async def loop_disk(folder: Path):
    image, mount = folder / "image", folder / "disk"
    mount.mkdir()
    with image.open("wb") as file:
        file.truncate(64 * 1024 * 1024)
    try:
        subprocess.run(["mkfs.ext4", "-q", str(image)], check=True)
        subprocess.run(["mount", "-o", "loop,errors=remount-ro", str(image), str(mount)], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise Skipped(f"a file cannot be mounted: {error}") from error
    try:
        yield mount
    finally:
        subprocess.run(["umount", "--lazy", str(mount)], check=False, stderr=subprocess.DEVNULL)


def fail(disk: Path) -> None:
    """Shuts the file system down, as the kernel does when the disk reports an error."""
    device = subprocess.run(
        ["findmnt", "--noheadings", "--output", "SOURCE", str(disk)], check=True, capture_output=True, text=True).stdout
    trigger = Path("/sys/fs/ext4") / Path(device.strip()).name / "trigger_fs_error"
    if not trigger.exists():
        raise Violation(f"there is no {trigger}")
    trigger.write_text("chaos")
