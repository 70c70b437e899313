"""The disk of the SQLite database is full or read-only."""

import asyncio
import contextlib
import subprocess
import time
from pathlib import Path

from .ledger import SQLite
from .outages import wait_for_refusals
from .stage import Ledger, Outage, Server, Skipped, Stage, Violation, fill, require_root, small_disk, verify


async def full_disk(stage: Stage) -> str:
    folder = stage.make_folder("full-sqlite")
    async with small_disk(folder, "24m") as disk:
        database = SQLite(disk / "devices.sqlite")
        server = Server(stage.program, database, folder)
        await server.start()
        outage = Outage(server, Ledger())
        try:
            async with outage.under_load():
                for _ in range(1 if stage.is_short else 5):
                    ballast = fill(disk)
                    await wait_for_refusals(outage)
                    await outage.wait_until_not_ready(time.monotonic())
                    ballast.unlink()
                    await outage.recover(time.monotonic())
                    await outage.load.grow(100)
            await verify(outage.ledger, database)
            await server.end()
        finally:
            await server.kill()
    return outage.figures()


async def read_only(stage: Stage) -> str:
    """First the files become read-only, which can be undone. Then the file system becomes read-only permanently, as
    after a disk error."""
    require_root()
    folder = stage.make_folder("read-only")
    async with loop_disk(folder) as disk:
        database = SQLite(disk / "devices.sqlite")
        server = Server(stage.program, database, folder)
        await server.start()
        outage = Outage(server, Ledger())
        files = [str(database.path), f"{database.path}-wal"]
        try:
            async with outage.under_load():
                subprocess.run(["chattr", "+i", *files], check=True)
                await wait_for_refusals(outage)
                subprocess.run(["chattr", "-i", *files], check=True)
                await outage.recover(time.monotonic())
                await outage.load.grow(100)
                # Linux may report success for a concurrent fdatasync when it gives up a file system, although the data
                # never arrive. This was observed with 6.18 and ext4, in one of ten tries of a program of ten lines.
                async with outage.load.held():
                    fail(disk)
                await wait_for_refusals(outage)
                await asyncio.sleep(1)
            await server.terminate()
        finally:
            await server.kill()
        subprocess.run(["umount", str(disk)], check=True)
        subprocess.run(["fsck.ext4", "-p", "-f", str(folder / "image")], check=False, stdout=subprocess.DEVNULL)
        subprocess.run(["mount", "-o", "loop", str(folder / "image"), str(disk)], check=True)
        # The next process that opens the database replays the log.
        server = Server(stage.program, database, folder, name="after")
        await server.start()
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
