"""Opens a page in a browser, in light and dark, wide and narrow, and reports the faults of the page.

    check_page.py BROWSER PAGE PICTURES

The browser is controlled by its DevTools protocol. A screenshot of each view is written to the folder PICTURES.
"""
import base64
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import websocket

VIEWS = [(width, scheme) for width in (1280, 375) for scheme in ("light", "dark")]

# Checks that the page fits, and that its text can be selected and searched.
MEASURE = """(() => {
  const root = document.scrollingElement, problems = [];
  // On a telephone, the window grows with content that is too wide for it.
  if (root.scrollWidth > WIDTH) problems.push(`${root.scrollWidth} pixels wide in a window of ${WIDTH}`);
  if (matchMedia('(prefers-color-scheme: dark)').matches !== DARK) problems.push('the scheme is not in force');
  if (getComputedStyle(document.body).backgroundColor !== (DARK ? 'rgb(20, 24, 29)' : 'rgb(255, 255, 255)'))
    problems.push('the background is not that of the scheme');
  const texts = [...document.querySelectorAll('svg text')];
  for (const text of texts) {
    const words = text.textContent.replace(/\\s/g, ''), selection = getSelection(), range = document.createRange();
    range.selectNodeContents(text);
    selection.removeAllRanges();
    selection.addRange(range);
    if (selection.toString().replace(/\\s/g, '') !== words) problems.push(`cannot be selected: ${words}`);
    selection.removeAllRanges();
    // Whether text is found depends neither on the width nor on the scheme, and takes most of the time.
    for (const line of DARK || WIDTH < 500 ? [] : text.children)
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
  return {problems, texts: texts.length, figures: document.querySelectorAll('figure svg').length,
    height: root.scrollHeight};
})()"""


class Tab:
    """A tab of the browser, with all events that it has reported."""

    def __init__(self, url):
        self.socket = websocket.create_connection(url, timeout=60, suppress_origin=True)
        self.numbers = itertools.count(1)
        self.events = []

    def call(self, method, **parameters):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def wait(self, method):
        while not any(event["method"] == method for event in self.events):
            self.events.append(json.loads(self.socket.recv()))


def check(tab, page, width, scheme, pictures):
    tab.events.clear()
    tab.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 500)
    tab.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    tab.call("Page.navigate", url=page)
    tab.wait("Page.loadEventFired")
    measure = MEASURE.replace("DARK", "true" if scheme == "dark" else "false").replace("WIDTH", str(width))
    answer = tab.call("Runtime.evaluate", expression=measure, returnByValue=True)
    found = answer["result"].get("value") or {"problems": [json.dumps(answer)], "texts": 0, "figures": 0, "height": 0}
    problems = found["problems"]
    if not found["texts"]:
        problems.append("there is no text in any diagram")
    # The browser cannot take a taller screenshot.
    clip = {"x": 0, "y": 0, "width": width, "height": min(found["height"], 16000), "scale": 1}
    picture = tab.call("Page.captureScreenshot", format="png", clip=clip, captureBeyondViewport=True)
    (pictures / f"{width}-{scheme}.png").write_bytes(base64.b64decode(picture["data"]))
    for event in tab.events:
        parameters = event["params"]
        match event["method"]:
            case "Network.requestWillBeSent" if parameters["request"]["url"].split("#")[0] != page:
                problems.append(f"asked for {parameters['request']['url']}")
            case "Log.entryAdded":
                problems.append(f"{parameters['entry']['level']}: {parameters['entry']['text']}")
            case "Runtime.exceptionThrown" | "Runtime.consoleAPICalled" | "Audits.issueAdded":
                problems.append(f"{event['method']}: {json.dumps(parameters)[:300]}")
    print(f"{width} pixels, {scheme}: {found['figures']} diagrams, {found['texts']} texts in them, "
          f"{found['height']} pixels high, {len(problems)} problems")
    for problem in problems:
        print(f"  {problem}", file=sys.stderr)
    return not problems


def start(browser, profile):
    process = subprocess.Popen(
        [browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
         "--no-first-run", "--disable-background-networking", "--remote-debugging-port=0",
         f"--user-data-dir={profile}", "about:blank"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    port = pathlib.Path(profile, "DevToolsActivePort")
    for _ in range(300):
        if port.exists() and len(port.read_text().split()) == 2:
            number, path = port.read_text().split()
            return process, f"ws://127.0.0.1:{number}{path}"
        if process.poll() is not None:
            break
        time.sleep(0.1)
    process.kill()
    raise SystemExit(f"The browser does not start: {browser}")


def main(browser, page, pictures):
    pictures = pathlib.Path(pictures)
    page = pathlib.Path(page).resolve().as_uri()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process, url = start(browser, profile)
        try:
            control = Tab(url)
            target = control.call("Target.createTarget", url="about:blank")["targetId"]
            tab = Tab(url.split("/devtools/")[0] + f"/devtools/page/{target}")
            for domain in ("Page", "Network", "Log", "Runtime", "Audits"):
                tab.call(f"{domain}.enable")
            results = [check(tab, page, width, scheme, pictures) for width, scheme in VIEWS]
        finally:
            process.terminate()
            process.wait()
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
