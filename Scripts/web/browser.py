"""Tabs of Chromium, which Playwright controls."""

import time
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, Response

from web.service import PATIENCE

DEVICE = "__Host-device"


class Fault(Exception):
    """A fault of the page or of the service."""


class Tab:
    """A tab with its own cookies."""

    def __init__(self, browser: Browser, language: str):
        context = browser.new_context(ignore_https_errors=True, locale=language, viewport={"width": 1280, "height": 800})
        context.set_default_timeout(PATIENCE * 1000)
        self.page: Page = context.new_page()
        self.language = language
        # What the browser has complained about.
        self.complaints: list[str] = []
        # The answers to requests for pages.
        self.answers: list[Response] = []
        self.page.on("response", lambda answer: self.answers.append(answer) if answer.request.is_navigation_request() else None)
        self.page.on("console", self.note)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.complaints.append(f"a dialog: {dialog.message}"), dialog.dismiss()))

    def note(self, message: ConsoleMessage) -> None:
        if message.type in ("warning", "error"):
            self.complaints.append(f"{message.type}: {message.text}")

    def evaluate(self, script: str, argument: Any = None) -> Any:
        """Evaluates a script of the check, again if the page is replaced meanwhile."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return self.page.evaluate(script, argument)
            except Error as error:
                if "context" not in error.message or time.monotonic() > deadline:
                    raise Fault(f"{script[:80]}: {error.message[:600]}") from error

    def settle(self) -> None:
        """Waits until the page is loaded, and its run has ended. The page of a run refreshes itself."""
        deadline = time.monotonic() + PATIENCE
        while not self.evaluate("document.readyState === 'complete' && !document.querySelector('meta[http-equiv=refresh]')"):
            if time.monotonic() > deadline:
                raise Fault(f"{self.page.url} refreshes itself for {PATIENCE} s")
            self.page.wait_for_timeout(20)

    def open(self, url: str) -> None:
        self.page.goto(url)
        self.settle()

    def reload(self) -> None:
        self.page.reload()
        self.settle()

    def back(self) -> None:
        self.page.go_back()
        self.settle()

    def use(self, place: str, **texts: str) -> None:
        """Types the texts, and uses the link or the button to the place below /web, all by the keyboard."""
        for name, text in texts.items():
            self.find(f"#f-{name}").press("Control+a")
            self.page.keyboard.insert_text(text)
        path = f"/web/{place}"
        control = self.find(f'a[href="{path}"], form[action="{path}"] button:not([name=show])')
        self.press(control.last)

    def find(self, selector: str) -> Locator:
        if not (found := self.page.locator(selector)).count():
            raise Fault(f"{self.page.url} has no {selector}: {self.text[:400]!r}")
        return found

    def press(self, control: Locator) -> None:
        """Presses Enter on the link or button, and waits for the next page."""
        with self.page.expect_navigation(wait_until="commit"):
            control.press("Enter", no_wait_after=True)
        self.settle()

    @property
    def text(self) -> str:
        return self.evaluate("document.body.innerText")

    @property
    def heading(self) -> str:
        return self.evaluate("document.querySelector('h1')?.textContent ?? ''")

    @property
    def cookie(self) -> dict[str, Any]:
        """The cookie that identifies the browser."""
        return next(dict(each) for each in self.page.context.cookies() if each.get("name") == DEVICE)

    def close(self) -> None:
        self.page.context.close()
