"""The tested service with its certificate, and a server that stands for GitHub's."""

import contextlib
import http.server
import json
import os
import signal
import sqlite3
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

# The maximum time of each wait, in seconds.
PATIENCE = 40.0
# HTML that pages must show as text.
HOSTILE = '<img src="x" onerror="alert(1)"> &amp; <script>alert(2)</script>'
# The program accepts no zen with HTML, and this one looks like escaped HTML.
ZEN = 'Keep it "logically" &lt;b&gt;awesome&lt;/b&gt; & simple.'


class Service:
    """A service on its own port, over TLS. It may be stopped, and started again."""

    def __init__(self, program: str, folder: Path, name: str, github: str, *options: str):
        self.command = [
            program, "serve", "--web", "--state-dir", str(folder / name), "--tls-certificate", str(folder / "certificate.pem"),
            "--tls-key", str(folder / "key.pem"), *options]
        self.environment = {key: text for key, text in os.environ.items() if not key.startswith("CALEARNING_")} | {
            "CALEARNING_GITHUB_URL": github, "CALEARNING_GITHUB_STATUS_URL": github, "CALEARNING_TIMEOUT": "60"}
        self.certificate, self.log = folder / "certificate.pem", folder / f"{name}.log"
        self.database = folder / name / "devices.sqlite"
        self.port = 0
        self.process: subprocess.Popen[bytes] | None = None
        (folder / name).mkdir(mode=0o700)

    @property
    def url(self) -> str:
        return f"https://localhost:{self.port}/web"

    def count(self, table: str, name: str) -> int:
        """The number of rows of the table for this account."""
        with contextlib.closing(sqlite3.connect(self.database, timeout=30)) as database:
            return int(database.execute(f"SELECT count(*) FROM {table} WHERE name = ?", (name,)).fetchone()[0])

    def start(self) -> None:
        position = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                [*self.command, "--port", str(self.port)], env=self.environment, stdin=subprocess.DEVNULL, stdout=output,
                stderr=output)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self.process.poll() is None:
            for line in self.log.read_bytes()[position:].splitlines():
                if b'"message":"listening"' in line:
                    self.port = int(json.loads(line)["port"])
                    return
            time.sleep(0.05)
        raise SystemExit(f"the service does not start: {self.log.read_text()[-2000:]}")

    def stop(self) -> int:
        """Returns the exit status."""
        assert self.process
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def restart(self) -> None:
        self.stop()
        self.start()


class GitHub(http.server.BaseHTTPRequestHandler):
    """Answers that contain HTML."""

    def do_GET(self) -> None:
        user = {"login": "octocat", "id": 1, "name": f"The octocat {HOSTILE}", "bio": HOSTILE, "html_url": "javascript:alert(1)"}
        answers = {
            "/zen": (200, ZEN), "/users/octocat": (200, json.dumps(user)), "/users/nobody": (404, '{"message": "Not Found"}')}
        status, body = answers.get(
            self.path, (200, json.dumps({"status": {"indicator": HOSTILE, "description": HOSTILE}})))
        self.send_response(status)
        self.send_header("Content-Type", "text/plain" if self.path == "/zen" else "application/json")
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *arguments: object) -> None:
        pass


def create_certificate(folder: Path) -> None:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
         "-keyout", str(folder / "key.pem"), "-out", str(folder / "certificate.pem"), "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"], check=True, capture_output=True)
    (folder / "key.pem").chmod(0o600)


@contextlib.contextmanager
def serving(program: str, folder: Path, name: str, faults: list[str], *options: str) -> Iterator[Service]:
    """Runs the service, with its own state and its own GitHub. Adds logged errors and a wrong exit status to the faults."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), GitHub) as github:
        threading.Thread(target=github.serve_forever, daemon=True).start()
        service = Service(program, folder, name, f"http://127.0.0.1:{github.server_port}", *options)
        service.start()
        try:
            yield service
        finally:
            if (status := service.stop()) != 0:
                faults.append(f"{name}: the service ended with {status} after SIGTERM")
            for line in service.log.read_text().splitlines():
                if json.loads(line)["level"] in ("critical", "error"):
                    faults.append(f"{name}: the service logged: {line[:400]}")
            github.shutdown()
