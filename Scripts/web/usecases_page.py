"""Opens the page of all use cases, in light and dark, wide and narrow, walks every way by the keyboard, and reports its faults.

    python3 -m web.usecases_page BROWSER PAGE EXPLORATIONS PICTURES

EXPLORATIONS is a file with the same use cases as JSON. A screenshot of each view is written to the folder PICTURES.
"""

import itertools
import json
import sys
from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, sync_playwright

from web.rules import AXE

# The largest size of the page, in bytes.
LIMIT = 2_000_000
# Checks that the page fits, and that its text can be selected, searched and read.
MEASURE = """([width, isDark]) => {
  const root = document.scrollingElement, problems = [], texts = [...document.querySelectorAll('svg text')];
  // On a telephone, the window grows with content that is too wide for it.
  if (root.scrollWidth > width) problems.push(`${root.scrollWidth} pixels wide in a window of ${width}`);
  if (getComputedStyle(document.body).backgroundColor !== (isDark ? 'rgb(20, 24, 29)' : 'rgb(255, 255, 255)'))
    problems.push('the background is not that of the scheme');
  for (const text of texts) {
    const words = text.textContent.replace(/\\s/g, ''), selection = getSelection();
    selection.selectAllChildren(text);
    if (selection.toString().replace(/\\s/g, '') !== words) problems.push(`cannot be selected: ${words}`);
    selection.removeAllRanges();
    // Whether text is found depends neither on the width nor on the scheme, and takes most of the time.
    for (const line of isDark || width < 500 ? [] : text.children)
      if (!find(line.textContent, true, false, true)) problems.push(`cannot be found: ${line.textContent}`);
    const box = text.parentNode.querySelector('rect').getBBox(), inside = text.getBBox();
    if (inside.x < box.x || inside.x + inside.width > box.x + box.width
        || inside.y < box.y - 2 || inside.y + inside.height > box.y + box.height + 2)
      problems.push(`does not fit its box: ${words}`);
    const size = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
    if (size < 10) problems.push(`${size} pixels high: ${words}`);
  }
  getSelection().removeAllRanges();
  scrollTo(0, 0);
  return [problems, texts.length];
}"""

# Returns what is visible after a link: the focus, the next links, the ways that end here, the goal, and its screens.
STEP = """() => {
  const target = document.querySelector(':target'), point = target.closest('.point'), walk = target.closest('.walk');
  const seen = selector => [...walk.querySelectorAll(selector)].filter(each => each.checkVisibility());
  const own = selector => seen(selector).filter(each => each.closest('.point') === point);
  return {hasFocus: document.activeElement === target, links: own('a').map(link => link.hash), ends: own('.failure, .goal').length,
    goals: own('.goal').map(goal => goal.firstChild.textContent.slice(2).trim()),
    screens: [seen('figure > pre').length, seen('figure > fieldset').length]};
}"""


class Walk:
    """A walk through a use case, from each beginning to each goal, by the keyboard."""

    def __init__(self, page: Page, usecase: dict[str, Any]):
        self.page, self.usecase = page, usecase
        self.points, self.goals, self.faults = 0, set[str](), list[str]()
        beginnings = page.evaluate("name => [...document.querySelectorAll(`#${name} .walk > ul a`)].map(link => link.hash)",
                                   usecase["usecase"])
        self.ways = sum(self.follow(link) for link in beginnings)
        last = {scenario["scenes"][-1] for scenario in usecase["scenarios"] if "failure" not in scenario}
        if self.goals != (explored := {scene["sentence"] for scene in usecase["scenes"] if scene["name"] in last}):
            self.faults.append(f"the goals {self.goals ^ explored} are only walked or only explored")
        if self.ways != len(usecase["ways"]):
            self.faults.append(f"{self.ways} ways walked, {len(usecase['ways'])} explored")

    def follow(self, link: str) -> int:
        """Presses the link, and returns the number of ways from there."""
        self.page.locator(f"a[href='{link}']").first.press("Enter")
        point = self.page.evaluate(STEP)
        self.points += 1
        self.goals.update(point["goals"])
        if not point["hasFocus"]:
            self.faults.append(f"{link} does not have the focus")
        if point["screens"][0] != (1 if point["goals"] and " /" not in self.usecase["invocation"] else 0):
            self.faults.append(f"{link} has {point['screens']} screens")
        ways = {each: self.follow(each) for each in dict.fromkeys(point["links"])}
        return point["ends"] + sum(ways[each] for each in point["links"])


def walk(browser: Browser, file: Path, explorations: Path) -> bool:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(file.as_uri())
    walks = [Walk(page, usecase) for usecase in json.loads(explorations.read_text())]
    context.close()
    problems = [f"{walk.usecase['usecase']}: {fault}" for walk in walks for fault in walk.faults]
    if (size := file.stat().st_size) > LIMIT:
        problems.append(f"{size} bytes")
    print(f"{len(walks)} use cases: {sum(walk.ways for walk in walks)} ways, {sum(len(walk.goals) for walk in walks)} goals and "
          f"{sum(walk.points for walk in walks)} points walked without scripts, {size} bytes, {len(problems)} problems")
    for problem in problems:
        print(f"  {problem}", file=sys.stderr)
    return not problems


def check(browser: Browser, url: str, width: int, scheme: str, pictures: Path) -> bool:
    page = browser.new_page(
        viewport={"width": width, "height": 900}, is_mobile=width < 500, color_scheme=scheme)  # type: ignore[arg-type]
    problems: list[str] = []
    page.on("request", lambda request: problems.append(f"asked for {request.url}") if request.url != url else None)
    page.on("console", lambda message: problems.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(url)
    found, count = page.evaluate(MEASURE, [width, scheme == "dark"])
    problems += found if count else [*found, "there is no text in any diagram"]
    if width == 1280:
        # The points and screens of all walks at the same time.
        style = page.add_style_tag(content=".point, .screens, .restart { display: block !important; }")
        page.evaluate(f"{AXE_SCRIPT};0")
        problems += page.evaluate(AXE)
        style.evaluate("style => style.remove()")
    # The browser cannot take a taller screenshot.
    height = min(page.evaluate("document.scrollingElement.scrollHeight"), 16_000)
    clip = {"x": 0, "y": 0, "width": width, "height": height}
    page.screenshot(path=pictures / f"{width}-{scheme}.png", full_page=True, clip=clip)  # type: ignore[arg-type]
    page.close()
    print(f"{width} pixels, {scheme}: {count} texts in diagrams, {len(problems)} problems")
    for problem in problems:
        print(f"  {problem}", file=sys.stderr)
    return not problems


def main(program: str, file: str, explorations: str, pictures: str) -> int:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        results = [check(browser, Path(file).resolve().as_uri(), width, scheme, Path(pictures))
                   for width, scheme in itertools.product((1280, 375), ("light", "dark"))]
        results.append(walk(browser, Path(file).resolve(), Path(explorations)))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
