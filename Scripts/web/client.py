"""A browser by raw HTTP, without the headers that real browsers add."""

import http.client
import socket
import ssl
import time
import urllib.parse
from dataclasses import dataclass, field

from web.devtools import PATIENCE, Fault
from web.page import Element, Page
from web.service import Service

FORM = "application/x-www-form-urlencoded"


@dataclass
class Answer:
    status: int
    fields: list[tuple[str, str]]
    text: str

    def field(self, name: str) -> str | None:
        return next((value for key, value in self.fields if key == name.lower()), None)

    @property
    def heading(self) -> str:
        return Page(self.text).heading

    @property
    def cookies(self) -> dict[str, str]:
        pairs = (value.partition(";")[0].partition("=") for key, value in self.fields if key == "set-cookie")
        return {name: value for name, _, value in pairs}


# A path and a body.
Form = tuple[str, bytes]


@dataclass
class Client:
    service: Service
    # Its address. Limits apply to each address.
    source: str = "127.0.0.1"
    cookies: dict[str, str] = field(default_factory=dict)
    page: Page = field(default_factory=lambda: Page(""))
    # The path of the page, with its query.
    address: str = "/web"

    def ask(self, method: str, path: str = "/web", body: bytes | None = None, **fields: str) -> Answer:
        """Sends a request, and keeps the cookies of the answer."""
        connection = self.reach()
        headers = {name.replace("_", "-"): value for name, value in fields.items()}
        headers.setdefault("Accept", "text/html")
        if self.cookies:
            headers.setdefault("Cookie", "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            received = [(name.lower(), value) for name, value in response.getheaders()]
            answer = Answer(response.status, received, response.read().decode())
        except (OSError, UnicodeDecodeError, http.client.HTTPException) as error:
            raise Fault(f"{method} {path} was not answered: {error!r}") from error
        finally:
            self.leave(connection)
        self.cookies.update(answer.cookies)
        return answer

    def reach(self) -> http.client.HTTPConnection:
        """Returns a connection for a request."""
        place = ("localhost" if self.service.secure else "127.0.0.1", self.service.port)
        if not self.service.secure:
            return http.client.HTTPConnection(*place, timeout=PATIENCE)
        context = ssl.create_default_context(cafile=str(self.service.certificate))
        return http.client.HTTPSConnection(*place, timeout=PATIENCE, source_address=(self.source, 0), context=context)

    def leave(self, connection: http.client.HTTPConnection) -> None:
        """Ends the use of the connection."""
        connection.close()

    def open(self, path: str = "/web") -> Answer:
        """Opens the page, where redirects lead, after the end of its run."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            self.address, answer = path, self.ask("GET", path)
            if answer.status == 303:
                path = answer.field("location") or ""
                continue
            self.page = Page(answer.text)
            if not self.page.is_waiting:
                return answer
            time.sleep(0.2)
        raise Fault(f"{path} refreshes itself, or redirects, for {PATIENCE} s")

    def control(self, words: str) -> Element:
        if (control := self.page.control(words)) is None:
            raise Fault(f"{self.address} has no button or link “{words}”: {self.page.text[:2000]}")
        return control

    def form(self, words: str, **texts: str) -> Form:
        """The form with this button, filled with the texts."""
        button = self.control(words)
        form = button.within("form")
        return form["action"] if form else "", urllib.parse.urlencode(self.page.fields(button) | texts).encode()

    def send(self, form: Form, **fields: str) -> Answer:
        return self.ask("POST", *form, **({"Content_Type": FORM} | fields))

    def press(self, words: str, **texts: str) -> Answer:
        """Follows the link, or sends the form with this button. Returns the next page."""
        control = self.control(words)
        if control.tag == "a":
            return self.open(control["href"])
        path, body = form = self.form(words, **texts)
        if (element := control.within("form")) and element["method"] == "get":
            return self.open(f"{path}?{body.decode()}")
        return self.follow(self.send(form))

    def follow(self, answer: Answer) -> Answer:
        """Returns the page after the answer to a form."""
        if answer.status == 303:
            return self.open(answer.field("location") or "")
        if answer.status not in (200, 409, 422):
            raise Fault(f"{self.address}: {answer.status} {answer.heading}")
        self.page = Page(answer.text)
        return answer

    def begin(self) -> Answer:
        """Becomes a device, and skips the tutorial."""
        self.open()
        self.press("Start")
        return self.press("Skip")

    def connect(self) -> ssl.SSLSocket:
        """Returns a connection for bytes that are not a request."""
        context = ssl.create_default_context(cafile=str(self.service.certificate))
        plain = socket.create_connection(("127.0.0.1", self.service.port), PATIENCE, (self.source, 0))
        return context.wrap_socket(plain, server_hostname="localhost")
