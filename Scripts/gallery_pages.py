"""Pages of a browser as XHTML for an SVG, with their rules and an estimate of their height."""
import html
import html.parser
import itertools
import math
import re

from pictures import found, width

WIDTH = 360  # pixels of a page, as on a telephone
ROWS = 6  # of the list of all use cases
LINES = 4  # of an output

# The attributes that change the look of a page.
ATTRIBUTES = ("class", "lang", "role", "type", "aria-invalid")

# The text of a block: the size of its letters, the height and the width of its lines, and the room around them, in pixels.
INNER = WIDTH - 66
BLOCKS = {
    "h1": (25, 31, INNER, 16), "h2": (17, 27, INNER - 24, 4), "p": (17, 27, INNER, 16), "li": (17, 27, INNER - 44, 8),
    "label": (17, 27, INNER, 6), "summary": (17, 27, INNER, 16), "pre": (15.6, 21, INNER - 34, 62), "button": (17, 27, INNER - 38, 29),
    "nav": (15, 32, WIDTH - 36, 0), "footer": (15, 24, WIDTH - 36, 36), "th": (14, 24, 220, 24)}
# The room around or in other elements.
ROOM = {"header": 59, "main": 74, "input": 46, "progress": 24, ".notice": 24, ".summary": 44, ".field": 20, ".actions": 24,
        ".items": 16, ".index": 96}


class Page(html.parser.HTMLParser):
    """The body of a page without anything that a picture cannot use. `names` are its elements and its classes, and `style`
    is the text of its rules."""

    def __init__(self, text):
        super().__init__()
        self.title = html.unescape(found("<title>(.*?)</title>", text, "its title")[1])
        self.style = found("<style>(.*?)</style>", text, "its style")[1]
        self.markup, self.height, self.names = "", 0, set()
        # The inner elements come last.
        self.elements, self.blocks = [], []
        body = found("<body>(.*?)</body>", text, "its body")[1]
        body = re.sub(r'<a class="skip".*?</a>|<input type="hidden"[^>]*>\n', "", body)
        # A picture shows the details closed.
        body = re.sub("(</summary>).*?(</details>)", r"\1\2", body, flags=re.DOTALL)
        self.feed(re.sub("<pre.*?</pre>", cut_output, body.strip(), flags=re.DOTALL))

    def handle_starttag(self, tag, attributes):
        kept = {name: value for name, value in attributes
                if name in ATTRIBUTES or (tag, name) == ("input", "value") and value}
        if tag == "form":
            # The picture has nothing to send.
            tag, kept["class"] = "div", f"form {kept.get('class', '')}".strip()
        names = [tag, *(f".{name}" for name in kept.get("class", "").split())]
        self.names |= set(names)
        self.height += sum(ROOM.get(name, 0) for name in names)
        written = "".join(f' {name}="{html.escape(value)}"' for name, value in kept.items())
        # Only inputs have no end.
        self.markup += f"<{tag}{written}/>" if tag == "input" else f"<{tag}{written}>"
        if tag != "input":
            self.elements.append(tag)
            if tag in BLOCKS and not self.is_in_row():
                self.blocks.append("")

    def is_in_row(self):
        return any(element in ("nav", "footer") for element in self.elements[:-1])

    def handle_data(self, text):
        self.markup += html.escape(text, quote=False)
        if self.blocks:
            self.blocks[-1] += text

    def handle_endtag(self, tag):
        tag = "div" if tag == "form" else tag
        self.markup += f"</{tag}>"
        if tag in BLOCKS and not self.is_in_row():
            block = self.blocks.pop()
            lines = block.split("\n") if tag == "pre" else [" ".join(block.split())] if block.strip() else []
            self.height += height(lines, *BLOCKS[tag])
        elif self.blocks:
            # The gap after a part of a row.
            self.blocks[-1] += "  "
        self.elements.pop()


def height(texts, size, line, room, around):
    """Estimates the height of texts in fonts of usual widths."""
    lengths = (sum(size if width(c) > 1 else 0.54 * size for c in text) for text in texts)
    return sum(max(1, math.ceil(length / room)) for length in lengths) * line + around


def cut(text, columns):
    """Returns the beginning of a text that is too long."""
    lengths = itertools.accumulate(width(c) for c in text)
    return text if sum(map(width, text)) <= columns else text[:sum(length < columns for length in lengths)] + "…"


def cut_output(match):
    """Returns the beginning of a long output."""
    # The first line of the text follows its tag, because XHTML keeps a line break there.
    tag, *lines = match[0].removesuffix("</pre>").split("\n")
    return tag + "\n".join(lines[:LINES] + ["…"] if len(lines) > LINES else lines) + "</pre>"


def beginning(page):
    """Returns the page of all use cases with the beginning of its list."""
    rows = page.split("</tr>\n")
    cut = "</tr>\n".join(rows[:ROWS]) + "</tr></tbody></table></nav></header></body>"
    # Its list is not a row of links.
    return re.sub("</?nav[^>]*>", "", cut)


def rules(style, scope, names):
    """Returns the rules for a page of our width in this scope, if they apply to these elements and classes."""
    kept = []
    for match in re.finditer(r"@media([^{]*)\{((?:[^{}]*\{[^{}]*\})*)[^{}]*\}|([^{}]+)\{([^{}]*)\}", style):
        condition, inner, selectors, declarations = match.groups()
        if not condition:
            kept.append(rule(selectors, declarations, scope, names))
        elif "prefers-color-scheme" in condition:
            kept.append(f"@media{condition}{{{rules(inner, scope, names)}}}")
        elif "max-width" in condition:
            kept.append(rules(inner, scope, names))
        # The others are for paper and for wide screens.
    return re.sub(r"\s+", " ", "\n".join(part for part in kept if part))


def rule(selectors, declarations, scope, names):
    scoped = []
    for selector in re.sub(r"(?<![.\w-])form\b", ".form", selectors).split(","):
        selector = selector.strip()
        if selector in (":root", "body"):
            scoped.append(f".{scope}")
        elif selector != "html" and ":hover" not in selector and ":focus" not in selector \
                and set(re.findall(r"\.?[a-z][\w-]*", re.sub(r"::?[\w-]+(\(.*?\))?|\[.*?\]", "", selector))) <= names:
            scoped.append(f".{scope} {selector}")
    # The window is the viewport of the page.
    declarations = declarations.replace("min-height: 100vh", "flex: 1").replace("4vh", "1rem")
    declarations = re.sub(r"([\d.]+)vw", lambda match: f"{float(match[1]) * WIDTH / 100:g}px", declarations)
    return f"{', '.join(scoped)} {{{declarations}}}" if scoped else ""
