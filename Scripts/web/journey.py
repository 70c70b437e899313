"""The journey of a user through every screen, in Chromium without scripts."""

import time

from web.answers import DEVICE
from web.devtools import PATIENCE, Browser, Fault, Tab
from web.rules import Inspector
from web.service import HOSTILE, ZEN, Service

PASSWORD = "correct horse battery staple"
WRONG = "a password of another account"

# The words of buttons and pages.
WORDS = {
    "en": {
        "start": "Start", "next": "Next", "back": "Back", "skip": "Skip", "complete": "Complete the tutorial",
        "login": "Login", "log in": "Log in", "sign up": "Sign up", "register": "Sign up", "devices": "Devices",
        "change": "Change the password", "data": "The account's data", "delete": "Delete the account", "log out": "Log out",
        "recover": "Recover", "end": "Log it out", "really end": "Log out", "really change": "Change",
        "really delete": "Delete", "end others": "Log all others out", "zen": "GitHub's zen", "user": "GitHub user", "status": "GitHub's status",
        "look up": "Look up", "other": "日本語", "ended": "The device is logged out.", "nobody": "Nobody is logged in.",
        "logged out": "Logged out.", "deleted": "The account was deleted.",
        "wrong login": "The name or the password is wrong.", "wrong present": "The current password is wrong.",
        "wrong password": "The password is wrong.", "no user": "GitHub has no such user.",
    },
    "ja": {
        "start": "はじめる", "next": "次へ", "back": "戻る", "skip": "飛ばす", "complete": "チュートリアルを完了する",
        "login": "ログイン", "log in": "ログイン", "sign up": "新規登録", "register": "登録", "devices": "ログイン中のデバイス",
        "change": "パスワードを変える", "data": "アカウントのデータ", "delete": "アカウントを削除する", "log out": "ログアウト",
        "recover": "復旧", "end": "ログアウトさせる", "really end": "ログアウトさせる", "really change": "変える",
        "really delete": "削除する", "end others": "ほかをすべてログアウトさせる", "zen": "GitHubの禅", "user": "GitHubのユーザー", "status": "GitHubの稼働状況",
        "look up": "調べる", "other": "English", "ended": "デバイスをログアウトさせました。", "nobody": "ログインしていません。",
        "logged out": "ログアウトしました。", "deleted": "アカウントを削除しました。",
        "wrong login": "名前かパスワードが違います。", "wrong present": "今のパスワードが違います。",
        "wrong password": "パスワードが違います。", "no user": "GitHubにそのようなユーザーはいません。",
    },
}
PAGES = 7
# The beginnings of the English headings.
SCREENS = (
    "Welcome", *(f"Tutorial {page}/{PAGES}" for page in range(1, PAGES + 1)), "Login", "Recover the account", "Sign up",
    "Logged in as", "Devices that are logged in", "Log other devices out", "Change the password", "The data of the account",
    "Delete the account", ZEN, "Look up a GitHub user", "GitHub has no such user.", f"The octocat {HOSTILE}", HOSTILE,
)


class Journey:
    def __init__(self, browser: Browser, service: Service, inspector: Inspector):
        self.browser, self.service, self.inspector = browser, service, inspector
        self.language = inspector.language
        self.words = WORDS[self.language]
        self.name = f"traveller-{self.language}"
        self.tab = browser.tab(self.language)

    def run(self) -> None:
        for part in (self.tutorial, self.sign_up, self.devices, self.settings, self.log_out, self.menu, self.leave):
            part()

    def expect(self, wanted: str, tab: Tab | None = None) -> None:
        text = (tab or self.tab).text()
        if wanted not in text:
            raise Fault(f"{self.language}: the page has no “{wanted}”: {text[:600]!r}")

    def click(self, name: str, wanted: str | None = None, tab: Tab | None = None) -> None:
        (tab or self.tab).click(self.words[name])
        if wanted:
            self.expect(wanted, tab)

    def look(self, name: str) -> None:
        heading = self.tab.heading()
        if self.language == "en" and not heading.startswith(SCREENS):
            raise Fault(f"the crawler does not look for the screen “{heading}”")
        self.inspector.look(self.tab, name)

    def reload(self, wanted: str) -> None:
        self.tab.reload()
        self.expect(wanted)

    def expect_remark(self, field: str, wanted: str = "") -> None:
        """Checks that the field has the focus and a description with the words, and that a summary links to it."""
        found = self.tab.evaluate(
            f"(input => [document.activeElement === input, input.ariaInvalid, input.value, "
            "document.getElementById(input.getAttribute('aria-describedby'))?.textContent, "
            f"!!document.querySelector('[role=alert] a[href=\"#f-{field}\"]')])(document.querySelector('#f-{field}'))")
        if not found[0] or found[1] != "true" or wanted not in (found[3] or "") or not found[3] or not found[4]:
            raise Fault(f"{self.language}: the field {field} is not marked as wrong: {found}")

    def fill(self, tab: Tab | None = None, **texts: str) -> None:
        for name, text in texts.items():
            (tab or self.tab).type(f"#f-{name}", text)

    def cookie(self, tab: Tab | None = None) -> str:
        return (tab or self.tab).cookies()[DEVICE]["value"]

    # The parts of the journey.

    def tutorial(self) -> None:
        self.tab.open(self.service.url)
        self.look("welcome")
        cookie = self.tab.cookies()[DEVICE]
        if not (cookie["httpOnly"] and cookie["secure"] and cookie["sameSite"] in ("Lax", "Strict") and cookie["path"] == "/"):
            raise Fault(f"the cookie lacks a restriction: {cookie}")
        self.click("start", f"1/{PAGES}")
        self.look("tutorial-1")
        self.click("next", f"2/{PAGES}")
        self.click("back", f"1/{PAGES}")
        for page in range(2, PAGES + 1):
            self.click("next", f"{page}/{PAGES}")
            self.look(f"tutorial-{page}")
        self.reload(f"{PAGES}/{PAGES}")
        # The other language shows the page, too.
        self.click("other", f"{PAGES}/{PAGES}")
        if self.tab.evaluate("document.documentElement.lang") == self.language:
            raise Fault(f"{self.language}: the button for the other language does not change it")
        self.tab.click({"en": "English", "ja": "日本語"}[self.language])
        self.click("complete", self.words["login"])
        self.look("login")

    def sign_up(self) -> None:
        self.click("recover")
        self.look("recovery")
        self.click("back", self.words["login"])
        self.click("sign up")
        self.look("sign-up")
        self.fill(name=self.name, password="short")
        self.click("register")
        self.expect_remark("password")
        if self.tab.evaluate("document.querySelector('#f-name').value") != self.name:
            raise Fault("the form has forgotten the name")
        self.look("sign-up-refused")
        before = self.cookie()
        self.fill(password=PASSWORD)
        self.click("register", self.name)
        if self.cookie() == before:
            raise Fault("the cookie is the same after a login")
        self.look("home")
        # Back to the form, and again to the present page.
        self.tab.back()
        self.reload(self.name)

    def devices(self) -> None:
        other = self.browser.tab(self.language)
        other.open(self.service.url)
        self.click("start", tab=other)
        self.click("skip", tab=other)
        self.fill(other, name=self.name, password=PASSWORD)
        self.click("log in", self.name, tab=other)
        self.click("devices")
        self.look("devices")
        self.click("end")
        self.look("end-device")
        self.fill(password=WRONG)
        self.click("really end")
        self.expect_remark("password", self.words["wrong password"])
        self.fill(password=PASSWORD)
        self.click("really end", self.words["ended"])
        self.look("device-ended")
        before = self.cookie(other)
        self.click("devices", self.words["nobody"], tab=other)
        if self.name in other.text() or self.cookie(other) == before:
            raise Fault("the other browser still shows the account, or keeps its cookie")
        self.click("back")

    def settings(self) -> None:
        self.click("change")
        self.look("password")
        self.fill(present=WRONG, new=PASSWORD + " two")
        self.click("really change")
        self.expect_remark("present", self.words["wrong present"])
        self.look("password-refused")
        self.click("back", self.name)
        self.click("data", self.name)
        self.look("data")
        self.reload(self.name)
        self.click("back", self.name)

    def log_out(self) -> None:
        self.click("data", self.name)
        self.click("back", self.name)
        before = self.cookie()
        self.browser.heads.clear()
        self.click("log out", self.words["logged out"])
        if self.cookie() == before:
            raise Fault("the cookie is the same after the logout")
        heads = [head for head in self.browser.heads if head["statusCode"] == 303]
        if not any("storage" in value for head in heads for name, value in head["headers"].items()
                   if name.lower() == "clear-site-data"):
            raise Fault(f"the logout does not clear the data of the site: {heads}")
        self.look("logged-out")
        for _ in range(2):
            self.tab.back()
            if self.name in self.tab.text():
                raise Fault("back shows the account after the logout")
        self.tab.open(self.service.url)
        self.fill(name=self.name, password=WRONG)
        self.click("log in", self.words["wrong login"])
        self.look("login-refused")

    def menu(self) -> None:
        for name, wanted in (("zen", ZEN), ("status", HOSTILE)):
            self.click(name, wanted)
            self.look(name)
        self.click("user")
        self.look("user-form")
        self.fill(login="-no-login-")
        self.click("look up")
        self.expect_remark("login")
        self.look("user-refused")
        self.fill(login="nobody")
        self.click("look up", self.words["no user"])
        self.click("user")
        self.fill(login="octocat")
        self.click("look up", HOSTILE)
        self.look("user")
        self.tab.load(
            lambda: self.tab.call("Page.navigate", url=f"{self.service.url}/usecases"), "the page of all use cases")
        found = self.tab.evaluate("[document.querySelectorAll('h1').length, document.documentElement.lang]")
        if found != [1, self.language]:
            raise Fault(f"{self.language}: the page of all use cases has not one heading or not the language")
        if complaints := self.tab.notice():
            raise Fault(f"{self.language}: the page of all use cases: {complaints}")
        self.tab.open(self.service.url)

    def leave(self) -> None:
        # Back to the login, over the screens of the menu.
        deadline = time.monotonic() + PATIENCE
        while not self.tab.evaluate("!!document.querySelector('#f-password')"):
            if time.monotonic() > deadline:
                raise Fault("the way back does not lead to the login")
            self.click("back")
        self.fill(name=self.name, password=PASSWORD)
        self.click("log in", self.name)
        self.click("delete")
        self.look("delete")
        self.fill(password=WRONG)
        self.click("really delete")
        self.expect_remark("password", self.words["wrong password"])
        self.fill(password=PASSWORD)
        self.click("really delete", self.words["deleted"])
        self.look("deleted")
