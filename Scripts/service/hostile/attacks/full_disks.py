"""A full disk."""

import asyncio
import time

from service_chaos.exchange import Lost
from service_chaos.ledger import SQLite
from service_chaos.stage import fill, small_disk

from ..arena import Arena
from .databases import known_key, register, status_of_ready


async def full_disk(arena: Arena) -> None:
    """`/ready` agrees with the result of new registrations, and known keys are answered, even by a server that has just started."""
    folder = arena.make_folder()
    async with small_disk(folder, "24m") as disk:
        database = SQLite(disk / "devices.sqlite")
        async with arena.target(database=database, folder=folder, may_complain=True) as target:
            await register(target, "known")
            ballast = fill(disk)
            refused = [await register(target, f"new-{number}") for number in range(3)]
            ready = 200
            for _ in range(50):
                ready = await status_of_ready(target)
                if ready == 503:
                    break
                await asyncio.sleep(0.1)
            arena.row("new registrations on a full disk", f"{refused[-1]}", "503", refused[-1] == 503)
            arena.row("/ready on a full disk", f"{ready}", "503", ready == 503)
            known = await register(target, "known")
            arena.row("a known key on a full disk", f"{known}", "200", known == 200)
            await target.kill()
            # This includes the space that it freed when it was killed.
            with (disk / "more").open("wb", buffering=0) as file:
                try:
                    while True:
                        file.write(bytes(4096))
                except OSError:
                    pass
            await target.spawn()
            known = await known_key(target, "known", 10)
            arena.row("a known key after kill -9 and a start on it", f"{known}", "200", known == 200)
            ballast.unlink()
            (disk / "more").unlink()
            if target.process and target.process.returncode is not None:
                await target.spawn()
            begin, ready = time.monotonic(), 0
            while ready != 200 and time.monotonic() < begin + arena.patience(10):
                try:
                    ready = await status_of_ready(target)
                except Lost:
                    pass
                await asyncio.sleep(0.1)
            arena.row("/ready once there is room", f"{ready}", "200", ready == 200)
