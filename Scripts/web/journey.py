"""The journey of a user through every page, by the keyboard, in Chromium. The pages have no scripts."""

import sqlite3
import time
from collections.abc import Callable

from playwright.sync_api import Browser

from web.browser import Fault, Tab
from web.rules import Inspector
from web.service import HOSTILE, PATIENCE, ZEN, Service

PASSWORD = "a sentence that nobody says"
OTHER, WRONG = f"{PASSWORD} two", "a password of another account"
PAGES = 7
# The pages below /web for a user who is logged in, with the beginnings of their English headings.
PLACES = {
    "boot": "Logged in as", "tutorial?page=3": "Tutorial 3/", "signup": "Sign up", "login": "Logged in as",
    "recover": "Recover the account", "whoami": "Logged in as", "sessions": "Devices that are logged in",
    "sessions/end?others=yes": "Log all other", "sessions/name": "Name of this device", "password": "Change the password",
    "export-account": "The data of the account", "delete-account": "Delete the account", "logout": "Log out",
    "reset": "Reset the application", "zen": ZEN, "status": HOSTILE, "user": "Look up a GitHub user",
    "user?login=octocat": f"The octocat {HOSTILE}", "user?login=nobody": "GitHub has no such user.", "api-version": "",
}


class Journey:
    def __init__(self, browser: Browser, language: str, service: Service, inspector: Inspector):
        self.browser, self.service, self.inspector = browser, service, inspector
        self.name = f"traveller-{language}"
        self.tab = Tab(browser, language)

    def run(self) -> None:
        for part in (self.tutorial, self.sign_up, self.pages, self.devices, self.password, self.log_out, self.menu,
                     self.refusals, self.leave):
            part()

    def require(self, is_right: bool, fault: str) -> None:
        if not is_right:
            raise Fault(f"{self.tab.language}: {fault}")

    def expect(self, english: str, tab: Tab | None = None) -> None:
        """Checks the text of the page. In Japanese, the next steps need its links and buttons."""
        text = (tab or self.tab).text
        self.require(english in text or self.tab.language != "en", f"{self.tab.page.url} has no “{english}”: {text[:600]!r}")

    def look(self, name: str) -> None:
        self.inspector.look(self.tab, name)

    def open(self, place: str = "", tab: Tab | None = None) -> None:
        (tab or self.tab).open(f"{self.service.url}/{place}" if place else self.service.url)

    def use(self, place: str, english: str, **texts: str) -> None:
        """Uses a link or a form, and inspects the page to which it leads."""
        self.tab.use(place, **texts)
        self.expect(english)

    def once(self, english: str) -> None:
        """Expects a message that a reload does not show again."""
        self.expect(english)
        self.tab.reload()
        self.require(english not in self.tab.text, f"the message “{english}” is shown twice")

    def expect_remark(self, field: str) -> None:
        """Checks that the field has the focus and a description, and that a summary links to it."""
        found = self.tab.evaluate(
            """field => { const input = document.querySelector(`#f-${field}`); return document.activeElement === input
            && input.ariaInvalid === 'true' && !!document.querySelector(`[role=alert] a[href="#f-${field}"]`)
            && input.getAttribute('aria-describedby').split(' ').every(id => document.getElementById(id)?.textContent)
            && /^(Error|エラー): /.test(document.title); }""", field)
        self.require(found, f"the field {field} is not marked as wrong: {self.tab.text[:600]}")

    # The parts of the journey.

    def tutorial(self) -> None:
        self.open()
        self.look("welcome")
        cookie = self.tab.cookie
        self.require(cookie["httpOnly"] and cookie["secure"] and cookie["sameSite"] == "Lax" and cookie["path"] == "/",
                     f"the cookie lacks a restriction: {cookie}")
        self.use("boot", f"1/{PAGES}")
        self.look("tutorial-1")
        for page in range(2, PAGES + 1):
            self.use(f"tutorial?page={page}", f"{page}/{PAGES}")
            self.look(f"tutorial-{page}")
        self.tab.back()
        self.expect(f"{PAGES - 1}/{PAGES}")
        for _ in range(2):
            self.tab.use("language")
            self.require(f"{PAGES - 1}/{PAGES}" in self.tab.text, "another language shows another page")
        self.use(f"tutorial?page={PAGES}", f"{PAGES}/{PAGES}")
        self.use("tutorial/complete", "Log in")
        self.look("login")

    def sign_up(self) -> None:
        self.use("recover", "Recover the account")
        self.look("recovery")
        self.tab.back()
        self.use("signup", "Sign up")
        self.look("sign-up")
        self.tab.use("signup", name=self.name, password="short")
        self.expect_remark("password")
        self.require(self.tab.page.input_value("#f-name") == self.name, "the form forgets the name")
        self.look("sign-up-refused")
        self.tab.page.fill("#f-password", PASSWORD)
        self.tab.press(self.tab.page.locator("[name=show]"))
        self.require(self.tab.page.input_value("#f-password") == PASSWORD, "the password is not shown")
        self.look("sign-up-shown")
        before = self.tab.cookie
        self.use("signup", f"Logged in as {self.name}")
        self.require(self.tab.cookie["value"] != before["value"], "the cookie is the same after a login")
        self.look("home")

    def pages(self) -> None:
        """Every page by its address, after a restart of the service."""
        self.service.restart()
        for place, heading in PLACES.items():
            self.open(place)
            self.require(self.tab.language != "en" or self.tab.heading.startswith(heading),
                         f"/web/{place} shows “{self.tab.heading}”")
            self.look(f"page-{place.replace('/', '-').replace('?', '-')}")
        self.open("usecases")
        found = self.tab.evaluate("[document.querySelectorAll('h1').length, document.documentElement.lang]")
        self.require(found == [1, self.tab.language] and not self.tab.complaints, f"the use cases: {self.tab.complaints}")

    def devices(self) -> None:
        other = Tab(self.browser, self.tab.language)
        self.open(tab=other)
        other.use("boot")
        self.log_in(other)
        self.open()
        self.use("sessions", "Chrom")
        self.tab.use("sessions/name")
        self.use("sessions/name", f"A desk <b> of {self.name}", name=f"A desk <b> of {self.name}")
        self.look("devices")
        self.tab.press(self.tab.page.locator(".items a[href*=end]").first)
        self.look("end-device")
        self.tab.use("sessions/end", password=WRONG)
        self.expect_remark("password")
        self.tab.use("sessions/end", password=PASSWORD)
        self.look("device-ended")
        self.once("The device is logged out.")
        other.reload()
        self.require(self.name not in other.text, "the other browser still shows the account")
        self.open("sessions", other)
        self.expect("Nobody is logged in.", other)
        other.close()

    def log_in(self, tab: Tab) -> None:
        self.open("login", tab)
        tab.use("login", name=self.name, password=PASSWORD)
        self.require(self.name in tab.heading, f"the login shows “{tab.heading}”")

    def password(self) -> None:
        self.open()
        self.tab.use("password")
        self.tab.use("password", present=WRONG, new=OTHER)
        self.expect_remark("present")
        self.look("password-refused")
        for present, new in ((PASSWORD, OTHER), (OTHER, PASSWORD)):
            self.open("password")
            self.tab.use("password", present=present, new=new)
            self.look("password-changed")
            self.once("The password was changed.")

    def log_out(self) -> None:
        before = self.tab.cookie
        self.tab.use("logout")
        self.require(self.tab.cookie["value"] != before["value"], "the cookie is the same after the logout")
        self.look("logged-out")
        self.once("Logged out.")
        self.tab.back()
        self.require(self.name not in self.tab.text, "back shows the account after the logout")
        self.open("login")
        self.use("login", "The name or the password is wrong.", name=self.name, password=WRONG)
        self.look("login-refused")

    def menu(self) -> None:
        self.use("zen", ZEN)
        self.use("status", HOSTILE)
        self.use("user", "Look up")
        self.tab.use("user", login="-no-login-")
        self.expect_remark("login")
        self.look("user-refused")
        self.use("user", HOSTILE, login="octocat")

    def refused(self, name: str, cause: Callable[[], object]) -> None:
        """Inspects a page about a refusal, and follows its way on."""
        cause()
        status = self.tab.answers[-1].status
        self.require(status == int(name), f"a page with the status {status} instead of {name}")
        self.inspector.look(self.tab, name, is_refused=True)
        self.tab.press(self.tab.page.locator("main .button").first)
        self.tab.complaints.clear()

    def changed(self, script: str) -> None:
        """Sends a form after the script has changed it."""
        self.open("login")
        self.tab.evaluate(script)
        self.tab.use("login")

    def refusals(self) -> None:
        fill = f"document.querySelector('#f-name').value = document.querySelector('#f-password').value = '{self.name}';"
        wrong = f"{fill} document.querySelectorAll('[name=token]').forEach(each => each.value = '0');"
        for name, cause in {
            "404": lambda: self.open("nowhere"), "405": lambda: self.open("language"), "400": lambda: self.open("login?%zz"),
            # A page of the service itself may be an old one.
            "409": lambda: self.changed(wrong),
            "413": lambda: self.changed(f"{fill} document.querySelector('#f-name').value = 'x'.repeat(20000)"),
            "415": lambda: self.changed(f"{fill} document.querySelector('main form').enctype = 'text/plain'"),
        }.items():
            self.refused(name, cause)
        # Another program writes to the database for longer than the service waits.
        with sqlite3.connect(self.service.database, isolation_level=None) as database:
            database.execute("BEGIN IMMEDIATE")
            self.refused("503", lambda: self.changed(fill))
            database.execute("ROLLBACK")

    def leave(self) -> None:
        self.log_in(self.tab)
        self.tab.use("delete-account")
        self.tab.use("delete-account", password=WRONG)
        self.expect_remark("password")
        self.tab.use("delete-account", password=PASSWORD)
        self.look("deleted")
        self.once("The account will be deleted")
        self.require(self.service.count("sessions", self.name) == 0, "sessions have the account to be deleted")
        self.log_in(self.tab)
        self.expect("The account is kept")
        self.look("kept")
        self.tab.use("delete-account")
        self.tab.use("delete-account", password=PASSWORD)
        deadline = time.monotonic() + PATIENCE
        while self.service.count("accounts", self.name) > 0:
            self.require(time.monotonic() < deadline, "the account is not deleted after the time of grace")
            time.sleep(0.5)
        self.require(self.service.count("sessions", self.name) == 0, "sessions have the deleted account")
