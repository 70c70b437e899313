"""Describes the pages in OpenAPI, and lets schemathesis generate requests and check the answers."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

from web.answers import OTHER, PAGE, USECASES
from web.client import FORM, Client
from web.service import Service

CHECKS = (
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "negative_data_rejection", "unsupported_method",
)
# The number of examples for each operation.
EXAMPLES = 300


def text(pattern: str = "", **rules: Any) -> dict[str, Any]:
    return {"type": "string", **({"pattern": pattern} if pattern else {}), **rules}


def answer(headers: dict[str, str], kind: str | None = None) -> dict[str, Any]:
    """Describes an answer that has these headers."""
    fields = {name: {"required": True, "schema": text(f"^{re.escape(value)}")} for name, value in headers.items()}
    return {"description": "An answer.", "headers": fields, **({"content": {kind: {}}} if kind else {})}


def described(token: str, page: str) -> dict[str, Any]:
    """Describes the pages for a browser with this token, on the page with this number."""
    texts = {f"f.{name}": text() for name in ("name", "password", "present", "new", "code", "login")}
    form = {
        "type": "object", "required": ["token", "page", "act"],
        "properties": {
            "token": {"enum": [token]}, "page": {"enum": [page]}, "language": text(),
            "act": text("^(back|submit|k[0-9]|m[0-9]|c[0-9][.][0-9])$"), **texts},
    }
    language = {"parameters": [{"name": "Accept-Language", "in": "header", "schema": text()}]}
    pages = {status: answer(PAGE, "text/html") for status in ("403", "429")}
    errors = {status: answer(PAGE, "application/json") for status in ("400", "413", "415")}
    return {
        "openapi": "3.1.0", "info": {"title": "The pages for browsers", "version": "1"},
        "paths": {
            "/web": {
                "get": {"responses": {"200": answer(PAGE, "text/html")}} | language,
                "post": {
                    "requestBody": {"required": True, "content": {FORM: {"schema": form}}},
                    "responses": {"303": answer(PAGE)} | pages | errors},
            },
            "/web/style.css": {"get": {"responses": {"200": answer(OTHER, "text/css")}}},
            "/web/usecases": {"get": {"responses": {"200": answer(USECASES, "text/html")}} | language},
        },
    }


def run(service: Service, program: str, folder: Path) -> list[str]:
    """Generates requests of a browser that is past the tutorial. Returns the report if an answer breaks a rule."""
    client = Client(service)
    client.begin()
    file = folder / "pages.json"
    file.write_text(json.dumps(described(client.value("token"), client.value("page"))))
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    result = subprocess.run(
        [program, "run", str(file), "--url", f"https://localhost:{service.port}", "--tls-verify", str(service.certificate),
         "--header", f"Cookie: {cookies}", "--checks", ",".join(CHECKS), "--max-examples", str(EXAMPLES),
         "--generation-deterministic", "--phases", "examples,coverage,fuzzing", "--no-color"],
        cwd=folder, capture_output=True, text=True, check=False)
    report = result.stdout + result.stderr
    cases = re.search(r"\n +(\d+) generated", report)
    # Otherwise a description that matches nothing would pass.
    if result.returncode != 0 or not cases or not re.search(r"Operations:\s+Selected: 4/4\s+Tested: 4", report):
        return [f"schemathesis: {report}"]
    print(f"schemathesis: {cases[1]} requests")
    return []
