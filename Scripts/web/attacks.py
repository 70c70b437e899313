"""Attacks on the pages for browsers, by raw HTTP."""

import concurrent.futures
import re
import urllib.parse
from collections.abc import Callable

from web.client import FORM, Answer, Client
from web.devtools import PATIENCE, Fault
from web.journey import DEVICE, PASSWORD
from web.service import Service

# The required beginning of the headers of each page.
HEADERS = {
    "cache-control": "no-store", "content-security-policy": "default-src 'none'; style-src 'self'; form-action 'self'",
    "x-content-type-options": "nosniff", "referrer-policy": "same-origin", "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin", "strict-transport-security": "max-age=31536000",
}
# The maximum size of a form in bytes.
LIMIT = 16_384


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
        for name, wanted in HEADERS.items():
            value = answer.field(name) or "nothing"
            self.expect(value.startswith(wanted), f"{subject}: {name} is {value}")
        policy = answer.field("content-security-policy") or ""
        self.expect("script" not in policy and "unsafe" not in policy, f"{subject}: scripts or styles in the page may run")
        for part in ("base-uri 'none'", "frame-ancestors 'none'"):
            self.expect(part in policy, f"{subject}: the policy has no {part}")
        if answer.status == 429:
            self.expect((answer.field("retry-after") or "").isdecimal(), f"{subject}: no Retry-After")
        if answer.status in (403, 429):
            self.expect((answer.field("content-type") or "").startswith("text/html"), f"{subject}: this is not a page")

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
        headings = {match[1] for page in lost if (match := re.search("<h1[^>]*>(.*?)</h1>", page))}
        self.expect(not lost, f"{len(lost)} of {len(pages)} logins at the same time fail: {headings}")

    def bodies(self) -> None:
        """Forms that are too large, malformed or endless."""
        client = self.client()
        client.begin()
        form = client.form(client.action("Sign up"))
        self.expect_answer(client.post(form + b"&x=" + b"x" * LIMIT), 413, "a form above the limit")
        for kind in ("application/json", "text/plain", "multipart/form-data; boundary=x", ""):
            self.expect_answer(client.post(form, Content_Type=kind), 415, f"a form of the type {kind!r}")
        for rest in (b"&%", b"&x=%zz", b"&f.name=%ff%fe", b"&x=\xff", b"&act=k0", b"&page=-1", b"&page=" + b"9" * 40,
                     b"&act=c9.9", b"&act=k-1", b"&act=m99", b"&act=c-1.0", b"&act=k99999999999999999999", b"&f.=x",
                     b"&&&==",
                     b"&" + b"&".join(b"f.x%d=y" % number for number in range(1_000))):
            answer = client.post(form + rest)
            self.expect(answer.status in (303, 400), f"{rest[:20]!r}: {answer.status}")
            self.check_headers(answer, f"{rest[:20]!r} ({answer.status})")
        self.expect(client.open().status == 200, "the browser is lost after malformed forms")
        # The page of the form has passed.
        self.expect_answer(client.post(client.form("k99")), 303, "a key that does not exist")

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

    def texts(self) -> None:
        """Typed text with markup, and the longest text."""
        client = self.client()
        client.begin()
        hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>\u202e\x00\x1b[31m'
        page = client.press("Log in", name=hostile, password=PASSWORD).text
        self.expect("<script" not in page and "<img" not in page, "typed markup is in the page")
        self.expect("&lt;script&gt;" in page or "script" not in page, "typed markup is not escaped")
        page = client.press("Log in", name="n" * 9_000, password="p").text
        self.expect(len(page) < 100_000, "a long text makes a long page")
        client.press("Sign up")
        query = urllib.parse.quote('"><script>alert(1)</script>')
        self.expect("<script" not in client.ask("GET", f"/web?{query}").text, "the query is in the page")
        for language in ("xx", "en; Path=/", "<script>", "ja\r\nX: y"):
            body = urllib.parse.urlencode({"token": client.value("token"), "language": language}).encode()
            answer = client.post(body)
            self.expect(answer.field("x") is None and not any("script" in each for each in answer.cookies.values()),
                        f"the language {language!r} is in the head")


ALL: list[Callable[[Attacks], None]] = [
    Attacks.headers, Attacks.forgeries, Attacks.fixation, Attacks.disclosure, Attacks.repetitions, Attacks.newcomers,
    Attacks.guesses, Attacks.crowd, Attacks.bodies, Attacks.endless, Attacks.texts,
]


def run(service: Service) -> list[str]:
    faults: list[str] = []
    for network, attack in enumerate(ALL, 1):
        attacks = Attacks(service, network)
        try:
            attack(attacks)
        except (Fault, OSError) as error:
            attacks.faults.append(f"it ended: {error}")
        found = list(dict.fromkeys(attacks.faults))
        print(f"{attack.__name__}: {len(found)} faults")
        faults += [f"{attack.__name__}: {fault}" for fault in found]
    return faults
