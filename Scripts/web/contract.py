"""Describes the pages in OpenAPI, and lets schemathesis generate requests and check the answers."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

from web.answers import OTHER, PAGE, USECASES
from web.client import FORM, Client
from web.journey import PLACES
from web.service import Service

CHECKS = (
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "negative_data_rejection", "unsupported_method",
)
# The number of examples for each operation.
EXAMPLES = 40


def text(pattern: str = "", **rules: Any) -> dict[str, Any]:
    return {"type": "string", **({"pattern": pattern} if pattern else {}), **rules}


def answer(headers: dict[str, str], kind: str | None = None) -> dict[str, Any]:
    """Describes an answer that has these headers."""
    fields = {name: {"required": True, "schema": text(f"^{re.escape(value)}")} for name, value in headers.items()}
    return {"description": "An answer.", "headers": fields, **({"content": {kind: {}}} if kind else {})}


def described(token: str) -> dict[str, Any]:
    """Describes the pages for a browser with this token."""
    texts = {name: text() for name in ("form", "name", "password", "present", "new", "code", "login", "id", "others", "show")}
    form = {"type": "object", "required": ["token"], "properties": {"token": {"enum": [token]}, **texts}}
    language = {"name": "Accept-Language", "in": "header", "schema": text()}
    queries = [{"name": name, "in": "query", "schema": text()} for name in ("page", "login", "id", "others", "form", "notice")]

    def page(*statuses: str) -> dict[str, Any]:
        return {status: answer(PAGE, None if status == "303" else "text/html") for status in statuses}

    paths: dict[str, Any] = {
        f"/web/{path}": {
            "get": {"parameters": [*queries, language], "responses": page("200", "303", "400", "404")},
            "post": {"requestBody": {"required": True, "content": {FORM: {"schema": form}}},
                     "responses": page("200", "303", "400", "403", "404", "413", "415", "422", "429")},
        } for path in dict.fromkeys(place.partition("?")[0] for place in PLACES) if path not in ("", "usecases")}
    return {
        "openapi": "3.1.0", "info": {"title": "The pages for browsers", "version": "1"},
        "paths": paths | {
            "/web": {"get": {"parameters": [language], "responses": page("200", "400")}},
            "/web/language": {"post": {
                "responses": page("303", "400", "403", "413", "415"), "requestBody": {
                    "required": True, "content": {FORM: {"schema": {
                        "type": "object", "required": ["token"],
                        "properties": {"token": {"enum": [token]}} | {name: text() for name in ("language", "back", "query")}}}}}}},
            "/web/style.css": {"get": {"responses": {"200": answer(OTHER, "text/css")}}},
            "/web/icon.svg": {"get": {"responses": {"200": answer(OTHER, "image/svg+xml")}}},
            "/web/usecases": {"get": {"parameters": [language], "responses": {"200": answer(USECASES, "text/html")}}},
        },
    }


def run(service: Service, program: str, folder: Path) -> list[str]:
    """Generates requests of a browser that is past the tutorial. Returns the report if an answer breaks a rule."""
    client = Client(service)
    client.begin()
    file = folder / "pages.json"
    description = described(client.page.token)
    file.write_text(json.dumps(description))
    count = sum(len(path) for path in description["paths"].values())
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    result = subprocess.run(
        [program, "run", str(file), "--url", f"https://localhost:{service.port}", "--tls-verify", str(service.certificate),
         "--header", f"Cookie: {cookies}", "--header", "Accept: text/html", "--checks", ",".join(CHECKS),
         "--max-examples", str(EXAMPLES),
         "--generation-deterministic", "--phases", "examples,coverage,fuzzing", "--no-color"],
        cwd=folder, capture_output=True, text=True, check=False)
    report = result.stdout + result.stderr
    cases = re.search(r"\n +(\d+) generated", report)
    # Otherwise a description that matches nothing would pass.
    is_complete = re.search(rf"Operations:\s+Selected: {count}/{count}\s+Tested: {count}", report)
    if result.returncode != 0 or not cases or not is_complete:
        return [f"schemathesis: {report}"]
    print(f"schemathesis: {cases[1]} requests to {count} operations")
    return []
