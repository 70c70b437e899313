"""A random walk over the pages. Three browsers press the buttons and links that were pressed least often, and type hostile texts.
They go back and send forms again, change tokens, lose their cookies, and log in to the accounts of each other."""

from collections import Counter
from random import Random

from playwright.sync_api import Browser, Error, Response

from web.browser import DEVICE, Tab
from web.journey import PASSWORD
from web.service import HOSTILE, Service

CROWD = 3
# The texts that a browser types into fields.
TEXTS = (
    HOSTILE, '"><b onclick="alert(1)" x="', "' onfocus='alert(1)", "&lt;b&gt;&quot;&#0;&amp;amp;", "</title></form><!--",
    "<\u202eright\u2066left\u200f>", ("e" + "\u0301" * 200) * 20, "👩‍👩‍👧", "ﾊﾟ\ufeff\uffff", "\u2028\u2029", "n" * 1_024, " ",
    "'; DROP TABLE accounts; --", "../../../etc/passwd", "{{7*7}}${7*7}<%= 7*7 %>", "%00%s%n", "%3Cb%3E", "+a&b=c;d",
)
# Beginnings and ends of ranges of characters: ASCII with controls, combining marks, directions, Japanese, emoji, the last.
RANGES = ((0x20, 0x7F), (0x80, 0xFF), (0x300, 0x36F), (0x2000, 0x206F), (0x3040, 0x30FF), (0x1F600, 0x1F64F), (0xFFF0, 0x10FFFF))
# The statuses of answers: 403 and 409 for a form with another token, and 422 for texts against the rules.
STATUSES = {200, 303, 403, 404, 409, 422}
# The beginnings of the headers of each page.
HEADERS = {
    "content-security-policy": "default-src 'none'; ", "cache-control": "no-store", "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin", "cross-origin-opener-policy": "same-origin", "strict-transport-security": "max-age=",
    "cross-origin-resource-policy": "same-origin",
}
# The pages that a long walk must reach.
PLACES = {
    "", "/tutorial", "/login", "/signup", "/recover", "/sessions", "/sessions/end", "/sessions/name", "/password",
    "/export-account", "/delete-account", "/zen", "/status", "/user", "/usecases",
}
# The links and buttons of a page, those around its main part without the page.
CONTROLS = """[...document.querySelectorAll('a[href^="/"], button')].map(control => {
  const form = control.closest('form'), target = form ? form.getAttribute('action') : control.getAttribute('href');
  const page = control.closest('main') ? location.pathname : 'any page';
  return `${page}: ${control.tagName} ${target.split('?')[0]} ${control.name}`; })"""
# Elements and attributes of a text that was not escaped.
STRANGE = """[...document.querySelectorAll('script, img, b, iframe, [onerror], [onclick], [onfocus], a[href^="javascript:"]')]
  .map(each => each.outerHTML)"""


class Walk:
    def __init__(self, browser: Browser, service: Service, seed: int):
        self.browser, self.service, self.random = browser, service, Random(seed)
        self.tabs = [self.begin() for _ in range(CROWD)]
        self.pressed: Counter[str] = Counter()
        self.places: Counter[str] = Counter()
        self.statuses: Counter[int] = Counter()
        self.names: list[str] = []
        self.faults: list[str] = []

    def begin(self) -> Tab:
        tab = Tab(self.browser, "en")
        tab.open(self.service.url)
        return tab

    def run(self, steps: int) -> None:
        """Takes the steps. The first browser has an account."""
        self.tabs[0].use("boot")
        self.tabs[0].open(f"{self.service.url}/signup")
        self.tabs[0].use("signup", name="walker-0", password=PASSWORD)
        self.names.append("walker-0")
        for step in range(steps):
            number = step % CROWD
            tab = self.tabs[number]
            match self.random.choices(("press", "back", "change", "forget", "new"), (80, 8, 4, 2, 2))[0]:
                case "back":
                    self.back(tab)
                case "forget":
                    tab.page.context.clear_cookies(name=DEVICE)
                    tab.open(self.service.url)
                case "new":
                    tab.close()
                    self.tabs[number] = tab = self.begin()
                case "change":
                    tab.evaluate("document.querySelectorAll('[name=token]').forEach(each => each.value = '0')")
                    self.press(tab)
                case _:
                    self.press(tab)
            self.judge(tab)

    def back(self, tab: Tab) -> None:
        try:
            tab.back()
        except Error as error:
            # The browser does not send a form again by itself.
            if "ERR_CACHE_MISS" not in error.message:
                raise
            tab.page.wait_for_url("chrome-error://**")
            tab.open(self.service.url)
        if not tab.page.url.startswith(self.service.url):
            tab.open(self.service.url)

    def press(self, tab: Tab) -> None:
        controls = tab.evaluate(CONTROLS)
        order = self.random.sample(range(len(controls)), len(controls))
        index = min(order, key=lambda each: self.pressed[controls[each]]) if self.random.random() < 0.7 else order[0]
        self.pressed[controls[index]] += 1
        control = tab.page.locator('a[href^="/"], button').nth(index)
        if control.evaluate("control => !!control.closest('main form')"):
            self.fill(tab)
        tab.press(control)
        name = tab.heading.removeprefix("Logged in as ")
        if name != tab.heading and name not in self.names:
            self.names.append(name)

    def fill(self, tab: Tab) -> None:
        """Types proper texts into the fields of the page, or mostly hostile ones."""
        hostility = self.random.choice((0, 0, 0.7))
        is_new = tab.page.url.endswith("/signup")
        name = f"walker-{self.random.getrandbits(40)}" if is_new or not self.names else self.random.choice(self.names)
        proper = {"username": name, "one-time-code": "no code", "off": self.random.choice(("octocat", "nobody"))}
        for field in tab.page.locator("main input:not([type=hidden], [aria-hidden])").all():
            purpose = field.get_attribute("autocomplete") or ""
            field.fill(self.text() if self.random.random() < hostility else proper.get(purpose, PASSWORD))

    def text(self) -> str:
        if self.random.random() < 0.7:
            return self.random.choice(TEXTS)
        return "<" + "".join(
            chr(self.random.randint(*self.random.choice(RANGES))) for _ in range(int(self.random.expovariate(1 / 40))))

    def place(self, tab: Tab) -> str:
        return tab.page.url.removeprefix(self.service.url).partition("?")[0]

    def judge(self, tab: Tab) -> None:
        """Notes the faults of the answers and of the page."""
        self.places[self.place(tab)] += 1
        found = [fault for answer in tab.answers for fault in self.header_faults(answer)]
        # The browser repeats the status of an answer.
        found += [complaint for complaint in tab.complaints if "Failed to load resource" not in complaint]
        if not tab.page.url.startswith(f"{self.service.url}/usecases"):
            found += tab.evaluate(STRANGE)
        found += [] if tab.heading else ["it has no heading"]
        self.faults += [f"{tab.page.url[:90]}, “{tab.heading[:60]}”: {fault[:200]}" for fault in dict.fromkeys(found)]
        tab.answers.clear()
        tab.complaints.clear()

    def header_faults(self, answer: Response) -> list[str]:
        self.statuses[answer.status] += 1
        found = [] if answer.status in STATUSES else [f"the status {answer.status}"]
        headers = answer.headers
        is_long = answer.url.startswith(f"{self.service.url}/usecases")
        for name, beginning in HEADERS.items():
            if not headers.get(name, "").startswith("private, no-cache" if is_long and name == "cache-control" else beginning):
                found.append(f"{name} is {headers.get(name)}")
        return found


def run(browser: Browser, service: Service, seed: int, steps: int, *, is_long: bool) -> list[str]:
    """A long walk must reach all pages."""
    walk = Walk(browser, service, seed)
    walk.run(steps)
    if is_long:
        walk.faults += [f"not reached: {place}" for place in sorted(PLACES - set(walk.places))]
    print(f"seed {seed}: {walk.statuses.total()} answers {dict(sorted(walk.statuses.items()))}, {len(walk.places)} pages, "
          f"{len(walk.pressed)} buttons and links, {len(walk.names)} accounts")
    return [f"the walk with the seed {seed}: {fault}" for fault in dict.fromkeys(walk.faults)]
