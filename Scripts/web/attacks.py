"""Attacks on the pages for browsers, by raw HTTP."""

import concurrent.futures
import hashlib
import sqlite3
from collections.abc import Callable

from web.answers import DEVICE, header_faults
from web.client import FORM, Answer, Client, Form
from web.devtools import PATIENCE, Fault
from web.journey import PASSWORD
from web.page import Page
from web.service import Service


class Attacks:
    """Each attack comes from its own address, because limits apply to each address."""

    def __init__(self, service: Service, network: int):
        self.service = service
        self.addresses = (f"127.0.{network}.{number}" for number in range(1, 255))
        self.faults: list[str] = []

    def client(self) -> Client:
        return Client(self.service, next(self.addresses))

    def expect(self, is_right: bool, fault: str) -> None:
        if not is_right:
            self.faults.append(fault)

    def expect_answer(self, answer: Answer, status: int, subject: str) -> None:
        self.expect(answer.status == status, f"{subject}: {answer.status} instead of {status}")
        self.check_headers(answer, f"{subject} ({answer.status})")

    def check_headers(self, answer: Answer, subject: str) -> None:
        self.faults += [f"{subject}: {fault}" for fault in header_faults(answer)]

    # The attacks.

    def headers(self) -> None:
        client = self.client()
        self.expect_answer(client.open(), 200, "the first page")
        self.expect_answer(client.ask("HEAD"), 200, "HEAD")
        self.expect_answer(client.send(client.form("Start")), 303, "a form")
        for path, kind in (("style.css", "text/css; charset=utf-8"), ("icon.svg", "image/svg+xml")):
            file = client.ask("GET", f"/web/{path}")
            self.expect(file.field("x-content-type-options") == "nosniff", f"{path} may be sniffed")
            self.expect(file.field("content-type") == kind, f"{path} has another type")
        for method in ("PUT", "DELETE", "OPTIONS", "PATCH"):
            self.expect_answer(client.ask(method), 405, method)
        self.expect_answer(client.ask("GET", "/web/nowhere"), 404, "no page")

    def forgeries(self) -> None:
        """Forms that come from another site, or have another token."""
        client, other = self.client(), self.client()
        other.open()
        client.begin()
        client.open("/web/signup")
        path, body = form = client.form("Sign up", name="forged", password=PASSWORD)
        origin = f"https://localhost:{self.service.port}"
        for fields in (
            {"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-site"}, {"Sec_Fetch_Site": "none"},
            {"Origin": "https://attacker.example"}, {"Origin": "null"}, {"Origin": f"{origin}.attacker.example"},
            {"Origin": f"https://localhost:{self.service.port + 1}"},
            {"Origin": f"https://attacker.localhost:{self.service.port}"},
            {"Origin": f"http://localhost:{self.service.port}"}, {"Origin": ""},
            {"Sec_Fetch_Site": "cross-site", "Origin": origin}, {"Cookie": ""}, {"Cookie": f"{DEVICE}={'0' * 64}"},
            {"Cookie": f"{DEVICE}=nothing"}, {"Cookie": f"device={client.cookies[DEVICE]}"},
        ):
            self.expect_answer(client.send(form, **fields), 403, f"a form with {fields}")
        token = client.page.token.encode()
        for wrong in (b"", b"0" * 64, other.page.token.encode(), token[:-1], token + b"0", token.upper()):
            forged = path, body.replace(token, wrong)
            self.expect_answer(client.send(forged), 403, f"the token {wrong.decode()!r}")
            # A page of the service itself may be an old one.
            self.expect_answer(client.send(forged, Sec_Fetch_Site="same-origin"), 409, f"the token {wrong.decode()!r} of a page")
        self.expect_answer(client.send((path, body.replace(b"token=", b"other="))), 403, "no token")
        self.expect_answer(client.send((path, body + b"&token=")), 400, "two tokens")
        self.expect(self.service.count("accounts", "WHERE name = 'forged'") == 0, "a refused form had an effect")
        self.expect_answer(client.send(form, Sec_Fetch_Site="same-origin", Origin=origin), 303, "a form of the page itself")
        self.expect("forged" in client.open().heading, "a form of the page itself had no effect")
        # A logout is harmless, but not for another site.
        for fields, status in (({}, 403), ({"Sec_Fetch_Site": "cross-site"}, 403), ({"Sec_Fetch_Site": "same-origin"}, 303)):
            self.expect("forged" in client.open().heading, "a forged logout had an effect")
            self.expect_answer(client.send(("/web/logout", b"token=0"), **fields), status, f"a logout with {fields}")

    def fixation(self) -> None:
        """A cookie from before the login or before the logout has no use after it."""
        client = self.client()
        client.begin()
        thief = Client(self.service, next(self.addresses), dict(client.cookies))
        client.open("/web/signup")
        home = client.press("Sign up", name="victim", password=PASSWORD)
        self.expect("victim" in home.heading, "the sign-up fails")
        self.expect("victim" not in thief.open().text, "the cookie from before the login shows the account")
        thief = Client(self.service, next(self.addresses), dict(client.cookies))
        client.press("Log out")
        self.expect("victim" not in thief.open().text, "the cookie from before the logout shows the account")
        log = self.service.log.read_text(errors="replace")
        for secret in (thief.cookies[DEVICE], client.cookies[DEVICE], client.page.token, PASSWORD):
            self.expect(secret not in log, "the log has a secret")

    def disclosure(self) -> None:
        """A page about a failure does not show paths of the server, nor anything of a damaged row."""
        client = self.client()
        client.begin()
        with sqlite3.connect(self.service.state / "devices.sqlite", timeout=30) as database:
            digest = hashlib.sha256(client.cookies[DEVICE].encode()).digest()
            changed = database.execute("UPDATE browsers SET content = 'not the values' WHERE cookie = ?", (digest,)).rowcount
        self.expect(changed == 1, f"{changed} rows have the digest of the cookie")
        form = client.form("Log in", name="unknown", password=PASSWORD)
        for answer in (client.ask("GET"), client.send(form), client.ask("GET", "/web/sessions")):
            self.expect(str(self.service.state) not in answer.text and "not the values" not in answer.text,
                        f"a page shows the inner part of a failure: {answer.text}")
            self.expect(answer.status < 500 or answer.heading != "", f"{answer.status} without a page")

    def copies(self, client: Client, form: Form) -> list[Answer]:
        """Sends the form eight times at the same time, with the same cookie."""
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            doubles = [Client(self.service, client.source, dict(client.cookies)) for _ in range(8)]
            return list(pool.map(lambda double: double.send(form), doubles))

    def repetitions(self) -> None:
        """A form that is sent several times runs once. Each copy leads to its result, also after the answers were lost."""
        for is_new in (True, False):
            client = self.client()
            client.open()
            if not is_new:
                client.press("Start")
                client.open("/web/signup")
            texts = {} if is_new else {"name": "once", "password": PASSWORD}
            form, counted = client.form("Start" if is_new else "Sign up", **texts), ("browsers", "registrations", "sessions")
            before = [self.service.count(table) for table in counted]
            answers = self.copies(client, form)
            answers += [Client(self.service, client.source, dict(client.cookies)).send(form) for _ in range(3)]
            places = {(answer.status, answer.field("location")) for answer in answers}
            self.expect(places == {(303, "/web/tutorial" if is_new else "/web/whoami")}, f"copies of a form lead to {places}")
            added = [self.service.count(table) - count for table, count in zip(counted, before, strict=True)]
            self.expect(added == [1, 1, 0] if is_new else added == [0, 0, 1], f"copies of a form add {added} to {counted}")
            # The browser keeps the cookie of the last one.
            client.cookies.update(answers[-1].cookies)
            client.open("/web/tutorial" if is_new else "/web")
            self.expect(client.page.heading.startswith("Tutorial 1/" if is_new else "Logged in as once"),
                        f"a form that was sent eleven times ends with “{client.page.heading}”")

    def newcomers(self) -> None:
        """A flood of new browsers from one address."""
        source, rows, statuses = next(self.addresses), self.service.count("browsers"), []
        for _ in range(120):
            client = Client(self.service, source)
            client.open()
            answer = client.send(client.form("Start"))
            statuses.append(answer.status)
            if answer.status != 303 and len(set(statuses)) == 2:
                self.expect_answer(answer, 429, "one browser too many")
        began = statuses.count(303)
        self.expect(statuses == [303] * began + [429] * (120 - began) and 95 <= began <= 110, f"newcomers: {statuses}")
        self.expect(self.service.count("browsers") - rows == began, "a refused browser has a row")
        for _ in range(30):
            Client(self.service, source).open()
        self.expect(self.service.count("browsers") - rows == began, "a browser that only reads has a row")

    def guesses(self) -> None:
        """A flood of passwords from one address."""
        client = self.client()
        client.begin()
        statuses = []
        for _ in range(40):
            answer = client.send(client.form("Log in", name="unknown", password=PASSWORD))
            statuses.append(answer.status)
            if answer.status != 303:
                self.expect_answer(answer, 429, "a password too many")
                break
            client.open("/web/login")
        self.expect(statuses[-1] == 429, "passwords have no limit")

    def crowd(self) -> None:
        """Logins of many browsers at the same time. Each gets an answer, and none is lost."""
        clients = [self.client() for _ in range(24)]

        def log_in(client: Client) -> str:
            client.begin()
            return client.press("Log in", name="unknown", password=PASSWORD).text

        with concurrent.futures.ThreadPoolExecutor(24) as pool:
            pages = list(pool.map(log_in, clients))
        lost = [page for page in pages if "The name or the password is wrong." not in page]
        headings = {Page(page).heading for page in lost}
        self.expect(not lost, f"{len(lost)} of {len(pages)} logins at the same time fail: {headings}")

    def endless(self) -> None:
        """A body that never ends, slowly and fast."""
        client = self.client()
        client.open()
        cookie = f"{DEVICE}={client.cookies[DEVICE]}"
        head = "\r\n".join(
            ["POST /web/login HTTP/1.1", "Host: localhost", f"Cookie: {cookie}", f"Content-Type: {FORM}",
             "Transfer-Encoding: chunked", "", ""])
        with client.connect() as peer:
            peer.settimeout(PATIENCE)
            sent = 0
            try:
                peer.sendall(head.encode())
                while sent < 1 << 24:
                    peer.sendall(b"1000\r\n" + b"x" * 4096 + b"\r\n")
                    sent += 4096
            except OSError:
                pass
            self.expect(sent < 1 << 23, f"it takes {sent} bytes of a form")
        with client.connect() as peer:
            peer.settimeout(PATIENCE)
            peer.sendall(head.encode() + b"5\r\ntoken\r\n")
            try:
                answer = peer.recv(4096)
            except (TimeoutError, OSError):
                answer = b"nothing"
            self.expect(answer == b"" or b" 408 " in answer, f"a body that stops: {answer[:60]!r}")


# The last attack waits for the service.
ALL: list[Callable[[Attacks], None]] = [
    Attacks.headers, Attacks.forgeries, Attacks.fixation, Attacks.disclosure, Attacks.repetitions, Attacks.newcomers,
    Attacks.guesses, Attacks.crowd, Attacks.endless,
]


def attempt(service: Service, network: int) -> list[str]:
    attack, attacks = ALL[network], Attacks(service, network)
    try:
        attack(attacks)
    except (Fault, OSError) as error:
        attacks.faults.append(f"it ended: {error}")
    found = list(dict.fromkeys(attacks.faults))
    print(f"{attack.__name__}: {len(found)} faults")
    return [f"{attack.__name__}: {fault}" for fault in found]


def run(service: Service) -> list[str]:
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(attempt, service, len(ALL) - 1)
        faults = [fault for network in range(len(ALL) - 1) for fault in attempt(service, network)]
        return faults + waiting.result()
