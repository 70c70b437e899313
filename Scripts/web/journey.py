"""The journey of a user through every page, in Chromium without scripts."""

import sqlite3
from collections.abc import Callable

from web.answers import DEVICE
from web.client import Client
from web.devtools import Browser, Fault, Tab
from web.rules import Inspector
from web.service import HOSTILE, ZEN, Service

PASSWORD = "a sentence that nobody says"
OTHER, WRONG = f"{PASSWORD} two", "a password of another account"

# The words of buttons, links and pages.
WORDS = {
    "en": {
        "start": "Start", "next": "Next", "back": "Back", "skip": "Skip", "complete": "Complete the tutorial",
        "login": "Log in", "log in": "Log in", "sign up": "Sign up", "register": "Sign up", "devices": "Devices",
        "change": "Change the password", "data": "The account's data", "delete": "Delete the account", "log out": "Log out",
        "recover": "Forgot your password?", "end": "Log it out", "really end": "Log out", "really change": "Change",
        "really delete": "Delete the account", "end others": "Log all others out", "zen": "GitHub's zen", "user": "GitHub user",
        "status": "GitHub's status", "look up": "Look up", "language": "English", "other": "日本語",
        "show": "Show the new password", "ended": "The device is logged out.", "nobody": "Nobody is logged in.",
        "logged out": "Logged out.", "deleted": "The account was deleted.", "changed": "The password was changed.",
        "wrong login": "The name or the password is wrong.", "wrong present": "The current password is wrong.",
        "wrong password": "The password is wrong.", "no user": "GitHub has no such user.", "stale": "This page had changed.",
        "name": "Name this device", "save": "Save",
    },
    "ja": {
        "start": "はじめる", "next": "次へ", "back": "戻る", "skip": "飛ばす", "complete": "チュートリアルを完了する",
        "login": "ログイン", "log in": "ログイン", "sign up": "新規登録", "register": "登録", "devices": "ログイン中のデバイス",
        "change": "パスワードを変える", "data": "アカウントのデータ", "delete": "アカウントを削除する", "log out": "ログアウト",
        "recover": "パスワードを忘れた場合", "end": "ログアウトさせる", "really end": "ログアウトさせる", "really change": "変える",
        "really delete": "アカウントを削除する", "end others": "ほかをすべてログアウトさせる", "zen": "GitHubの禅", "user": "GitHubのユーザー",
        "status": "GitHubの稼働状況", "look up": "調べる", "language": "日本語", "other": "English",
        "show": "新しいパスワードを表示", "ended": "デバイスをログアウトさせました。", "nobody": "ログインしていません。",
        "logged out": "ログアウトしました。", "deleted": "アカウントを削除しました。", "changed": "パスワードを変えました。",
        "wrong login": "名前かパスワードが違います。", "wrong present": "今のパスワードが違います。",
        "wrong password": "パスワードが違います。", "no user": "GitHubにそのようなユーザーはいません。", "stale": "このページは変わっていた",
        "name": "このデバイスに名前を付ける", "save": "保存",
    },
}
PAGES = 7
# The beginnings of the English headings of the pages that buttons and links lead to.
SCREENS = (
    "Welcome", *(f"Tutorial {page}/{PAGES}" for page in range(1, PAGES + 1)), "Log in", "Recover the account", "Sign up",
    "Logged in as", "Devices that are logged in", "Log all other devices out", "Log a device out", "Change the password",
    "The data of the account",
    "Delete the account", "Name of this device", ZEN, "Look up a GitHub user", "GitHub has no such user.", f"The octocat {HOSTILE}", HOSTILE,
)
# The pages below /web with the beginnings of their English headings, for a user who is logged in.
PLACES = {
    "": "Logged in as", "boot": "Logged in as", "tutorial": "Tutorial ", "tutorial?page=3": "Tutorial 3/",
    "signup": "Sign up", "login": "Logged in as", "recover": "Recover the account", "whoami": "Logged in as",
    "sessions": "Devices that are", "sessions/end?others=yes": "Log all other", "sessions/name": "Name of this device",
    "password": "Change the password",
    "export-account": "The data of the account", "delete-account": "Delete the account", "logout": "Log out",
    "reset": "Reset the application", "zen": ZEN, "status": HOSTILE, "user": "Look up", "user?login=octocat": "The octocat",
    "api-version": "", "usecases": "Use cases",
}


class Journey:
    def __init__(self, browser: Browser, service: Service, inspector: Inspector):
        self.browser, self.service, self.inspector = browser, service, inspector
        self.language = inspector.language
        self.words = WORDS[self.language]
        self.name = f"traveller-{self.language}"
        self.tab = browser.tab(self.language)

    def run(self) -> None:
        for part in (self.tutorial, self.sign_up, self.addresses, self.devices, self.tabs, self.settings, self.log_out,
                     self.menu, self.refusals, self.leave, self.limits):
            part()

    def expect(self, wanted: str, tab: Tab | None = None) -> None:
        self.require(wanted in (text := (tab or self.tab).text()), f"the page has no “{wanted}”: {text[:600]!r}")

    def require(self, is_right: bool, fault: str) -> None:
        if not is_right:
            raise Fault(f"{self.language}: {fault}")

    def open(self, path: str = "", tab: Tab | None = None) -> None:
        (tab or self.tab).open(f"{self.service.url}/{path}" if path else self.service.url)

    def click(self, name: str, wanted: str | None = None, tab: Tab | None = None) -> None:
        (tab or self.tab).click(self.words[name])
        if wanted:
            self.expect(wanted, tab)

    def look(self, name: str) -> None:
        heading = self.tab.heading()
        self.require(self.language != "en" or heading.startswith((*SCREENS, *PLACES.values())),
                     f"the crawler does not look for the screen “{heading}”")
        self.inspector.look(self.tab, name)

    def reload(self, wanted: str) -> None:
        self.tab.reload()
        self.expect(wanted)

    def once(self, wanted: str) -> None:
        """Expects a message that a reload does not show again."""
        self.expect(wanted)
        self.tab.reload()
        self.require(wanted not in self.tab.text(), f"the message “{wanted}” is shown twice")

    def expect_remark(self, field: str, wanted: str = "") -> None:
        """Checks that the field has the focus and a description with the words, and that a summary links to it."""
        # The focus is set when the page is drawn.
        self.tab.wait_for(f"document.activeElement.id === 'f-{field}'", f"the focus on {field}")
        found = self.tab.evaluate(
            "(input => [input.ariaInvalid === 'true', (input.getAttribute('aria-describedby') "
            "?? '').split(' ').map(id => document.getElementById(id)?.textContent).join(' '), "
            f"!!document.querySelector('[role=alert] a[href=\"#f-{field}\"]')])(document.querySelector('#f-{field}'))")
        self.require(found[0] and found[1] and wanted in found[1] and found[2],
                     f"the field {field} is not marked as wrong: {found}")
        if not (title := self.tab.evaluate("document.title")).startswith({"en": "Error: ", "ja": "エラー: "}[self.language]):
            self.inspector.faults.append(f"{self.language}: the title “{title}” does not say that the form failed")

    def fill(self, tab: Tab | None = None, **texts: str) -> None:
        for name, text in texts.items():
            (tab or self.tab).type(f"#f-{name}", text)

    def cookie(self, tab: Tab | None = None) -> str:
        return (tab or self.tab).cookies()[DEVICE]["value"]

    # The parts of the journey.

    def tutorial(self) -> None:
        self.open()
        self.look("welcome")
        cookie = self.tab.cookies()[DEVICE]
        self.require(cookie["httpOnly"] and cookie["secure"] and cookie["sameSite"] == "Lax" and cookie["path"] == "/",
                     f"the cookie lacks a restriction: {cookie}")
        self.click("start", f"1/{PAGES}")
        self.look("tutorial-1")
        self.click("next", f"2/{PAGES}")
        self.click("back", f"1/{PAGES}")
        for page in range(2, PAGES + 1):
            self.click("next", f"{page}/{PAGES}")
            self.look(f"tutorial-{page}")
        self.reload(f"{PAGES}/{PAGES}")
        for steps, page in ((-2, 5), (1, 6), (1, 7)):
            self.tab.go(steps)
            self.expect(f"{page}/{PAGES}")
        # The other language shows the page, too.
        self.click("other", f"{PAGES}/{PAGES}")
        self.require(self.tab.evaluate("document.documentElement.lang") != self.language, "the language does not change")
        self.click("language", f"{PAGES}/{PAGES}")
        self.click("complete", self.words["login"])
        self.look("login")

    def sign_up(self) -> None:
        self.click("recover")
        self.look("recovery")
        self.tab.go(-1)
        self.expect(self.words["login"])
        self.click("sign up")
        self.look("sign-up")
        self.fill(name=self.name, password="short")
        self.click("register")
        self.expect_remark("password")
        self.require(self.tab.evaluate("document.querySelector('#f-name').value") == self.name, "the form forgets the name")
        self.look("sign-up-refused")
        self.fill(password=PASSWORD)
        self.click("show")
        self.require(self.tab.evaluate("document.querySelector('#f-password').value") == PASSWORD, "the password is not shown")
        self.look("sign-up-shown")
        before = self.cookie()
        # A double click sends the form twice.
        self.tab.load(lambda: self.tab.hit(self.words["register"], count=2), "a double click")
        self.tab.wait_for(f"document.querySelector('h1')?.textContent.includes('{self.name}')", "the home after a double click")
        self.require(self.cookie() != before, "the cookie is the same after a login")
        self.require(self.service.count("sessions", f"WHERE name = '{self.name}'") == 1, "a double click begins two sessions")
        self.look("home")
        # Back to the form, and to the present page.
        self.tab.go(-1)
        self.require(PASSWORD not in self.tab.evaluate("document.documentElement.outerHTML"), "back shows the password")
        self.tab.go(1)
        self.expect(self.name)

    def addresses(self) -> None:
        """Every page by its address, before and after a restart of the service, and opened in another tab."""
        for is_restarted in (False, True):
            for path, heading in PLACES.items():
                self.open(path)
                self.require(self.language != "en" or self.tab.heading().startswith(heading),
                             f"/web/{path} shows “{self.tab.heading()}”")
                if is_restarted and path not in ("", "usecases", "zen", "status"):
                    self.look(f"page-{path.replace('/', '-').replace('?', '-')}")
            if not is_restarted:
                self.open("sessions")
                self.service.stop()
                self.service.start()
                self.reload(self.words["devices"] if self.language == "ja" else "Devices that are")
        self.open()
        apart = self.tab.open_apart(self.words["data"])
        self.expect(self.name, apart)
        self.expect(self.name)

    def devices(self) -> None:
        other = self.browser.tab(self.language)
        self.open(tab=other)
        self.click("start", tab=other)
        self.click("skip", tab=other)
        self.fill(other, name=self.name, password=PASSWORD)
        self.click("log in", self.name, tab=other)
        self.open()
        self.click("devices", "Chrom")
        self.click("name")
        self.look("device-name")
        self.fill(name=f"A desk <b> of {self.name}")
        self.click("save", f"A desk <b> of {self.name}")
        self.look("devices")
        self.click("end")
        self.look("end-device")
        self.fill(password=WRONG)
        self.click("really end")
        self.expect_remark("password", self.words["wrong password"])
        self.fill(password=PASSWORD)
        self.click("really end", self.words["ended"])
        self.look("device-ended")
        self.once(self.words["ended"])
        other.reload()
        self.expect(self.words["login"], other)
        self.require(self.name not in other.text(), "the other browser still shows the account after a reload")
        self.open("sessions", other)
        self.expect(self.words["nobody"], other)

    def tabs(self) -> None:
        """Two tabs of a browser. A form of the one from before a logout in the other has no effect."""
        self.open("password")
        second = self.browser.tab(self.language, context=self.tab.context)
        self.open(tab=second)
        self.click("log out", self.words["logged out"], second)
        self.fill(present=PASSWORD, new=OTHER)
        self.click("really change", self.words["stale"])
        self.inspector.look(self.tab, "stale", is_refused=True)
        self.open("login")
        self.fill(name=self.name, password=PASSWORD)
        self.click("log in", self.name)
        # The other tab still shows that the user logged out.
        second.reload()
        self.open(tab=second)
        self.expect(self.name, second)
        self.open("sessions", second)
        # A logout is harmless, also from a page of before a change of the password.
        self.change(PASSWORD, OTHER)
        self.change(OTHER, PASSWORD)
        self.click("log out", self.words["logged out"], second)
        self.tab.call("Page.bringToFront")
        self.reload(self.words["login"])
        self.require(self.name not in self.tab.text(), "a logout in another tab has no effect")
        self.open("login")
        self.fill(name=self.name, password=PASSWORD)
        self.click("log in", self.name)

    def change(self, present: str, new: str) -> None:
        self.open("password")
        self.fill(present=present, new=new)
        self.click("really change", self.words["changed"])

    def settings(self) -> None:
        self.open()
        self.click("change")
        self.fill(present=WRONG, new=OTHER)
        self.click("really change")
        self.expect_remark("present", self.words["wrong present"])
        self.look("password-refused")
        # The form was filled before the restart.
        self.fill(present=PASSWORD, new=OTHER)
        self.service.stop()
        self.service.start()
        self.click("really change", self.words["changed"])
        self.look("password-changed")
        self.once(self.words["changed"])
        self.change(OTHER, PASSWORD)
        self.open()
        self.click("data", self.name)
        self.tab.go(-1)
        self.expect(self.name)

    def log_out(self) -> None:
        before = self.cookie()
        self.browser.heads.clear()
        self.click("log out", self.words["logged out"])
        self.require(self.cookie() != before, "the cookie is the same after the logout")
        heads = [head for head in self.browser.heads if head["statusCode"] == 303]
        self.require(any("storage" in value for head in heads for name, value in head["headers"].items()
                         if name.lower() == "clear-site-data"), f"the logout does not clear the data of the site: {heads}")
        self.look("logged-out")
        self.once(self.words["logged out"])
        for _ in range(2):
            self.tab.go(-1)
            self.require(self.name not in self.tab.text(), "back shows the account after the logout")
        self.open("login")
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
        self.look("no-user")
        self.click("user")
        self.fill(login="octocat")
        self.click("look up", HOSTILE)
        self.look("user")
        self.reload(HOSTILE)
        self.open("usecases")
        found = self.tab.evaluate("[document.querySelectorAll('h1').length, document.documentElement.lang]")
        self.require(found == [1, self.language], "the page of all use cases has not one heading or not the language")
        self.require(not (complaints := self.tab.notice()), f"the page of all use cases: {complaints}")

    def changed(self, script: str = "", before: Callable[[], object] = lambda: None) -> None:
        """Sends a form after the script has changed it, and after something else has happened."""
        self.open("login")
        self.fill(name=self.name, password=PASSWORD)
        self.tab.evaluate(script)
        before()
        self.tab.click(self.words["log in"])

    def refused(self, name: str, cause: Callable[[], object]) -> None:
        """Inspects a page about a refusal, and follows its way on."""
        cause()
        self.inspector.look(self.tab, name, is_refused=True)
        self.tab.click(self.tab.evaluate("document.querySelector('main .button').textContent"))
        self.expect(self.words["login"])

    def refusals(self) -> None:
        for name, cause in {
            "404": lambda: self.open("nowhere"), "405": lambda: self.open("language"), "400": lambda: self.open("login?%zz"),
            "403": lambda: self.changed("document.querySelector('meta[name]').outerHTML += '<meta name=referrer content=no-referrer>'; "
                                   "document.querySelectorAll('[name=token]').forEach(each => each.value = '0')"),
            "413": lambda: self.changed("document.querySelector('#f-name').value = 'x'.repeat(20000)"),
            "415": lambda: self.changed("document.querySelector('main form').enctype = 'text/plain'"),
        }.items():
            self.refused(name, cause)
        # Another program writes to the database for longer than the service waits.
        with sqlite3.connect(self.service.state / "devices.sqlite", isolation_level=None) as database:
            database.execute("BEGIN IMMEDIATE")
            self.refused("503", self.changed)
            database.execute("ROLLBACK")

    def limits(self) -> None:
        """Sends more forms than an address may send."""
        def send_all() -> None:
            while Client(self.service).send(("/web/login", b"")).status != 429:
                pass

        self.refused("429", lambda: self.changed(before=send_all))
        # The limits begin again with the service.
        self.service.stop()
        self.service.start()

    def leave(self) -> None:
        self.open("login")
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
        self.once(self.words["deleted"])
        for table in ("accounts", "sessions"):
            self.require(self.service.count(table, f"WHERE name = '{self.name}'") == 0, f"{table} have the deleted account")
