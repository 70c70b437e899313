"""A user of the text browser w3m."""

import os
import subprocess
from pathlib import Path

from web.client import Client
from web.devtools import PATIENCE, Fault
from web.journey import PASSWORD
from web.page import Page
from web.service import Service


class TextBrowser(Client):
    """Reads pages with w3m. It keeps the cookies and sends the forms."""

    def __init__(self, service: Service, folder: Path):
        super().__init__(service)
        self.folder = folder

    def show(self, path: str, *options: str) -> str:
        settings = ["use_cookie=1", "accept_cookie=1", f"ssl_ca_file={self.service.certificate}", "auto_image=0"]
        command = ["w3m", *(part for setting in settings for part in ("-o", setting)), *options,
                   self.service.url.removesuffix("/web") + path]
        environment = os.environ | {"HOME": str(self.folder), "W3M_DIR": str(self.folder), "LANG": "C.UTF-8"}
        result = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False)
        if result.returncode != 0 or not result.stdout:
            raise Fault(f"w3m shows nothing: {result.stderr.decode()[:300]}")
        return result.stdout.decode()

    def enter(self, page: str, words: str, wanted: str, **texts: str) -> None:
        """Follows the link or sends the form with these words, and expects the others on the next page."""
        self.page = Page(self.show(page, "-dump_source"))
        if (control := self.control(words)).tag == "a":
            shown = self.show(control["href"], "-dump")
        else:
            path, body = self.form(words, **texts)
            file = self.folder / "form"
            file.write_bytes(body)
            shown = self.show(path, "-dump", "-post", str(file))
        if wanted not in shown:
            raise Fault(f"w3m shows no “{wanted}” after “{words}”: {shown}")


def visit(service: Service, folder: Path) -> None:
    folder = folder / "w3m"
    folder.mkdir()
    browser = TextBrowser(service, folder)
    browser.enter("/web", "Start", "Tutorial 1/7")
    browser.enter("/web/tutorial", "Skip", "Password")
    browser.enter("/web/login", "Sign up", "at least 15 characters")
    browser.enter("/web/signup", "Sign up", "Logged in as reader", name="reader", password=PASSWORD)
    browser.enter("/web", "Devices", "this device")
    browser.enter("/web", "Log out", "Logged out.")
    browser.enter("/web/login", "Log in", "The name or the password is wrong.", name="reader", password="not the password of it")
    browser.enter("/web/login", "Log in", "Logged in as reader", name="reader", password=PASSWORD)
