"""A random walk over the pages for browsers.

Several browsers press buttons at the same time, follow links, go back, and send hostile texts and wrong requests. Each
button that they find is pressed, and each screen of the journey is reached.
"""

import concurrent.futures
import itertools
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from urllib.parse import urldefrag, urlencode

from web.answers import DEVICE, LANGUAGE, faults, reflection_faults
from web.client import Answer, Client
from web.hostile import LIMIT, TEXTS, Request, random_text, wrong_requests
from web.journey import PASSWORD, SCREENS
from web.page import Element, Page
from web.screens import Screens
from web.service import Service

# The number of browsers.
CROWD = 6
# How often a browser takes the shortest path to a button that was not pressed.
GUIDANCE = 0.9
# The maximum number of steps. A walk ends later than planned to reach each screen.
MAXIMUM = 2_000


@dataclass
class Step:
    requests: list[Request]
    # The pressed button, and the typed texts by the names of fields.
    button: Element | None = None
    typed: dict[str, str] = field(default_factory=dict)


class Walker(Client):
    """A browser of the walk."""

    def __init__(self, service: Service, source: str):
        super().__init__(service, source)
        # The name of its account.
        self.account = ""
        # Sent forms with the numbers of their pages.
        self.past: list[tuple[str, bytes]] = []

    @property
    def number(self) -> str | None:
        return self.page.hidden("page")


class Crawl:
    def __init__(self, service: Service, seed: int, steps: int):
        self.service, self.steps = service, steps
        self.random = Random(seed)
        # Limits apply to each network.
        self.addresses = (f"127.{1 + number // 250}.{number % 250}.1" for number in itertools.count())
        self.walkers = [Walker(service, next(self.addresses)) for _ in range(CROWD)]
        self.texts = itertools.cycle(self.random.sample(TEXTS, len(TEXTS)))
        # The number of sent wrong requests, and of kinds of them. They take turns.
        self.sent, self.kinds = 0, 1
        self.numbers = itertools.count(1)
        self.passwords: dict[str, str] = {}
        self.screens = Screens()
        self.statuses: Counter[int] = Counter()
        self.faults: list[str] = []

    # The decisions.

    def decide(self, walker: Walker) -> Step:
        page, buttons = walker.page, walker.page.buttons
        if not buttons:
            return Step([])
        kinds = {self.press: 60, self.send_wrong: 25, self.go_back: 4, self.press_twice: 4, self.follow: 4, self.forget: 2, self.share: 3}
        (kind,) = self.random.choices(list(kinds), list(kinds.values()))
        self.random.shuffle(buttons)
        button = buttons[0]
        if page.language == "en" and kind not in (self.forget, self.share) and self.random.random() < GUIDANCE:
            button = min(buttons, key=lambda each: self.screens.distance(page, each))
            if self.screens.distance(page, button) > 1 + self.screens.from_start:
                return self.begin(walker)
        return kind(walker, button)

    def press(self, walker: Walker, button: Element) -> Step:
        typed = self.texts_for(walker, button)
        form = self.form(walker, button, typed)
        body = urlencode(form).encode()
        if len(body) > LIMIT:
            return Step([Request("a form that is too large", {413}, "POST", body=body)])
        if number := dict(form).get("page"):
            walker.past = [*walker.past[-9:], (number, body)]
        return Step([Request(f"“{button.text}”", {303}, "POST", body=body, acts=True)], button, typed)

    def press_twice(self, walker: Walker, button: Element) -> Step:
        step = self.press(walker, button)
        first = step.requests[0]
        # After a login or a logout, the form has the token of an earlier cookie.
        again = Request(f"{first.name} again", first.statuses | {403}, "POST", body=first.body, acts=first.acts)
        return Step([first, again], step.button, step.typed)

    def go_back(self, walker: Walker, button: Element) -> Step:
        """Sends a form of an earlier page."""
        past = [body for number, body in walker.past if number != walker.number]
        if not past or walker.number == "0":
            return self.press(walker, button)
        return Step([Request("a form of an earlier page", {303, 403}, "POST", body=self.random.choice(past))])

    def send_wrong(self, walker: Walker, button: Element) -> Step:
        # The first form begins a visit, whatever it contains.
        if walker.number == "0" or button["name"] != "act":
            return self.press(walker, button)
        other = next(each.page.hidden("token") for each in self.walkers if each is not walker)
        requests = list(wrong_requests(self.form(walker, button, {}), other or "", self.random))
        self.sent, self.kinds = self.sent + 1, len(requests)
        return Step([requests[self.sent % self.kinds]])

    def follow(self, walker: Walker, _: Element) -> Step:
        """Follows a link."""
        links = [element["href"] for element in walker.page.all("a", "link")]
        path = urldefrag(self.random.choice(links)).url or "/web"
        return Step([Request(f"the link {path}", {200}, path=path)])

    def forget(self, walker: Walker, _: Element) -> Step:
        """Loses the cookie for the language, or for the browser."""
        if self.random.random() < 0.3:
            walker.cookies.pop(LANGUAGE, None)
            return Step([])
        return self.begin(walker)

    def share(self, walker: Walker, _: Element) -> Step:
        """Logs in to the account of another browser. It sees the other session, and can end it."""
        self.begin(walker)
        if accounts := [each.account for each in self.walkers if each.account]:
            self.log_in(walker, self.random.choice(accounts))
        return Step([])

    def begin(self, walker: Walker) -> Step:
        """Loses its cookies, and comes from another address."""
        walker.cookies.clear()
        walker.source, walker.account, walker.past = next(self.addresses), "", []
        return Step([])

    def form(self, walker: Walker, button: Element, typed: dict[str, str]) -> list[tuple[str, str]]:
        """Returns the fields that a browser sends."""
        fields = [(each["name"], typed.get(each["name"], each["value"])) for each in walker.page.inputs(button)]
        return [*fields, (button["name"], button["value"])]

    def texts_for(self, walker: Walker, button: Element) -> dict[str, str]:
        """Returns proper texts for the fields of the form, or mostly hostile ones."""
        fields = [each for each in walker.page.inputs(button) if each["type"] != "hidden"]
        purposes = {each["autocomplete"] for each in fields}
        name = walker.account
        if "username" in purposes:
            is_new = "new-password" in purposes and "one-time-code" not in purposes
            name = f"walker-{next(self.numbers)}" if is_new else self.random.choice(self.walkers).account or "unknown"
        proper = {
            "username": name, "current-password": self.passwords.get(name, PASSWORD), "new-password": PASSWORD,
            "one-time-code": "no code", "off": self.random.choice(("octocat", "nobody")),
        }
        hostility = self.random.choice((0, 0.7))
        return {
            each["name"]: self.hostile_text() if self.random.random() < hostility else proper[each["autocomplete"]]
            for each in fields}

    def hostile_text(self) -> str:
        return random_text(self.random) if self.random.random() < 0.3 else next(self.texts)

    # The walk.

    def run(self) -> list[str]:
        with concurrent.futures.ThreadPoolExecutor(CROWD) as pool:
            list(pool.map(Walker.open, self.walkers))
            self.sign_up(self.walkers[-1])
            self.log_in(self.walkers[-2], self.walkers[-1].account)
            for walker in self.walkers:
                self.screens.look(walker.page)
            count = 0
            while count < self.steps or (count < MAXIMUM and self.missing()):
                self.screens.measure()
                before = [walker.page for walker in self.walkers]
                steps = [self.decide(walker) for walker in self.walkers]
                answers = list(pool.map(self.send, self.walkers, steps))
                for each in zip(self.walkers, steps, before, answers, strict=True):
                    self.judge(*each)
                count += CROWD
        if Client(self.service).open().status != 200:
            self.faults.append("no browser gets a page after the walk")
        return list(dict.fromkeys(self.faults + self.missing()))

    def missing(self) -> list[str]:
        rest = self.kinds - self.sent
        return self.screens.missing(SCREENS) + ([f"{rest} wrong requests were not sent"] if rest > 0 else [])

    def sign_up(self, walker: Walker) -> None:
        walker.account = "walker-0"
        walker.begin()
        walker.press("Sign up")
        walker.press("Sign up", name=walker.account, password=PASSWORD)

    def log_in(self, walker: Walker, account: str) -> None:
        """Logs the browser in, and shows its sessions."""
        walker.account = account
        walker.begin()
        home = walker.press("Log in", name=account, password=self.passwords.get(account, PASSWORD))
        if account in home.heading:
            walker.press("Devices")

    def send(self, walker: Walker, step: Step) -> list[Answer]:
        """Sends the requests of the step, and opens the page after them."""
        answers = [walker.ask(each.method, each.path, each.body, **each.headers) for each in step.requests]
        return [*answers, walker.open()]

    def judge(self, walker: Walker, step: Step, before: Page, answers: list[Answer]) -> None:
        """Notes the faults of the answers, and what the walk has learned from them."""
        page, found = walker.page, []
        for request, answer in zip([*step.requests, Request("the next page", {200})], answers, strict=True):
            self.statuses[answer.status] += 1
            found += faults(request, answer)
        if step.requests and not any(each.acts for each in step.requests) and walker.number != before.hidden("page"):
            found.append(f"it had an effect, and led to {page.heading[:60]}")
        if (language := walker.cookies.get(LANGUAGE, "en")) != page.language:
            found.append(f"the page has the language {page.language} instead of {language}")
        if page.heading == before.heading:
            found += reflection_faults(step.typed, page)
        elif step.typed:
            self.remember(walker, step, before)
        if {"username", "current-password"} <= {each["autocomplete"] for each in page.all("input")}:
            walker.account = ""
        names = " and ".join(each.name for each in step.requests)
        self.faults += [f"{before.heading[:60]}, {names}: {fault}" for fault in found]
        if step.button:
            self.screens.follow(before, step.button, page)
        self.screens.look(page)

    def remember(self, walker: Walker, step: Step, before: Page) -> None:
        """Keeps the account after a login, and its new password after a change."""
        texts = {each["autocomplete"]: step.typed[each["name"]] for each in before.all("input") if each["name"] in step.typed}
        walker.account = texts.get("username", walker.account)
        if password := texts.get("new-password") or texts.get("current-password"):
            self.passwords[walker.account] = password


def run(service: Service, seed: int, steps: int) -> list[str]:
    walk = Crawl(service, seed, steps)
    found = walk.run()
    print(f"seed {seed}: {walk.statuses.total()} requests, {len(walk.screens.buttons)} screens, {len(walk.screens.tries)} buttons, "
          f"statuses {dict(sorted(walk.statuses.items()))}")
    return [f"crawl with the seed {seed}: {fault}" for fault in found]
