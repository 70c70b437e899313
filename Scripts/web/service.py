"""The tested service with its certificate, and the servers that stand for GitHub's."""

import base64
import contextlib
import hashlib
import http.server
import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from service.ledger import Database, SQLite
from web.devtools import PATIENCE, Fault

# HTML that pages must show as text.
HOSTILE = '<img src="x" onerror="alert(1)"> &amp; <script>alert(2)</script>'
# The program accepts no zen with HTML, and this one looks like escaped HTML.
ZEN = 'Keep it "logically" &lt;b&gt;awesome&lt;/b&gt; & simple.'

TIMEOUT = "60"  # seconds of a request to GitHub, on a busy machine


class Service:
    """A service on its own port, over TLS. It may be stopped, and started again."""

    def __init__(
        self, program: str, folder: Path, name: str, github: str, *options: str, database: Database | None = None,
        secure: bool = True,
    ):
        self.program, self.options, self.github = program, options, github
        # The file of its certificate, and of its key.
        self.certificate, self.key = folder / "certificate.pem", folder / "key.pem"
        # The folder of its state.
        self.state, self.log = folder / name, folder / f"{name}.log"
        self.database = database or SQLite(self.state / "devices.sqlite")
        self.secure, self.port = secure, 0
        self.process: subprocess.Popen[bytes] | None = None
        self.state.mkdir(mode=0o700, exist_ok=True)

    @property
    def url(self) -> str:
        return f"https://localhost:{self.port}/web"

    def count(self, table: str, condition: str = "") -> int:
        """The number of rows of the table."""
        return int(self.database.query(f"SELECT count(*) FROM {table} {condition}")[0][0])

    def start(self) -> None:
        tls = ["--tls-certificate", str(self.certificate), "--tls-key", str(self.key)] if self.secure else []
        position = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                [self.program, "serve", "--web", "--port", str(self.port), "--state-dir", str(self.state),
                 "--database", self.database.address, *tls, *self.options],
                env={name: value for name, value in os.environ.items() if not name.startswith("CALEARNING_")}
                | {"CALEARNING_GITHUB_URL": self.github, "CALEARNING_GITHUB_STATUS_URL": self.github,
                   "CALEARNING_TIMEOUT": TIMEOUT},
                stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self.process.poll() is None:
            for line in self.log.read_bytes()[position:].splitlines():
                if b'"message":"listening"' in line:
                    self.port = int(json.loads(line)["port"])
                    return
            time.sleep(0.05)
        raise Fault(f"the service does not start: {self.tail()}")

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Returns the exit status."""
        if not self.process:
            return 0
        self.process.send_signal(number)
        status = self.process.wait(PATIENCE)
        self.process = None
        return status

    def end(self, faults: list[str]) -> None:
        """Stops it. Adds logged errors and a wrong exit status to the faults."""
        if (status := self.stop()) != 0:
            faults.append(f"the service ended with {status} after SIGTERM: {self.tail()}")
        for line in self.log.read_text().splitlines():
            if json.loads(line)["level"] in ("critical", "error"):
                faults.append(f"the service logged: {line[:400]}")

    def tail(self) -> str:
        return "\n" + "\n".join(self.log.read_text(errors="replace").splitlines()[-10:])


def fingerprint(certificate: Path) -> str:
    """Returns the digest of the certificate's public key."""
    command = ["openssl", "x509", "-in", str(certificate), "-pubkey", "-noout"]
    pem = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    key = base64.b64decode("".join(pem.strip().splitlines()[1:-1]))
    return base64.b64encode(hashlib.sha256(key).digest()).decode()


class GitHub(http.server.BaseHTTPRequestHandler):
    """Answers that contain HTML."""

    def do_GET(self) -> None:
        status, content = 200, "application/json"
        user = {"login": "octocat", "id": 1, "name": f"The octocat {HOSTILE}", "bio": HOSTILE, "html_url": "javascript:alert(1)"}
        match self.path:
            case "/zen":
                content, body = "text/plain", ZEN
            case "/users/octocat":
                body = json.dumps(user)
            case "/users/nobody":
                status, body = 404, '{"message": "Not Found"}'
            case _:
                body = json.dumps({"status": {"indicator": HOSTILE, "description": HOSTILE}})
        self.send_response(status)
        self.send_header("Content-Type", content)
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *arguments: object) -> None:
        pass


def create_certificate(folder: Path) -> Path:
    certificate = folder / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
         "-keyout", str(folder / "key.pem"), "-out", str(certificate), "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"], check=True, capture_output=True)
    (folder / "key.pem").chmod(0o600)
    return certificate


@contextlib.contextmanager
def answering(handler: type[http.server.BaseHTTPRequestHandler] = GitHub) -> Iterator[str]:
    """Runs the server that stands for GitHub's. Returns its address."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as github:
        threading.Thread(target=github.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{github.server_port}"
        finally:
            github.shutdown()


@contextlib.contextmanager
def serving(
    program: str, folder: Path, name: str, faults: list[str], *options: str, database: Database | None = None,
    secure: bool = True, handler: type[http.server.BaseHTTPRequestHandler] = GitHub,
) -> Iterator[Service]:
    """Runs the service, with its own state and its own GitHub. Adds logged errors and a wrong exit status to the faults."""
    with answering(handler) as github:
        service = Service(program, folder, name, github, *options, database=database, secure=secure)
        try:
            service.start()
            yield service
            service.end(faults)
        finally:
            if service.process:
                service.stop(signal.SIGKILL)
