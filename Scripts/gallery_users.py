"""The users of the gallery, and the service that they use.

They take the same journey in a terminal and in a browser. Each step that the gallery shows has a name.
"""
import contextlib
import http.server
import json
import re
import socket
import sqlite3
import subprocess
import threading

from pictures import is_whole
from web.client import Client
from web.journey import PASSWORD, WORDS, WRONG
from web.service import TIMEOUT, create_certificate, serving

NEXT_PASSWORD, SHORT = "another sentence for this account", "short"
# The accounts of users, and one with a name that they would like to have.
NAMES = {"terminal": {"en": "ada", "ja": "hanako"}, "browser": {"en": "grace", "ja": "sakura"}}
TAKEN = "alan"
WRONG_CODE = "AAAA-AAAA-AAAA-AAAA"
GUESSES = 10  # that are admitted for a name

# The keys of a terminal, by the words for buttons of a browser.
KEYS = {"sign up": ["C-n"], "recover": ["C-f"], "back": ["Escape"], "devices": ["s"], "end": ["Down", "e"],
        "end others": ["o"], "change": ["p"], "data": ["e"], "delete": ["d"], "log out": ["l"]}


class GitHub(http.server.BaseHTTPRequestHandler):
    """Stands for GitHub and its status page, and for a backend that never answers."""

    USER = {"login": "octocat", "id": 583231, "name": "The Octocat", "company": "@github", "location": "San Francisco",
            "html_url": "https://github.com/octocat", "public_repos": 8, "followers": 20000}
    ANSWERS = {
        "/zen": (200, "Keep it logically awesome."), "/users/octocat": (200, json.dumps(USER)),
        "/users/nobody": (404, '{"message": "Not Found"}'), "/users/hubot": (403, '{"message": "Rate limit exceeded"}'),
        "/users/monalisa": (500, '{"message": "Server Error"}'),
        "/api/v2/status.json": (200, '{"status": {"indicator": "none", "description": "All Systems Operational"}}')}
    # Every answer of the backend waits until the end of the gallery.
    ended = threading.Event()

    def do_GET(self):
        status, text = self.ANSWERS.get(self.path, (404, "{}"))
        self.send_response(status)
        self.send_header("Content-Type", "text/plain" if self.path == "/zen" else "application/json")
        self.send_header("Content-Length", str(len(text.encode())))
        if status == 403:
            self.send_header("Retry-After", "60")
        self.end_headers()
        self.wfile.write(text.encode())

    def do_POST(self):
        self.ended.wait()

    def log_message(self, format, *arguments):
        pass


class Deployment:
    """The service, its operator, and the other devices of users."""

    def __init__(self, program, folder, service):
        self.program, self.folder, self.service = program, folder, service
        self.settings = {
            "CALEARNING_BACKEND": service.url.removesuffix("/web"), "CALEARNING_CA_FILE": service.certificate,
            "CALEARNING_GITHUB_URL": service.github, "CALEARNING_GITHUB_STATUS_URL": service.github,
            "CALEARNING_TIMEOUT": TIMEOUT}

    def command(self, name, *words, entered="", status=0):
        """Runs the command on the other device of this user."""
        environment = self.settings | {"HOME": self.folder, "CALEARNING_STATE_DIR": self.folder / f"other-device-{name}"}
        result = subprocess.run([self.program, *words], input=entered, env=environment, capture_output=True,
                                encoding="utf-8", check=False)
        if result.returncode != status:
            raise SystemExit(f"{words} ends with {result.returncode}: {result.stdout}{result.stderr}")
        return result.stdout

    def sign_up(self, name):
        self.command(name, "signup", "--name", name, "--password-stdin", entered=PASSWORD)

    def log_in_elsewhere(self, name):
        self.command(name, "login", "--name", name, "--password-stdin", entered=PASSWORD)
        self.command(name, "sessions", "name", "desktop")
        # A device in a terminal has the name of this machine, which is not for the pictures.
        with contextlib.closing(sqlite3.connect(self.service.state / "devices.sqlite", timeout=30)) as database:
            database.execute("UPDATE sessions SET device = 'laptop' WHERE device = ?", (socket.gethostname(),))
            database.commit()

    def guess(self, name):
        for _ in range(GUESSES):
            self.command(name, "login", "--name", name, "--password-stdin", entered=WRONG, status=77)

    def recovery_code(self, name):
        return self.operate("recover", name).split("\n")[0]

    def end_sessions(self, name):
        self.operate("sessions", "end", name, "--yes")

    def operate(self, *words):
        return self.command("operator", "operate", *words, "--state-dir", str(self.service.state))


@contextlib.contextmanager
def deployed(program, folder):
    """Runs the service with browsers, and the server that stands for GitHub."""
    create_certificate(folder)
    faults, limits = [], ("--rate-limit", "off", "--password-rate-limit", "off")
    with serving(program, folder, "state", faults, *limits, handler=GitHub) as service:
        deployment = Deployment(program, folder, service)
        deployment.sign_up(TAKEN)
        try:
            yield deployment
        finally:
            GitHub.ended.set()
    if faults:
        raise SystemExit("\n".join(faults))


def journey(user, name, deployment):
    """Yields the name of each screen while the user sees it. The journey begins at the login."""
    yield "login"
    user.submit(name=name, password=WRONG)
    yield "login-refused"
    user.go("sign up")
    yield "sign-up"
    user.submit(name=name, password=SHORT)
    yield "sign-up-refused"
    user.submit(name=TAKEN, password=PASSWORD)
    yield "name-taken"
    user.submit(name=name, password=PASSWORD)
    yield "home"

    deployment.log_in_elsewhere(name)
    user.go("devices")
    yield "devices"
    user.go("end others")
    yield "end-others"
    user.go("back")
    user.go("end")
    yield "end-device"
    user.submit(password=PASSWORD)
    yield "device-ended"
    user.go("back")

    user.go("change")
    yield "password"
    user.submit(present=WRONG, new=NEXT_PASSWORD)
    yield "password-refused"
    user.submit(present=PASSWORD, new=NEXT_PASSWORD)
    yield "password-changed"
    user.go("data")
    yield "data"
    user.go("back")
    user.go("log out")
    yield "logged-out"

    user.go("recover")
    yield "recovery"
    user.submit(name=name, code=WRONG_CODE, new=PASSWORD)
    yield "recovery-refused"
    user.submit(name=name, code=WRONG_CODE, new=SHORT)
    yield "recovery-flawed"
    user.submit(name=name, code=deployment.recovery_code(name), new=PASSWORD)
    yield "recovered"
    user.submit(name=name, password=PASSWORD)
    deployment.end_sessions(name)
    user.go("devices")
    yield "nobody"

    user.submit(name=name, password=PASSWORD)
    user.go("delete")
    yield "delete"
    user.submit(password=WRONG)
    yield "delete-refused"
    user.submit(password=PASSWORD)
    yield "deleted"
    deployment.guess(name)
    user.submit(name=name, password=PASSWORD)
    yield "login-later"


class TerminalUser:
    """A user of the application in a terminal."""

    def __init__(self, terminal):
        self.terminal = terminal
        terminal.start("calearning boot")
        self.view = terminal.press("s")

    def go(self, words):
        self.view = self.terminal.press(*KEYS[words])

    def submit(self, **texts):
        """Fills all fields of the form from the first one on, and submits it."""
        block = next(part for part in self.terminal.screen().split("\n\n") if "› " in part)
        fields = [line for line in block.split("\n") if re.match(r"[› ] \S", line)]
        focus = next(index for index, line in enumerate(fields) if line.startswith("›"))
        keys = ["send-keys", *["Up"] * focus]
        for text in texts.values():
            keys += ["C-u", ";", "send-keys", "-l", text, ";", "send-keys", "Enter"]
        self.terminal.tmux(*keys[:-3])
        # The last field is a secret. The form has it until the end of the run.
        secret = " " + "•" * len(list(texts.values())[-1])

        def is_filled(lines):
            return any(line.startswith("›") and line.endswith(secret) for line in lines)

        self.terminal.wait(is_filled, "the texts")
        self.terminal.tmux("send-keys", "Enter")
        self.view = self.terminal.wait(lambda lines: is_whole(lines) and not is_filled(lines), "the end of the run")


class BrowserUser(Client):
    """A user of the application in a browser."""

    def __init__(self, service, language, source="127.0.0.1"):
        super().__init__(service, source)
        self.language = language
        self.words = WORDS[language]

    def ask(self, method, path="/web", body=None, **fields):
        return super().ask(method, path, body, **({"Accept_Language": self.language} | fields))

    def go(self, words):
        if words == "back":
            self.view = self.open(self.address.partition("?")[0].rpartition("/")[0]).text
        else:
            self.view = self.press(self.words[words]).text

    def submit(self, **texts):
        """Sends the form that has these fields."""
        button = next(each for each in self.page.all("button") if set(texts) <= set(self.page.fields(each)))
        self.view = self.press(button.text, **texts).text
