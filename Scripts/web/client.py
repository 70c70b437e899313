"""A browser by raw HTTP, without the headers that real browsers add."""

import http.client
import socket
import ssl
import urllib.parse
from dataclasses import dataclass, field

from web.devtools import PATIENCE, Fault
from web.page import Page
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


@dataclass
class Client:
    service: Service
    # Its address. Limits apply to each address.
    source: str = "127.0.0.1"
    cookies: dict[str, str] = field(default_factory=dict)
    page: Page = field(default_factory=lambda: Page(""))

    def ask(self, method: str, path: str = "/web", body: bytes | None = None, **fields: str) -> Answer:
        """Sends a request, and keeps the cookies of the answer."""
        context = ssl.create_default_context(cafile=str(self.service.certificate))
        connection = http.client.HTTPSConnection(
            "localhost", self.service.port, timeout=PATIENCE, source_address=(self.source, 0), context=context)
        headers = {name.replace("_", "-"): value for name, value in fields.items()}
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
            connection.close()
        self.cookies.update(answer.cookies)
        return answer

    def open(self) -> Answer:
        answer = self.ask("GET")
        self.page = Page(answer.text)
        return answer

    def value(self, name: str) -> str:
        """The value of a hidden field of the current page."""
        if (value := self.page.hidden(name)) is None:
            raise Fault(f"the page has no hidden field {name}")
        return value

    def action(self, words: str) -> str:
        """The value of the button with these words."""
        for button in self.page.buttons:
            if button.text == words and button["name"] == "act":
                return button["value"]
        raise Fault(f"the page has no button “{words}”: {self.page.text[:2000]}")

    def form(self, action: str, **texts: str) -> bytes:
        fields = {"token": self.value("token"), "page": self.value("page"), "act": action}
        return urllib.parse.urlencode(fields | {f"f.{name}": text for name, text in texts.items()}).encode()

    def post(self, body: bytes, **fields: str) -> Answer:
        return self.ask("POST", "/web", body, **({"Content_Type": FORM} | fields))

    def press(self, words: str, **texts: str) -> Answer:
        """Sends the form with this button, and returns the next page."""
        answer = self.post(self.form(self.action(words), **texts))
        if answer.status != 303:
            raise Fault(f"{words}: {answer.status} {answer.heading}")
        return self.open()

    def begin(self) -> Answer:
        """Begins a visit, and skips the tutorial."""
        self.open()
        self.press("Start")
        return self.press("Skip")

    def connect(self) -> ssl.SSLSocket:
        """Returns a connection for bytes that are not a request."""
        context = ssl.create_default_context(cafile=str(self.service.certificate))
        plain = socket.create_connection(("127.0.0.1", self.service.port), PATIENCE, (self.source, 0))
        return context.wrap_socket(plain, server_hostname="localhost")
