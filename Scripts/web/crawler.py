"""A random walk over the pages for browsers.

Several browsers press buttons and follow links at the same time, send forms again, and send hostile texts and wrong requests.
Each button and link that they find is pressed, and each screen of the journey is reached.
"""

import concurrent.futures
import itertools
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from web.answers import DEVICE, LANGUAGE, faults, reflection_faults
from web.client import Answer, Client, Form
from web.hostile import LIMIT, TEXTS, Request, random_text, wrong_requests
from web.journey import PASSWORD, PLACES, SCREENS
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
        # The forms that it has sent.
        self.past: list[Form] = []


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
        # The addresses. Only a browser that is no device yet has a button on the page of boot.
        self.places = itertools.cycle(self.random.sample([each for each in PLACES if each != "boot"], len(PLACES) - 1))
        self.passwords: dict[str, str] = {}
        self.screens = Screens()
        self.statuses: Counter[int] = Counter()
        self.faults: list[str] = []

    # The decisions.

    def decide(self, walker: Walker) -> Step:
        page, buttons = walker.page, walker.page.controls
        kinds = {self.press: 60, self.send_wrong: 25, self.send_again: 8, self.look_up: 10, self.forget: 2, self.share: 3}
        (kind,) = self.random.choices(list(kinds), list(kinds.values()))
        self.random.shuffle(buttons)
        button = buttons[0]
        if page.language == "en" and kind not in (self.forget, self.share) and self.random.random() < GUIDANCE:
            button = min(buttons, key=lambda each: self.screens.distance(page, each))
            if self.screens.distance(page, button) > 1 + self.screens.from_start:
                return self.begin(walker)
        return kind(walker, button)

    def press(self, walker: Walker, button: Element) -> Step:
        if button.tag == "a":
            return Step([Request(f"“{button.text}”", {200, 303}, path=button["href"], acts=True)], button)
        typed = self.texts_for(walker, button)
        path, body = walker.form(button.text, **typed)
        form = button.within("form")
        if form and form["method"] == "get":
            # The head of a request has at most 8 KiB.
            statuses = {200, 400, 414, 431} if len(body) > 7_000 else {200, 400}
            return Step([Request(f"“{button.text}”", statuses, path=f"{path}?{body.decode()}", acts=True)], button, typed)
        if len(body) > LIMIT:
            return Step([Request("a form that is too large", {413}, "POST", path, body)])
        # The name of a device is refused before anything runs.
        statuses = {200} if button["name"] == "show" else {303, 422} if path == "/web/sessions/name" else {303}
        first = Request(f"“{button.text}”", statuses, "POST", path, body, acts=True)
        # A form of a page from before a login or a logout in another way has another token.
        if self.random.random() < 0.3 and path != "/web/language":
            cookie = "; ".join(f"{name}={value}" for name, value in walker.cookies.items())
            again = Request(f"{first.name} again", statuses, "POST", path, body, {"Cookie": cookie}, acts=True)
            return Step([first, again], button, typed)
        return Step([first], button, typed)

    def send_again(self, walker: Walker, button: Element) -> Step:
        """Sends a form of an earlier page. The browser may have another cookie since then."""
        if not walker.past:
            return self.press(walker, button)
        path, body = self.random.choice(walker.past)
        return Step([Request("a form of an earlier page", {200, 303, 403, 422}, "POST", path, body, acts=True)])

    def send_wrong(self, walker: Walker, button: Element) -> Step:
        form = button.within("form")
        if button.tag == "a" or not form or form["method"] == "get" or not walker.page.token:
            return self.press(walker, button)
        other = next((each.page.token for each in self.walkers if each is not walker and each.page.token), "0" * 64)
        requests = list(wrong_requests(form["action"], walker.page.fields(button), other, self.random))
        self.sent, self.kinds = self.sent + 1, len(requests)
        return Step([requests[self.sent % self.kinds]])

    def look_up(self, walker: Walker, _: Element) -> Step:
        """Opens a page by its address, whatever the browser has done."""
        path = next(self.places)
        return Step([Request(f"the page {path}", {200, 303}, path=f"/web/{path}" if path else "/web", acts=True)])

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

    def texts_for(self, walker: Walker, button: Element) -> dict[str, str]:
        """Returns proper texts for the fields of the form, or mostly hostile ones."""
        fields = [each for each in walker.page.inputs(button) if each["type"] != "hidden" and each["name"] != "user"]
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
        """Sends the requests of the step, and opens the page after them, unless the last answer is the page."""
        answers = [walker.ask(each.method, each.path, each.body, **each.headers) for each in step.requests]
        if not answers or not step.requests[-1].acts:
            return [*answers, walker.open(walker.address)]
        last, path = answers[-1], step.requests[-1].path
        if last.status == 303:
            path = last.field("location") or ""
        elif last.status in (200, 404, 409, 422) and not path.startswith("/web/usecases"):
            walker.page = Page(last.text)
            walker.address = path.partition("?")[0] if step.requests[-1].body else path
            return answers
        # The page of all use cases is no screen, and has a way back. A refusal leads to the first page.
        return [*answers, walker.open("/web" if path.startswith("/web/usecases") or last.status >= 400 else path)]

    def judge(self, walker: Walker, step: Step, before: Page, answers: list[Answer]) -> None:
        """Notes the faults of the answers, and what the walk has learned from them."""
        page, found = walker.page, []
        for request, answer in zip([*step.requests, Request("the next page", {200})], answers):
            self.statuses[answer.status] += 1
            found += faults(request, answer)
        if any(DEVICE in answer.cookies and not each.acts for each, answer in zip(step.requests, answers)):
            found.append("it replaced the cookie")
        # Forms that are sent again lead to the result of the first.
        if len(step.requests) == 2 and (places := {answer.field("location") for answer in answers[:2]}) and len(places) > 1:
            found.append(f"it led to {places}")
        if step.button and step.requests and step.requests[0].method == "POST":
            walker.past = [*walker.past[-9:], (step.requests[0].path, step.requests[0].body or b"")]
        if (language := walker.cookies.get(LANGUAGE, "en")) != page.language:
            found.append(f"the page has the language {page.language} instead of {language}")
        if page.heading == before.heading:
            found += reflection_faults(step.typed, page)
        elif step.typed:
            self.remember(walker, step, before)
        if {"username", "current-password"} <= {each["autocomplete"] for each in page.all("input") if each["name"] != "user"}:
            walker.account = ""
        names = " and ".join(each.name for each in step.requests)
        self.faults += [f"{before.heading[:60]}, {names}, now at {walker.address[:90]}: {fault}" for fault in found]
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
