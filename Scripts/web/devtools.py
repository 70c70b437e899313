"""A browser, controlled by its DevTools protocol over a pipe."""

import base64
import json
import os
import select
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

# The maximum time of each wait, in seconds.
PATIENCE = 40.0
# The keys that the journey presses, with their codes.
KEYS = {"Tab": (9, ""), "Enter": (13, "\r")}


class Fault(Exception):
    """A fault of the page or of the service."""


class Browser:
    """Chromium without a window. It accepts only the certificate with this fingerprint."""

    def __init__(self, program: str, profile: Path, fingerprint: str, *options: str):
        (theirs, self.to), (self.come, ours) = os.pipe(), os.pipe()

        def prepare() -> None:
            # The browser reads from 3 and writes to 4.
            first, second = os.dup(theirs), os.dup(ours)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
             "--no-first-run", "--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe",
             f"--ignore-certificate-errors-spki-list={fingerprint}", f"--user-data-dir={profile}", *options,
             "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False,
            preexec_fn=prepare, start_new_session=True)
        os.close(theirs)
        os.close(ours)
        self.number = 0
        self.rest = b""
        self.events: list[dict[str, Any]] = []
        # The heads of responses, as they were received.
        self.heads: list[dict[str, Any]] = []
        # The last request for a page, by the session of its tab.
        self.documents: dict[str, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.to)
        os.close(self.come)

    def call(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        self.number += 1
        message: dict[str, Any] = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        deadline = time.monotonic() + PATIENCE
        while True:
            answer = self.receive(deadline, method)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise Fault(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def receive(self, deadline: float, purpose: str) -> dict[str, Any]:
        while b"\0" not in self.rest:
            if not select.select([self.come], [], [], max(0, deadline - time.monotonic()))[0]:
                raise Fault(f"the browser did not answer within {PATIENCE} s: {purpose}")
            part = os.read(self.come, 1 << 20)
            if not part:
                raise Fault(f"the browser has ended: {purpose}")
            self.rest += part
        data, _, self.rest = self.rest.partition(b"\0")
        message = json.loads(data)
        if message.get("method") == "Network.responseReceivedExtraInfo":
            self.heads.append(message["params"])
        if message.get("method") == "Network.responseReceived" and message["params"]["type"] == "Document":
            self.documents[message["sessionId"]] = message["params"]["requestId"]
        return message

    def wait(self, purpose: str, condition: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Returns the first event that meets the condition. Removes it and all earlier events."""
        deadline = time.monotonic() + PATIENCE
        while True:
            for index, event in enumerate(self.events):
                if condition(event):
                    del self.events[:index + 1]
                    return event
            self.events.append(self.receive(deadline, purpose))

    def tab(self, language: str, *, scripts: bool = False, context: str | None = None) -> "Tab":
        """Opens a tab, by default with its own cookies. Its pages run no script, unless `scripts` is set."""
        context = context or self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        return self.attach(target, language, scripts, context)

    def attach(self, target: str, language: str, scripts: bool, context: str) -> "Tab":
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        return Tab(self, session, context, language, scripts)


class Tab:
    def __init__(self, browser: Browser, session: str, context: str, language: str, scripts: bool):
        self.browser, self.session, self.context, self.language = browser, session, context, language
        for domain in ("Page", "Network", "Log", "Runtime", "DOM"):
            self.call(f"{domain}.enable")
        agent = browser.call("Browser.getVersion")["userAgent"]
        self.call("Network.setUserAgentOverride", userAgent=agent, acceptLanguage=language)
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.show(1280, "light")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self.browser.call(method, self.session, **parameters)

    def show(self, width: int, scheme: str) -> None:
        """Sets the width of the window and the colour scheme."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=width < 500)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def evaluate(self, expression: str) -> Any:
        """Evaluates an expression of the check. The scripts of the page stay disabled."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise Fault(f"{expression[:80]}: {json.dumps(answer['exceptionDetails'])[:600]}")
        return answer["result"].get("value")

    def load(self, cause: Callable[[], object], purpose: str) -> None:
        """Performs the cause of a navigation, and waits until the page is loaded, and its run has ended."""
        self.browser.events.clear()
        cause()
        self.browser.wait(purpose, lambda event: self.is_mine(event, "Page.frameNavigated", "Page.navigatedWithinDocument"))
        self.wait_for("document.readyState === 'complete' && !document.querySelector('meta[http-equiv=refresh]')", purpose)

    def wait_for(self, expression: str, purpose: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not self.evaluate(expression):
            if time.monotonic() > deadline:
                raise Fault(f"not within {PATIENCE} s: {purpose}")
            time.sleep(0.01)

    def is_mine(self, event: dict[str, Any], *methods: str) -> bool:
        return event.get("sessionId") == self.session and event.get("method") in methods

    def notice(self) -> list[str]:
        """Returns the warnings and errors of the browser about the current page."""
        return [
            f"{entry['level']}: {entry['text']} {entry.get('url', '')}"
            for event in self.browser.events if self.is_mine(event, "Log.entryAdded")
            for entry in [event["params"]["entry"]] if entry["level"] in ("warning", "error")
        ]

    def open(self, url: str) -> None:
        self.load(lambda: self.call("Page.navigate", url=url), f"open {url}")

    def reload(self) -> None:
        self.load(lambda: self.call("Page.reload"), "reload")

    def go(self, steps: int) -> None:
        """Goes back, or forward, in the history of the tab."""
        history = self.call("Page.getNavigationHistory")
        entry = history["entries"][history["currentIndex"] + steps]["id"]
        self.load(lambda: self.call("Page.navigateToHistoryEntry", entryId=entry), f"{steps} steps in the history")

    def press(self, key: str) -> None:
        code, text = KEYS[key]
        common = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **common)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def type(self, selector: str, text: str) -> None:
        """Replaces the text of a field."""
        if not self.evaluate(
                f"(field => {{ field?.focus(); field?.select(); return !!field; }})(document.querySelector({json.dumps(selector)}))"):
            raise Fault(f"the page has no field {selector}: {self.text()[:300]}")
        self.call("Input.insertText", text=text)

    def click(self, words: str) -> None:
        """Clicks the button or the link with these words, and waits for the next page."""
        self.load(lambda: self.hit(words), f"click {words}")

    def open_apart(self, words: str) -> "Tab":
        """Opens the link with these words in another tab."""
        targets = {each["targetId"] for each in self.browser.call("Target.getTargets")["targetInfos"]}
        self.hit(words, "middle")
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            for each in self.browser.call("Target.getTargets")["targetInfos"]:
                if each["targetId"] not in targets and each["type"] == "page" and each["url"].startswith("http"):
                    tab = self.browser.attach(each["targetId"], self.language, False, self.context)
                    tab.reload()
                    return tab
            time.sleep(0.05)
        raise Fault(f"“{words}” opens no tab")

    def hit(self, words: str, key: str = "left", count: int = 1) -> None:
        place = self.evaluate(
            "(button => { if (!button) return null; button.scrollIntoView({block: 'center'}); "
            "const box = button.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })"
            f"([...document.querySelectorAll('button, a')].find(each => each.textContent === {json.dumps(words)}))")
        if not place:
            raise Fault(f"the page has no button or link “{words}”: {self.text()[:400]!r}")
        for number in range(1, count + 1):
            for kind in ("mousePressed", "mouseReleased"):
                self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button=key, clickCount=number)

    def text(self) -> str:
        return self.evaluate("document.body.innerText")

    def source(self) -> str:
        """The page as the service sent it."""
        return self.call("Network.getResponseBody", requestId=self.browser.documents[self.session])["body"]

    def heading(self) -> str:
        return self.evaluate("document.querySelector('h1')?.textContent ?? ''")

    def cookies(self) -> dict[str, dict[str, Any]]:
        answer = self.browser.call("Storage.getCookies", browserContextId=self.context)
        return {cookie["name"]: cookie for cookie in answer["cookies"]}

    def picture(self, file: Path) -> None:
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 4000), "scale": 1}
        answer = self.call("Page.captureScreenshot", format="png", clip=clip, captureBeyondViewport=True)
        file.write_bytes(base64.b64decode(answer["data"]))
