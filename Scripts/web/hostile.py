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
    """A request with the right statuses of its answer. Unless it `acts`, the browser keeps its cookie."""

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


def wrong_requests(path: str, form: dict[str, str], other: str, random: Random) -> Iterator[Request]:
    """Returns wrong and strange variants of a form, and requests for other paths. `other` is another browser's token."""
    token, body = form["token"], urlencode(form).encode()
    is_language = path == "/web/language"

    def sent(name: str, statuses: set[int], body: bytes, **fields: str) -> Request:
        return Request(f"{path}, a form with {name}"[:90], statuses, "POST", path, body, fields)

    for wrong in ("", "0" * 64, other, token[:-1], token + "0", token + "\0", HOSTILE):
        forged = urlencode(form | {"token": wrong}).encode()
        yield sent(f"the token {wrong}", {403}, forged)
        if path != "/web/logout" and not is_language:
            yield sent(f"the token {wrong} of a page", {409}, forged, Sec_Fetch_Site="same-origin")
    yield sent("no token", {403}, urlencode({name: text for name, text in form.items() if name != "token"}).encode())
    for language in ("xx", "en; Path=/", HOSTILE, "ja\r\nX: y"):
        choice = urlencode({"token": token, "language": language}).encode()
        yield Request(f"the language {language!r}", {403}, "POST", "/web/language", choice)
    for back in ("//attacker.example", "https://attacker.example", "/web/../../x", "/web/nowhere", HOSTILE, "\0\r\nX: y"):
        choice = urlencode({"token": token, "language": "en", "back": back, "query": back}).encode()
        yield Request(f"back to {back!r}", {303}, "POST", "/web/language", choice)
    yield sent("too many bytes", {413}, body + b"&x=" + b"x" * LIMIT)
    yield sent("no cookie", {403}, body, Cookie="")
    for kind in ("application/json", "text/plain", "multipart/form-data; boundary=x", ""):
        yield sent(f"the type {kind!r}", {415}, body, Content_Type=kind)
    for rest in (b"&%", b"&x=%zz", b"&name=%ff%fe", b"&name=%ed%a0%80", b"&name=%c0%80", b"&x=\xff", b"&token=", b"&x=%0",
                 b"&" + b"&".join(b"x%d=y" % each for each in range(1_000)), b"&x=1&x=2"):
        yield sent(repr(rest[:20]), {400}, body + rest)
    for _ in range(5):
        place = random.randrange(len(body))
        changed = body[:place] + bytes([random.randrange(256)]) + body[place + 1:]
        yield Request(f"the form {changed[place - 5:]!r}"[:90], {200, 303, 400, 403, 404, 422}, "POST", path, changed, acts=True)
    for text in (HOSTILE, '"><b onclick="alert(1)" x="', "\0\r\nX: y", random_text(random)):
        for name in ("", "login=", "page=", "form=", "notice=", "id=", "others="):
            place = random.choice(("", "/user", "/tutorial", "/login", "/sessions/end"))
            yield Request(f"the query {name}{text[:20]!r} of {place}", {200, 303, 404}, path=f"/web{place}?{name}{quote(text)}")
    for wrong, statuses in {"/web/": {303}, "/web/login/": {303}, "/web/style.css/": {404}, "//web": {404}, "/web/../web": {404},
                            "/WEB": {404}, "/web%00": {404}, "/web/Login": {404}, f"/web/{quote(HOSTILE)}": {404},
                            "/web/login?%zz": {400}, "/web?a=1&a=2": {400}}.items():
        yield Request(wrong, statuses, path=wrong)
        yield Request(f"{wrong} for a program", statuses | {404}, path=wrong, fields={"Accept": "*/*"})
    for method in ("PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"):
        yield Request(method, {405}, method, "/web/login")
    yield Request("HEAD", {200}, "HEAD")
    yield Request("a strange language", {200}, fields={"Accept_Language": "ja;q=x,,;q=1e999,*;" + "x" * 2_000})
