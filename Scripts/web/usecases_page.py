"""Opens the page of all use cases, in light and dark, wide and narrow, and reports its faults.

    python3 -m web.usecases_page BROWSER PAGE PICTURES

A screenshot of each view is written to the folder PICTURES.
"""

import itertools
import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

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
    # The browser cannot take a taller screenshot.
    height = min(page.evaluate("document.scrollingElement.scrollHeight"), 16_000)
    clip = {"x": 0, "y": 0, "width": width, "height": height}
    page.screenshot(path=pictures / f"{width}-{scheme}.png", full_page=True, clip=clip)  # type: ignore[arg-type]
    page.close()
    print(f"{width} pixels, {scheme}: {count} texts in diagrams, {len(problems)} problems")
    for problem in problems:
        print(f"  {problem}", file=sys.stderr)
    return not problems


def main(program: str, file: str, pictures: str) -> int:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        results = [check(browser, Path(file).resolve().as_uri(), width, scheme, Path(pictures))
                   for width, scheme in itertools.product((1280, 375), ("light", "dark"))]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
