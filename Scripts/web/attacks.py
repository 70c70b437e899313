"""Attacks on the pages for browsers, by raw HTTP."""

import concurrent.futures
import urllib.parse
from collections.abc import Callable

from web.answers import DEVICE, header_faults
from web.client import FORM, Answer, Client
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
        self.expect_answer(client.post(client.form("k0")), 303, "a form")
        style = client.ask("GET", "/web/style.css")
        self.expect(style.field("x-content-type-options") == "nosniff", "the style sheet may be sniffed")
        self.expect(style.field("content-type") == "text/css; charset=utf-8", "the style sheet has another type")
        for method in ("PUT", "DELETE", "OPTIONS", "PATCH"):
            self.expect(client.ask(method).status == 405, f"{method} is allowed")

    def forgeries(self) -> None:
        """Forms that come from another site, or have another token."""
        client, other = self.client(), self.client()
        other.open()
        client.begin()
        number = client.value("page")
        form = client.form(client.action("Sign up"))
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
            self.expect_answer(client.post(form, **fields), 403, f"a form with {fields}")
        token = client.value("token").encode()
        for wrong in (b"", b"0" * 64, other.value("token").encode(), token[:-1], token + b"0", token.upper()):
            self.expect_answer(client.post(form.replace(token, wrong)), 403, f"the token {wrong.decode()!r}")
        self.expect_answer(client.post(form.replace(b"token=", b"other=")), 403, "no token")
        answer = client.post(form + b"&token=")
        self.expect(answer.status in (400, 403), f"two tokens: {answer.status}")
        client.open()
        self.expect(client.value("page") == number, "a refused form had an effect")
        answer = client.post(form, Sec_Fetch_Site="same-origin", Origin=origin)
        self.expect_answer(answer, 303, "a form of the page itself")
        client.open()
        self.expect(client.value("page") != number, "a form of the page itself had no effect")

    def fixation(self) -> None:
        """A cookie from before the login or before the logout has no use after it."""
        client = self.client()
        client.begin()
        client.press("Sign up")
        thief = Client(self.service, next(self.addresses), dict(client.cookies))
        home = client.press("Sign up", name="victim", password=PASSWORD)
        self.expect("victim" in home.heading, "the sign-up fails")
        self.expect("victim" not in thief.open().text, "the cookie from before the login shows the account")
        thief = Client(self.service, next(self.addresses), dict(client.cookies))
        client.press("Log out")
        self.expect("victim" not in thief.open().text, "the cookie from before the logout shows the account")
        log = self.service.log.read_text(errors="replace")
        for secret in (thief.cookies[DEVICE], client.cookies[DEVICE], client.value("token"), PASSWORD):
            self.expect(secret not in log, "the log has a secret")

    def disclosure(self) -> None:
        """A page about a failure does not show paths of the server."""
        client = self.client()
        before = set(self.service.state.glob("browsers/store-*"))
        client.begin()
        (store,) = set(self.service.state.glob("browsers/store-*")) - before
        for file in store.iterdir():
            if file.is_file():
                file.write_text("damaged")
        page = client.press("Log in", name="unknown", password=PASSWORD).text
        self.expect(str(self.service.state) not in page, "a page shows a path of the server")

    def copies(self, client: Client, form: bytes) -> list[Answer]:
        """Sends the form eight times at the same time, with the same cookie."""
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            doubles = [Client(self.service, client.source, dict(client.cookies)) for _ in range(8)]
            return list(pool.map(lambda double: double.post(form), doubles))

    def repetitions(self) -> None:
        """A form that is sent twice runs once."""
        client = self.client()
        client.open()
        stores = self.service.stores
        statuses = [answer.status for answer in self.copies(client, client.form("k0"))]
        self.expect(set(statuses) <= {303}, f"copies of the first form: {statuses}")
        self.expect(self.service.stores - stores == 1, f"{self.service.stores - stores} stores for one browser")
        client = self.client()
        client.begin()
        client.press("Sign up")
        form = client.form("submit", name="once", password=PASSWORD)
        before = client.cookies[DEVICE]
        answers = self.copies(client, form)
        # A later copy finds the browser under its next cookie.
        self.expect({answer.status for answer in answers} <= {303, 403}, f"copies: {[each.status for each in answers]}")
        cookies = {answer.cookies[DEVICE] for answer in answers if DEVICE in answer.cookies}
        self.expect(len(cookies) == 1 and before not in cookies, f"{len(cookies)} cookies for one login")
        client.cookies[DEVICE] = cookies.pop()
        self.expect("once" in client.open().heading, "the login of a form that was sent eight times is lost")
        devices = client.press("Devices").text
        self.expect(devices.count("<li>") == 1, f"{devices.count('<li>')} sessions of one login")
        form = client.form(client.action("Back"))
        first = client.post(form)
        page = client.open().text
        self.expect(first.status == 303 and client.post(form).status == 303, "a repeated form is not redirected")
        self.expect(client.open().text == page, "a repeated form has an effect")

    def newcomers(self) -> None:
        """A flood of new browsers from one address."""
        source, stores, statuses = next(self.addresses), self.service.stores, []
        for _ in range(30):
            client = Client(self.service, source)
            client.open()
            answer = client.post(client.form("k0"))
            statuses.append(answer.status)
            if answer.status != 303 and len(set(statuses)) == 2:
                self.expect_answer(answer, 429, "one browser too many")
        began = statuses.count(303)
        self.expect(statuses == [303] * began + [429] * (30 - began) and 15 <= began <= 25, f"newcomers: {statuses}")
        self.expect(self.service.stores - stores == began, "a refused browser has a store")
        stores = self.service.stores
        for _ in range(30):
            Client(self.service, source).open()
        self.expect(self.service.stores == stores, "a browser that only reads has a store")

    def guesses(self) -> None:
        """A flood of passwords from one address."""
        client = self.client()
        client.begin()
        statuses = []
        for _ in range(40):
            answer = client.post(client.form("submit", name="unknown", password=PASSWORD))
            statuses.append(answer.status)
            if answer.status != 303:
                self.expect_answer(answer, 429, "a password too many")
                break
            client.open()
        self.expect(statuses[-1] == 429, "passwords have no limit")

    def crowd(self) -> None:
        """Logins of many browsers at the same time. Each gets an answer, and none is lost."""
        clients = [self.client() for _ in range(24)]

        def log_in(client: Client) -> str:
            client.begin()
            return client.press("Log in", name="unknown", password=PASSWORD).text

        with concurrent.futures.ThreadPoolExecutor(24) as pool:
            pages = list(pool.map(log_in, clients))
        lost = [page for page in pages if "The name or the password is wrong." not in page and "refresh" not in page]
        headings = {Page(page).heading for page in lost}
        self.expect(not lost, f"{len(lost)} of {len(pages)} logins at the same time fail: {headings}")

    def endless(self) -> None:
        """A body that never ends, slowly and fast."""
        client = self.client()
        client.open()
        cookie = f"{DEVICE}={client.cookies[DEVICE]}"
        head = "\r\n".join(
            ["POST /web HTTP/1.1", "Host: localhost", f"Cookie: {cookie}", f"Content-Type: {FORM}",
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
