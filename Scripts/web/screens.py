"""The screens, buttons and links that a random walk finds, and the paths between them."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable

from web.page import Element, Page

# A screen is known by its heading and its buttons, and a button or a link by its screen and its words.
Screen = tuple[str, frozenset[str]]
Button = tuple[Screen, str]

# Buttons outside the main part are the same ones on each screen.
AROUND: Screen = ("each screen", frozenset())
# More presses than any path has.
FAR = 30.0


class Screens:
    """A map of the application."""

    def __init__(self) -> None:
        # The English buttons of each screen. The actions are the same in both languages.
        self.buttons: dict[Screen, list[Button]] = {}
        # How often the walk tries each button, and how often it has pressed it. A form has more than one end.
        self.tries: dict[Button, int] = {}
        self.presses: Counter[Button] = Counter()
        # How often each screen followed a button of a screen.
        self.ends: defaultdict[Button, Counter[Screen]] = defaultdict(Counter)
        self.distances: dict[Screen, float] = {}

    def look(self, page: Page) -> None:
        """Finds the screen and its buttons."""
        buttons = page.controls if page.language == "en" else []
        self.buttons[screen(page)] = [named(page, button) for button in buttons]
        for button in buttons:
            self.tries[named(page, button)] = 5 if any(field["type"] != "hidden" for field in page.inputs(button)) else 1

    def follow(self, before: Page, button: Element, after: Page) -> None:
        """Counts the press of a button, which led to a screen."""
        self.presses[named(before, button)] += 1
        self.ends[screen(before), button.text][screen(after)] += 1

    def measure(self) -> None:
        """Measures how many presses each screen is away from a button to try, on average."""
        self.distances = {each: 0 for each, buttons in self.buttons.items() if any(map(self.lacks, buttons))}
        for _ in range(12):
            for (each, _), ends in self.ends.items():
                self.distances[each] = min(self.distances.get(each, FAR), 1 + self.mean(ends))

    def mean(self, ends: Counter[Screen]) -> float:
        return sum(count * self.distances.get(end, FAR) for end, count in ends.items()) / ends.total() if ends else FAR

    def lacks(self, button: Button) -> bool:
        return self.presses[button] < self.tries.get(button, 0)

    def distance(self, page: Page, button: Element) -> float:
        """Returns the number of presses after this one."""
        return -1 if self.lacks(named(page, button)) else self.mean(self.ends[screen(page), button.text])

    @property
    def from_start(self) -> float:
        """The distance of the screen that was found first."""
        return self.distances.get(next(iter(self.buttons)), FAR)

    def missing(self, headings: Iterable[str]) -> list[str]:
        """Returns the screens that were not reached, by the beginnings of their headings, and the buttons that were not pressed."""
        found = [f"not reached: {each}" for each in headings if not any(known.startswith(each) for known, _ in self.buttons)]
        pressed = {(heading, words) for (heading, _), words in self.presses}
        rest = dict.fromkeys((heading, words) for (heading, _), words in self.tries if (heading, words) not in pressed)
        return found + [f"not pressed: “{words}” of {heading}" for heading, words in rest]


def screen(page: Page) -> Screen:
    """Returns the screen without the name of an account."""
    return re.sub(r"walker-\d+", "…", page.heading), frozenset(each.text for each in page.controls if each.within("main"))


def named(page: Page, button: Element) -> Button:
    return screen(page) if button.within("main") else AROUND, button.text
