"""The tested service with its certificate, and the servers that stand for GitHub's."""

import base64
import contextlib
import hashlib
import http.server
import json
import os
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from web.devtools import PATIENCE, Fault

# HTML that pages must show as text.
HOSTILE = '<img src="x" onerror="alert(1)"> &amp; <script>alert(2)</script>'
# The program accepts no zen with HTML, and this one looks like escaped HTML.
ZEN = 'Keep it "logically" &lt;b&gt;awesome&lt;/b&gt; & simple.'

TIMEOUT = "60"  # seconds of a request to GitHub, on a busy machine


@dataclass
class Service:
    port: int
    # The address of the server that stands for GitHub's.
    github: str
    # The file of its certificate.
    certificate: Path
    # The folder of its state.
    state: Path
    log: Path

    @property
    def url(self) -> str:
        return f"https://localhost:{self.port}/web"

    @property
    def fingerprint(self) -> str:
        """The digest of the certificate's public key."""
        command = ["openssl", "x509", "-in", str(self.certificate), "-pubkey", "-noout"]
        pem = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        key = base64.b64decode("".join(pem.strip().splitlines()[1:-1]))
        return base64.b64encode(hashlib.sha256(key).digest()).decode()

    @property
    def stores(self) -> int:
        """The number of browsers with a store."""
        return len(list(self.state.glob("browsers/store-*")))


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
def serving(
    program: str, folder: Path, name: str, faults: list[str], *options: str,
    handler: type[http.server.BaseHTTPRequestHandler] = GitHub,
) -> Iterator[Service]:
    """Runs the service, with its own state and its own GitHub. Adds logged errors and a wrong exit status to the faults."""
    state, log, certificate = folder / name, folder / f"{name}.log", folder / "certificate.pem"
    state.mkdir(mode=0o700)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as github, log.open("wb") as output:
        threading.Thread(target=github.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{github.server_port}"
        process = subprocess.Popen(
            [program, "serve", "--web", "--port", "0", "--state-dir", str(state), "--tls-certificate", str(certificate),
             "--tls-key", str(folder / "key.pem"), *options],
            env={name: value for name, value in os.environ.items() if not name.startswith("CALEARNING_")}
            | {"CALEARNING_GITHUB_URL": address, "CALEARNING_GITHUB_STATUS_URL": address, "CALEARNING_TIMEOUT": TIMEOUT},
            stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        try:
            yield Service(listening_port(process, log), address, certificate, state, log)
            process.terminate()
            if process.wait(PATIENCE) != 0:
                faults.append(f"the service ended with {process.returncode} after SIGTERM: {tail(log)}")
            for line in log.read_text().splitlines():
                if json.loads(line)["level"] in ("critical", "error"):
                    faults.append(f"the service logged: {line[:400]}")
        finally:
            process.kill()
            process.wait()
            github.shutdown()


def listening_port(process: subprocess.Popen[bytes], log: Path) -> int:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        for line in log.read_text().splitlines():
            if '"message":"listening"' in line:
                return int(json.loads(line)["port"])
        time.sleep(0.05)
    raise Fault(f"the service does not start: {tail(log)}")


def tail(log: Path) -> str:
    return "\n" + "\n".join(log.read_text(errors="replace").splitlines()[-10:])
