"""POST /udids as a Python user would write it: FastAPI on uvicorn, sqlite3, a commit that is on disk for each answer.

    CALEARNING_DATABASE=FILE uvicorn fastapi_server:app
"""

import os
import sqlite3
import time
from contextlib import asynccontextmanager
from threading import Lock
from typing import Annotated

from fastapi import FastAPI, Header, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field


class Device(BaseModel):
    appDeviceKbn: Annotated[int, Field(strict=True, ge=0, le=9999)]


class Issued(BaseModel):
    udid: str


class Refused(Exception):
    pass


def uuid7() -> str:
    milliseconds = time.time_ns() // 1_000_000
    tail = int.from_bytes(os.urandom(10))
    digits = f"{milliseconds:012x}7{tail >> 68:03x}{0x8000 | tail >> 54 & 0x3FFF:04x}{tail & 0xFFFFFFFFFFFF:012x}"
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


class Registry:
    """One connection with one writer at a time, because SQLite allows only one."""

    def __init__(self, path: str) -> None:
        self.lock = Lock()
        self.connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute("PRAGMA synchronous = FULL")
        self.connection.execute(
            "CREATE TABLE IF NOT EXISTS registrations (key TEXT NOT NULL PRIMARY KEY, udid TEXT NOT NULL UNIQUE,"
            " kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 9999)) STRICT, WITHOUT ROWID"
        )

    def register(self, key: str | None, kind: int) -> tuple[str, bool]:
        """Returns the UDID, and whether it is new. A single statement is a transaction."""
        udid = uuid7()
        with self.lock:
            inserted = self.connection.execute(
                "INSERT INTO registrations (udid, key, kind) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING",
                (udid, key or uuid7(), kind),
            )
            if inserted.rowcount == 1:
                return udid, True
            known, known_kind = self.connection.execute(
                "SELECT udid, kind FROM registrations WHERE key = ?", (key,)
            ).fetchone()
        if known_kind != kind:
            raise Refused
        return known, False


@asynccontextmanager
async def lifespan(app: FastAPI):
    app.state.registry = Registry(os.environ["CALEARNING_DATABASE"])
    yield
    app.state.registry.connection.close()


app = FastAPI(lifespan=lifespan)


@app.exception_handler(RequestValidationError)
async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
    return JSONResponse({"code": "malformed", "title": "Malformed request", "message": str(error)}, 400)


@app.exception_handler(Refused)
async def refused(request: Request, error: Refused) -> JSONResponse:
    message = "The key was used with another body."
    return JSONResponse({"code": "key-reused", "title": "Key used before", "message": message}, 422)


@app.get("/ready")
def ready() -> dict[str, str]:
    return {"status": "ready"}


@app.post("/udids", status_code=201)
def register(
    device: Device, request: Request, response: Response, idempotency_key: Annotated[str | None, Header()] = None
) -> Issued:
    udid, is_new = request.app.state.registry.register(idempotency_key, device.appDeviceKbn)
    if not is_new:
        response.status_code = 200
    return Issued(udid=udid)
