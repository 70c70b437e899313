"""Checks that a page fits the window, can be read, and can be used by keyboard and by screen reader."""

import json
import subprocess
from pathlib import Path

from web.devtools import Tab
from web.page import Page

WIDTHS = (320, 400, 1280, 1600)
SCHEMES = ("light", "dark")

# Returns the violations by the layout of the current page. WCAG 2.2 AA sets the ratios of contrast
# and the sizes of targets.
INSPECT = """(() => {
  const faults = [], all = selector => [...document.querySelectorAll(selector)];
  const name = element => element.outerHTML.slice(0, 90);
  for (const element of all('button, nav a, .brand, .items a')) {
    const box = element.getBoundingClientRect();
    if (box.width < 24 || box.height < 24) faults.push(`${box.width} × ${box.height} pixels: ${name(element)}`);
  }
  const parsed = text => text.match(/[\\d.]+/g).map(Number);
  const luminance = color => color.slice(0, 3).map(part => part / 255)
    .map(part => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4)
    .reduce((sum, part, index) => sum + part * [.2126, .7152, .0722][index], 0);
  const background = element => {
    for (let each = element; each; each = each.parentElement) {
      const color = parsed(getComputedStyle(each).backgroundColor);
      if (color.length < 4 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const ratio = (first, second) => {
    const [light, dark] = [luminance(first), luminance(second)].sort((one, other) => other - one);
    return (light + .05) / (dark + .05);
  };
  for (const element of all('body *')) {
    if (![...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim())) continue;
    const style = getComputedStyle(element), found = ratio(parsed(style.color), background(element));
    const isLarge = parseFloat(style.fontSize) >= 24 || parseFloat(style.fontSize) >= 18.66 && +style.fontWeight >= 700;
    if (found < (isLarge ? 3 : 4.5)) faults.push(`contrast ${found.toFixed(2)}: ${name(element)}`);
  }
  for (const element of all('input:not([type=hidden])')) {
    const found = ratio(parsed(getComputedStyle(element).borderTopColor), background(element.parentElement));
    if (found < 3) faults.push(`the border has contrast ${found.toFixed(2)}: ${name(element)}`);
  }
  return faults;
})()"""

# Returns the elements that the key Tab should reach.
FOCUSABLE = """[...document.querySelectorAll('a[href], button, input:not([type=hidden], [aria-hidden]), [tabindex="0"]')]"""

AXE = """axe.run({runOnly: {type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}})
  .then(found => found.violations.map(each =>
    `axe, ${each.id}: ${each.nodes.map(node => node.html.slice(0, 120)).join(' ')}`))"""


class Inspector:
    """Inspects pages. `axe` is the source of axe-core, `vnu` the validator of HTML with a folder for the pages, and `pictures`
    the folder for a screenshot of each view."""

    def __init__(self, language: str, axe: str | None, vnu: tuple[Path, Path] | None, pictures: Path | None):
        self.language, self.axe, self.vnu, self.pictures = language, axe, vnu, pictures
        self.count = 0
        self.faults: list[str] = []

    def look(self, tab: Tab, name: str, *, is_refused: bool = False) -> None:
        """Inspects the page in each width and scheme, and leaves it wide and light. `is_refused` is whether the browser may
        complain about the status of the page."""
        self.count += 1
        page = Page(source := tab.source(), is_screen=not tab.evaluate("!!document.querySelector('style')"))
        if self.vnu:
            (self.vnu[1] / f"{self.language}-{self.count:02}-{name}.html").write_text(source)
        found = [*page.faults(), *(f"the browser says {complaint}" for complaint in tab.notice() if not is_refused)]
        if page.language != self.language:
            found.append(f"lang is {page.language}")
        for scheme in SCHEMES:
            for width in WIDTHS:
                tab.show(width, scheme)
                wide = tab.evaluate("document.documentElement.scrollWidth")
                found += [f"{wide} pixels wide in a window of {width}"] if wide > width else []
                found += [f"{width}, {scheme}: {fault}" for fault in tab.evaluate(INSPECT)] if width in (320, 1280) else []
                if self.pictures:
                    tab.picture(self.pictures / f"{self.count:02}-{name}-{width}-{scheme}.png")
            if self.axe:
                found += [f"{scheme}: {fault}" for fault in axe_faults(tab, self.axe)]
        tab.show(1280, "light")
        # The focus would be in the pictures.
        found += [f"by keyboard: {fault}" for fault in tab_faults(tab)]
        self.faults += [f"{self.language}, {name}: {fault}" for fault in dict.fromkeys(found)]


    def validate(self) -> list[str]:
        """Returns what the validator says about all pages."""
        if not self.vnu:
            return []
        program, folder = self.vnu
        command = ["java", "-jar", program, "--stdout", "--format", "json", *folder.glob("*.html")]
        result = subprocess.run(command, capture_output=True, check=False)
        messages = json.loads(result.stdout or result.stderr)["messages"]
        return [f"vnu, {Path(each['url']).name}: {each['message']} {each.get('extract', '')[:120]}" for each in messages]


def axe_faults(tab: Tab, source: str) -> list[str]:
    # axe-core waits with timers, and they need scripts. The page itself has no script.
    tab.call("Emulation.setScriptExecutionDisabled", value=False)
    try:
        return tab.evaluate(f"{source};{AXE}")
    finally:
        tab.call("Emulation.setScriptExecutionDisabled", value=True)


def tab_faults(tab: Tab) -> list[str]:
    """Returns the elements that the key Tab does not reach, and those without an outline when they are reached."""
    count = tab.evaluate(f"{FOCUSABLE}.length")
    reached: set[int] = set()
    faults = []
    for _ in range(2 * count + 4):
        tab.press("Tab")
        index, outline = tab.evaluate(
            f"(element => [{FOCUSABLE}.indexOf(element), parseFloat(getComputedStyle(element).outlineWidth)])"
            "(document.activeElement)")
        if index >= 0 and index not in reached:
            reached.add(index)
            faults += [f"element {index} has no outline"] if outline < 2 else []
        if len(reached) == count:
            break
    missed = [tab.evaluate(f"{FOCUSABLE}[{index}].outerHTML.slice(0, 90)") for index in set(range(count)) - reached]
    return faults + [f"not reached: {element}" for element in missed]
