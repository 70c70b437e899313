"""Hostile texts for fields, and wrong requests."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from urllib.parse import quote, urlencode

from web.client import FORM
from web.service import HOSTILE

# The maximum size of a form in bytes.
LIMIT = 16_384
# Texts for fields. None is a valid name or login.
TEXTS = (
    HOSTILE, '"><b onclick="alert(1)" x="', "' onfocus='alert(1)", "&lt;b&gt;&quot;&#0;&amp;amp;", "</title></form><!--",
    "\0", "<a\0b>", "\x1b[31m\x07\x7f\x9b", "<\u202eright\u2066left\u200f>", "e" + "\u0301" * 200, ("e" + "\u0301" * 200) * 20,
    "👩‍👩‍👧", "ﾊﾟ\ufeff\ufffe\uffff", "\u2028\u2029", "\r", "\n", "en\r\nX: y", "n" * 9_000, "n" * LIMIT, "", " ",
    "'; DROP TABLE accounts; --", "../../../etc/passwd", "{{7*7}}${7*7}<%= 7*7 %>", "%00%s%n", "%3Cb%3E", "+a&b=c;d",
)
# Beginnings and ends of ranges of characters: ASCII with controls, combining marks, directions, Japanese, emoji, the last.
RANGES = ((0, 0x7F), (0x80, 0xFF), (0x300, 0x36F), (0x2000, 0x206F), (0x3040, 0x30FF), (0x1F600, 0x1F64F), (0xFFF0, 0x10FFFF))


@dataclass
class Request:
    """A request with the right statuses of its answer. Unless it `acts`, the page stays the same."""

    name: str
    statuses: set[int]
    method: str = "GET"
    path: str = "/web"
    body: bytes | None = None
    fields: dict[str, str] = field(default_factory=dict)
    acts: bool = False

    @property
    def headers(self) -> dict[str, str]:
        return self.fields if self.body is None else {"Content_Type": FORM} | self.fields


def random_text(random: Random) -> str:
    return "<" + "".join(chr(random.randint(*random.choice(RANGES))) for _ in range(int(random.expovariate(1 / 40))))


def wrong_requests(form: list[tuple[str, str]], other: str, random: Random) -> Iterator[Request]:
    """Returns wrong and strange variants of a form, and requests for other paths. `other` is another browser's token."""
    values = dict(form)
    token, number = values["token"], int(values["page"])
    body = urlencode(form).encode()

    def changed(status: int, **changes: str) -> Request:
        return Request(f"a form with {changes}"[:90], {status}, "POST", body=urlencode(values | changes).encode())

    yield from (changed(403, token=wrong) for wrong in ("", "0" * 64, other, token[:-1], token + "0", token + "\0", HOSTILE))
    yield from (changed(303, page=str(wrong)) for wrong in (number + 1, number - 1, 0, -1))
    yield from (changed(400, page=wrong) for wrong in ("9" * 40, "x", "", f" {number}", HOSTILE, "\0"))
    yield from (changed(303, act=wrong) for wrong in ("k99", "c99.0", "m99"))
    yield from (changed(400, act=wrong) for wrong in (
        "", "K0", "k00", "k-1", "k1.0", "c0", "c-1.0", "back ", "k9" + "9" * 20, "k０", HOSTILE, "\0", "x" * 9_000))
    for name, status in (("token", 403), ("page", 400), ("act", 400)):
        rest = [(each, value) for each, value in form if each != name]
        yield Request(f"a form without {name}", {status}, "POST", body=urlencode(rest).encode())
    for language in ("xx", "en; Path=/", HOSTILE, "ja\r\nX: y"):
        choice = urlencode({"token": token, "language": language})
        yield Request(f"the language {language!r}", {400}, "POST", body=choice.encode())
    yield Request("a form above the limit", {413}, "POST", body=body + b"&x=" + b"x" * LIMIT)
    yield Request("a form without a cookie", {403}, "POST", body=body, fields={"Cookie": ""})
    for kind in ("application/json", "text/plain", "multipart/form-data; boundary=x", ""):
        yield Request(f"a form of the type {kind!r}", {415}, "POST", body=body, fields={"Content_Type": kind})
    for rest in (b"&%", b"&x=%zz", b"&f.name=%ff%fe", b"&f.name=%ed%a0%80", b"&f.name=%c0%80", b"&x=\xff", b"&act=k0", b"\0",
                 b"&f.=x", b"&&&==", b"&" + b"&".join(b"f.x%d=y" % each for each in range(1_000))):
        yield Request(f"a form and {rest[:20]!r}", {303, 400}, "POST", body=body + rest, acts=True)
    for _ in range(5):
        place = random.randrange(len(body))
        changed_body = body[:place] + bytes([random.randrange(256)]) + body[place + 1:]
        yield Request(f"the form {changed_body[place - 5:]!r}", {303, 400, 403}, "POST", body=changed_body, acts=True)
    for text in (HOSTILE, '"><b onclick="alert(1)" x="', "\0\r\nX: y", random_text(random)):
        yield Request(f"a query {text[:20]!r}", {200}, path=f"/web?{quote(text)}")
    for path in ("/web/", "//web", "/web/../web", "/WEB", "/web%00", "/web/style.css/", f"/web/{quote(HOSTILE)}"):
        yield Request(path, {404}, path=path)
    for method in ("PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"):
        yield Request(method, {405}, method)
    yield Request("HEAD", {200}, "HEAD")
    yield Request("a strange language", {200}, fields={"Accept_Language": "ja;q=x,,;q=1e999,*;" + "x" * 2_000})
