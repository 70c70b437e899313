"""A thief knows the cookie of a browser, and polls two servers with it and with each cookie that they give him, while the victim
logs in, changes the password and logs out. Each of these must leave him without the account."""

import http.client
import random
import re
import ssl
import threading
import urllib.parse
from collections.abc import Callable

from playwright.sync_api import Browser

from web.browser import DEVICE, Fault, Tab
from web.journey import OTHER, PASSWORD, WRONG
from web.service import PATIENCE, Service

POLLERS = 3


class Thief:
    def __init__(self, services: list[Service], cookie: str):
        self.services, self.cookies, self.count = services, [cookie], 0
        self.has_ended = threading.Event()
        self.threads = [threading.Thread(target=self.poll, args=(services[each % len(services)],)) for each in range(POLLERS)]

    def __enter__(self) -> "Thief":
        for thread in self.threads:
            thread.start()
        # The victim acts at any moment between two polls.
        self.has_ended.wait(random.uniform(0.1, 0.5))
        return self

    def __exit__(self, *_: object) -> None:
        self.has_ended.wait(0.3)
        self.has_ended.set()
        for thread in self.threads:
            thread.join()

    def poll(self, service: Service) -> None:
        while not self.has_ended.wait(random.uniform(0, 0.1)):
            cookie = random.choice(self.cookies)
            match random.choice(("read", "read", "language", "login")):
                case "read":
                    self.ask(service, cookie, random.choice(("", "/sessions", "/export-account")))
                case form:
                    page = self.ask(service, cookie, "/login")
                    if token := re.search('name="token" value="([0-9a-f]+)"', page):
                        fields = {"token": token[1], "language": "en", "name": "thief", "password": WRONG}
                        self.ask(service, cookie, f"/{form}", urllib.parse.urlencode(fields))

    def ask(self, service: Service, cookie: str, place: str, form: str | None = None) -> str:
        """Sends a request with the cookie, and keeps the cookie of the answer."""
        context = ssl.create_default_context(cafile=str(service.certificate))
        connection = http.client.HTTPSConnection("localhost", service.port, timeout=PATIENCE, context=context)
        headers = {"Accept": "text/html", "Cookie": f"{DEVICE}={cookie}"}
        if form:
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
        connection.request("POST" if form else "GET", f"/web{place}", form, headers)
        answer = connection.getresponse()
        self.count += 1
        if (found := re.search(f"{DEVICE}=([0-9a-f]+)", answer.headers.get("Set-Cookie", ""))) and found[1] not in self.cookies:
            self.cookies.append(found[1])
        return answer.read().decode()

    def sees(self, name: str) -> bool:
        """Whether any of the cookies shows the account."""
        return any(name in self.ask(service, cookie, place)
                   for service in self.services for cookie in self.cookies for place in ("", "/export-account"))


def insist(tab: Tab, url: str, is_done: Callable[[], bool], place: str, **texts: str) -> None:
    """Sends a form, and again if a form of the thief has displaced it."""
    for _ in range(5):
        tab.open(url)
        if is_done():
            return
        tab.use(place, **texts)
        if is_done():
            return
    raise Fault(f"the victim cannot use {place}: {tab.text[:300]}")


def run(browser: Browser, services: list[Service], rounds: int) -> list[str]:
    """The servers have the same database."""
    first, faults, polls = services[0], [], 0
    for number in range(rounds):
        name = f"victim-{number}"
        tab = Tab(browser, "en")
        tab.open(first.url)
        tab.use("boot")
        tab.open(f"{first.url}/signup")
        tab.use("signup", name=name, password=PASSWORD)
        if not Thief(services, tab.cookie["value"]).sees(name):
            raise Fault("the cookie itself does not show the account")
        tab.use("logout")

        def log_in() -> None:
            insist(tab, f"{first.url}/login", lambda: name in tab.heading, "login", name=name, password=PASSWORD)

        def change_password() -> None:
            # A form of the thief may displace the message, and the cookie that the change gives the victim.
            ends = ("The password was changed.", "The current password is wrong.", "Nobody is logged in.")
            log_in()
            insist(tab, f"{first.url}/password", lambda: any(end in tab.text for end in ends), "password", present=PASSWORD,
                   new=OTHER)

        def log_out() -> None:
            insist(tab, first.url, lambda: name not in tab.heading, "logout")

        for act, perform in {"login": log_in, "change of the password": change_password, "logout": log_out}.items():
            with Thief(services, tab.cookie["value"]) as thief:
                perform()
            polls += thief.count
            if thief.sees(name):
                faults.append(f"round {number}: a cookie from before the {act} shows the account")
        tab.close()
    print(f"{len(faults)} of {3 * rounds} takeovers with {polls} polls")
    return faults
