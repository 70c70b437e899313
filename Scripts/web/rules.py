"""Checks that a page fits the window, can be read, and can be used by keyboard and by screen reader."""

import json
import subprocess
from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT

from web.browser import Tab

WIDTHS = (320, 400, 1280, 1600)
SCHEMES = ("light", "dark")
# The rules of axe-core: WCAG 2.2 AA, and its own advice.
AXE = """async () => (await axe.run({runOnly: {type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}})).violations.map(each =>
  `axe, ${each.id}: ${each.nodes.map(node => node.html.slice(0, 120)).join(' ')}`)"""
# Returns the faults that axe-core does not look for: scripts, scrolling sideways, and borders of fields that are hard to see. A
# window of 320 pixels is a zoom to 400 percent.
LAYOUT = """(() => {
  const root = document.documentElement, faults = [];
  if (document.querySelector('script')) faults.push('it has a script');
  if (root.scrollWidth > innerWidth) faults.push(`${root.scrollWidth} pixels wide in a window of ${innerWidth}`);
  const luminance = color => color.match(/[\\d.]+/g).slice(0, 3).map(part => part / 255)
    .map(part => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4)
    .reduce((sum, part, index) => sum + part * [.2126, .7152, .0722][index], 0);
  for (const field of document.querySelectorAll('input:not([type=hidden], [aria-hidden])')) {
    const [border, ground] = [getComputedStyle(field).borderTopColor, getComputedStyle(document.body).backgroundColor].map(luminance);
    const contrast = (Math.max(border, ground) + .05) / (Math.min(border, ground) + .05);
    if (contrast < 3) faults.push(`the border of ${field.id} has contrast ${contrast.toFixed(2)}`);
  }
  return faults;
})()"""
# The elements that the key Tab should reach.
FOCUSABLE = """[...document.querySelectorAll('a[href], button, summary, input:not([type=hidden], [aria-hidden]), [tabindex="0"]')]"""
FOCUSED = f"""(() => {{ const element = document.activeElement;
  return [{FOCUSABLE}.indexOf(element), parseFloat(getComputedStyle(element).outlineWidth)]; }})()"""


class Inspector:
    """Inspects pages. `vnu` is the validator of HTML with a folder for the pages, and `pictures` the folder for a screenshot of
    each view."""

    def __init__(self, vnu: tuple[Path, Path] | None, pictures: Path | None):
        self.vnu, self.pictures = vnu, pictures
        self.count = 0
        self.faults: list[str] = []

    def look(self, tab: Tab, name: str, *, is_refused: bool = False) -> None:
        """Inspects the page in each width and scheme, and leaves it wide and light. `is_refused` is whether the browser may
        complain about the status of the page."""
        self.count += 1
        found = [] if is_refused else [f"the browser says {complaint}" for complaint in tab.complaints]
        tab.complaints.clear()
        if (language := tab.evaluate("document.documentElement.lang")) != tab.language:
            found.append(f"its language is {language}")
        if self.vnu:
            (self.vnu[1] / f"{tab.language}-{self.count:02}-{name}.html").write_text(tab.answers[-1].text())
        for scheme in SCHEMES:
            tab.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            for width in WIDTHS:
                tab.page.set_viewport_size({"width": width, "height": 800})
                found += [f"{width}, {scheme}: {fault}" for fault in tab.evaluate(LAYOUT)]
                if width in (320, 1280):
                    found += [f"{width}, {scheme}: {fault}" for fault in axe_faults(tab)]
                if self.pictures:
                    tab.page.screenshot(
                        path=self.pictures / f"{self.count:02}-{name}-{width}-{scheme}.png", full_page=True)
        tab.page.set_viewport_size({"width": 1280, "height": 800})
        tab.page.emulate_media(color_scheme="light")
        # The focus would be in the pictures.
        found += [f"by keyboard: {fault}" for fault in tab_faults(tab)]
        self.faults += [f"{tab.language}, {name}: {fault}" for fault in dict.fromkeys(found)]

    def validate(self) -> list[str]:
        """Returns what the validator says about all pages."""
        if not self.vnu:
            return []
        program, folder = self.vnu
        command = ["java", "-jar", program, "--stdout", "--format", "json", *folder.glob("*.html")]
        result = subprocess.run(command, capture_output=True, check=False)
        messages = json.loads(result.stdout or result.stderr)["messages"]
        return [f"vnu, {Path(each['url']).name}: {each['message']} {each.get('extract', '')[:120]}" for each in messages]


def axe_faults(tab: Tab) -> list[str]:
    if not tab.evaluate("'axe' in globalThis"):
        tab.evaluate(f"{AXE_SCRIPT};0")
    return tab.evaluate(AXE)


def tab_faults(tab: Tab) -> list[str]:
    """Returns the elements that the key Tab does not reach, and those without an outline when they are reached."""
    names = tab.evaluate(f"{FOCUSABLE}.map(element => element.outerHTML.slice(0, 90))")
    reached: dict[int, float] = {}
    for _ in range(2 * len(names) + 4):
        tab.page.keyboard.press("Tab")
        index, outline = tab.evaluate(FOCUSED)
        if index >= 0:
            reached.setdefault(index, outline)
        if len(reached) == len(names):
            break
    return [f"no outline: {names[index]}" for index, outline in reached.items() if outline < 2] + [
        f"not reached: {name}" for index, name in enumerate(names) if index not in reached]
