"""The rules for answers: their status, their headers, and their page."""

import functools
import json
import re
import unicodedata
from collections.abc import Iterator

from web.client import Answer
from web.hostile import Request
from web.page import Page

# The beginning of the headers of each answer.
COMMON = {"x-content-type-options": "nosniff", "strict-transport-security": "max-age=31536000"}
POLICY = "default-src 'none'; img-src 'self'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
# The beginning of the headers of each page.
PAGE = COMMON | {
    "cache-control": "no-store", "content-security-policy": POLICY, "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin", "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()", "vary": "Accept, Accept-Language, Cookie",
}
# The page of all use cases contains its style, and browsers may keep it.
USECASES = PAGE | {
    "cache-control": "private, no-cache",
    "content-security-policy": POLICY.replace("style-src 'self'", "style-src 'unsafe-inline'"),
}
OTHER = COMMON | {"content-security-policy": "default-src 'none'; frame-ancestors 'none'"}
DEVICE, LANGUAGE = "__Host-device", "__Host-language"
# A cookie lasts for 400 days, and only this host gets it.
COOKIE = re.compile(
    f"(?:{DEVICE}=[0-9a-f]{{64}}|{LANGUAGE}=(?:en|ja)); Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure")
# The maximum size of a field and of a page, in characters.
FIELD, LENGTH = 1_024, 100_000


def header_faults(answer: Answer, wanted: dict[str, str] = PAGE) -> Iterator[str]:
    """Returns the wrong and the missing headers."""
    for name, beginning in wanted.items():
        if not (answer.field(name) or "").startswith(beginning):
            yield f"{name} is {answer.field(name)}"
    policy = answer.field("content-security-policy") or ""
    if "script" in policy or ("unsafe" in policy and wanted is not USECASES):
        yield "scripts or styles in the page may run"
    if answer.status == 429 and not (answer.field("retry-after") or "").isdecimal():
        yield "no Retry-After"
    if answer.status != 303 and wanted is not OTHER and answer.field("content-type") != "text/html; charset=utf-8":
        yield "this is not a page"
    for name, value in answer.fields:
        if name == "set-cookie" and not COOKIE.fullmatch(value):
            yield f"the cookie is {re.sub('[0-9a-f]{64}', '…', value)}"


def faults(request: Request, answer: Answer) -> Iterator[str]:
    """Returns the violations of an answer to the request."""
    if answer.status not in request.statuses:
        yield f"{answer.status} instead of {request.statuses}: {answer.text[:300]}"
    path = request.path.partition("?")[0]
    is_known = path == "/web/usecases" and answer.status == 200
    is_file = path in ("/web/style.css", "/web/icon.svg") and answer.status == 200
    # A program gets JSON about a refusal.
    is_json = answer.field("content-type") == "application/json" and answer.status >= 400
    yield from header_faults(answer, OTHER if is_file or is_json else USECASES if is_known else PAGE)
    # An oversized head is refused before anything of it is read.
    if is_json and len(request.path) < 7_000 and "text/html" in request.headers.get("Accept", "text/html"):
        yield "a browser gets JSON"
    if answer.field("x"):
        yield "a typed text is in the head"
    if path == "/web/style.css" and answer.field("content-type") != "text/css; charset=utf-8":
        yield f"the style sheet is {answer.field('content-type')}"
    if request.method == "HEAD" or answer.status == 303:
        if answer.text:
            yield "it has a body"
    elif is_known:
        yield from long_page_faults(answer.text)
    elif (answer.field("content-type") or "").startswith("text/html"):
        yield from page_faults(answer.text, is_screen=True)
        if len(answer.text) > LENGTH:
            yield f"it has {len(answer.text)} characters"
    elif answer.status >= 400 and not is_error(answer.text):
        yield f"it is neither a page nor an error: {answer.text[:90]}"


def is_error(text: str) -> bool:
    try:
        return set(json.loads(text)) == {"code", "title", "message"}
    except ValueError:
        return False


def page_faults(source: str, *, is_screen: bool) -> list[str]:
    kind = [] if source.startswith("<!doctype html>\n") else ["it has no type of document"]
    return kind + Page(source, is_screen=is_screen).faults()


@functools.cache
def long_page_faults(source: str) -> list[str]:
    """The page of all use cases has two versions, and takes a second."""
    return page_faults(source, is_screen=False)


def reflection_faults(typed: dict[str, str], page: Page) -> Iterator[str]:
    """Compares the typed texts with the fields of the form that is shown again."""
    for field in page.all("input"):
        name = field["name"]
        # A code is a secret that the user can see.
        if field["type"] != "text" or field["autocomplete"] == "one-time-code" or name not in typed:
            continue
        shown, wanted = visible(field["value"]), visible(typed[name])
        # The last character may have many combining marks.
        if not wanted.startswith(shown) or len(shown) < min(len(wanted), FIELD - 201) or len(field["value"]) > FIELD:
            yield f"the field {name} shows {shown[:90]!r} instead of {wanted[:90]!r}"


def visible(text: str) -> str:
    """Returns the text without the characters that a field omits."""
    return "".join(each for each in text if unicodedata.category(each) not in ("Cc", "Cf", "Zl", "Zp"))
