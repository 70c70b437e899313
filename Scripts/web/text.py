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

    def show(self, *options: str) -> str:
        settings = ["use_cookie=1", "accept_cookie=1", f"ssl_ca_file={self.service.certificate}", "auto_image=0"]
        command = ["w3m", *(part for setting in settings for part in ("-o", setting)), *options, self.service.url]
        environment = os.environ | {"HOME": str(self.folder), "W3M_DIR": str(self.folder), "LANG": "C.UTF-8"}
        result = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False)
        if result.returncode != 0 or not result.stdout:
            raise Fault(f"w3m shows nothing: {result.stderr.decode()[:300]}")
        return result.stdout.decode()

    def enter(self, words: str, wanted: str, **texts: str) -> None:
        """Sends the form with this button, and expects the words on the next page."""
        self.page = Page(self.show("-dump_source"))
        file = self.folder / "form"
        file.write_bytes(self.form(self.action(words), **texts))
        if wanted not in (shown := self.show("-dump", "-post", str(file))):
            raise Fault(f"w3m shows no “{wanted}” after “{words}”: {shown}")


def visit(service: Service, folder: Path) -> None:
    folder = folder / "w3m"
    folder.mkdir()
    browser = TextBrowser(service, folder)
    browser.enter("Start", "Tutorial 1/7")
    browser.enter("Skip", "Password")
    browser.enter("Sign up", "at least 15 characters")
    browser.enter("Sign up", "Logged in as reader", name="reader", password=PASSWORD)
    browser.enter("Log out", "Logged out.")
    browser.enter("Log in", "The name or the password is wrong.", name="reader", password="not the password of it")
    browser.enter("Log in", "Logged in as reader", name="reader", password=PASSWORD)
