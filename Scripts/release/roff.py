"""Text in the language of manual pages, man(7)."""

import re
import textwrap

# Characters with another printed form: a hyphen, a typographic quotation mark, an accent.
LITERAL = {"\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "~": r"\(ti", "^": r"\(ha", '"': r"\(dq"}
COMPOUND = re.compile(r"^\(?[a-z]+(-[a-z]+)+[.,;:)]*$")
MARKED = re.compile(r"`[^`]+`|(?<![\w-])--?[A-Za-z][A-Za-z-]*", re.ASCII)


def literal(text):
    """Returns text that is typed or read unchanged."""
    return "".join(LITERAL.get(character, character) for character in text)


def bold(text):
    return rf"\fB{literal(text)}\fR"


def italic(text):
    return rf"\fI{literal(text)}\fR"


def plain(text):
    # Only compound words have hyphens in print.
    words = (
        word.replace("\\", r"\e") if COMPOUND.match(word) else literal(word).replace(r"\(aq", "'")
        for word in text.split(" ")
    )
    return " ".join(words)


def prose(text):
    """Returns a sentence with bold options and bold text in backquotes."""
    parts, end = [], 0
    for match in MARKED.finditer(text):
        parts += [plain(text[end : match.start()]), bold(match[0].strip("`"))]
        end = match.end()
    return "".join(parts + [plain(text[end:])])


def usage(text):
    """Returns a line of usage. Values are italic, and all other words bold."""
    return re.sub(
        r"<([^>]+)>|[^\s\[\]<>|.]+",
        lambda match: italic(match[1]) if match[1] else bold(match[0]),
        text,
    )


class Page:
    """A page, line by line."""

    def __init__(self, title, section, date, source, manual):
        self.lines = [
            r".\" Made from the help of the program itself; see Scripts/release/manual.py.",
            f'.TH {literal(title.upper())} {section} {date} "{literal(source)}" "{manual}"',
            # Names must not be broken, and Japanese has no spaces that could be stretched.
            ".ad l",
            ".nh",
        ]

    def section(self, heading):
        self.lines.append(f'.SH "{heading}"')

    def line(self, text):
        for line in textwrap.wrap(text, 78, break_long_words=False, break_on_hyphens=False):
            # A line that begins with one of these is a request.
            self.lines.append(r"\&" + line if line[0] in ".'" else line)

    def paragraphs(self, texts):
        for index, text in enumerate(texts):
            if index:
                self.lines.append(".PP")
            self.line(prose(text))

    def entry(self, label, texts):
        """Adds a term, and below it its descriptions, each in a separate line."""
        self.lines += [".TP", label]
        for index, text in enumerate(texts):
            if index:
                self.lines.append(".br")
            self.line(prose(text))

    def __str__(self):
        return "\n".join(self.lines) + "\n"
