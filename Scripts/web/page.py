"""A page, parsed strictly. Markup that a browser would repair is a fault."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser

# Elements without an end tag.
VOID = {"meta", "link", "input", "br", "hr"}
# The elements and attributes of a screen. Another one comes from a text that is not escaped.
ELEMENTS = {
    "html", "head", "meta", "title", "link", "body", "a", "header", "nav", "main", "footer", "h1", "h2", "p", "pre", "div", "ul",
    "li", "span", "progress", "form", "label", "input", "button", "details", "summary",
}
ATTRIBUTES = {
    "lang", "charset", "name", "content", "http-equiv", "rel", "href", "class", "id", "role", "tabindex", "method", "action",
    "for", "type", "value", "maxlength", "required", "readonly", "spellcheck", "autocapitalize", "autocomplete", "autofocus",
    "formnovalidate", "aria-label", "aria-current", "aria-invalid", "aria-describedby", "aria-hidden",
}
# Control characters, and the characters that change the direction of text.
COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


@dataclass(eq=False)
class Element:
    tag: str
    attributes: dict[str, str]
    parent: "Element | None"
    text: str = ""

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")

    def __str__(self) -> str:
        return f"<{self.tag} {self.attributes}>"[:120]

    def within(self, tag: str) -> "Element | None":
        """The element with this tag that contains it."""
        element: Element | None = self
        while element and element.tag != tag:
            element = element.parent
        return element


class Page(HTMLParser):
    """A page whose texts are parsed, without entities. `is_screen` is `False` for a page with other elements."""

    def __init__(self, source: str, *, is_screen: bool = True):
        super().__init__()
        self.is_screen = is_screen
        self.elements: list[Element] = []
        self.text = ""
        self.open: Element | None = None
        # The faults of single tags.
        self.wrong: list[str] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, self.open)
        self.elements.append(element)
        if len(element.attributes) < len(attrs):
            self.wrong.append(f"an attribute occurs twice: {element}")
        if self.is_screen and (tag not in ELEMENTS or set(element.attributes) - ATTRIBUTES):
            self.wrong.append(f"a screen has no such element: {element}")
        if tag not in VOID:
            self.open = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open = self.elements[-1].parent

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.tag != tag:
            self.wrong.append(f"</{tag}> ends {self.open}")
        else:
            self.open = self.open.parent

    def handle_data(self, data: str) -> None:
        self.text += data
        element = self.open
        while element:
            element.text += data
            element = element.parent

    def handle_comment(self, data: str) -> None:
        self.wrong.append(f"it has a comment: {data[:80]}")

    def handle_pi(self, data: str) -> None:
        self.handle_comment(data)

    def unknown_decl(self, data: str) -> None:
        self.handle_comment(data)

    # The parts of the page.

    def all(self, *tags: str) -> list[Element]:
        return [element for element in self.elements if element.tag in tags]

    @property
    def heading(self) -> str:
        return next((element.text for element in self.all("h1")), "")

    @property
    def language(self) -> str:
        return next((element["lang"] for element in self.all("html")), "")

    @property
    def controls(self) -> list[Element]:
        """The buttons, and the links to other pages."""
        return [each for each in self.all("button", "a") if each.tag == "button" or each["href"].startswith("/")]

    def control(self, words: str) -> Element | None:
        """The button or the link with these words."""
        return next((each for each in self.controls if each.text == words), None)

    def inputs(self, button: Element) -> list[Element]:
        """The fields of the button's form."""
        form = button.within("form")
        return [element for element in self.all("input") if form and element.within("form") is form]

    def fields(self, button: Element) -> dict[str, str]:
        """The fields that the browser sends with the button."""
        fields = {element["name"]: element["value"] for element in self.inputs(button)}
        return fields | ({button["name"]: button["value"]} if button["name"] else {})

    @property
    def token(self) -> str:
        """The secret of the forms."""
        return next((each["value"] for each in self.all("input") if each["name"] == "token"), "")

    @property
    def is_waiting(self) -> bool:
        """Whether a run is under way, so the page refreshes itself."""
        return any(element["http-equiv"] == "refresh" for element in self.all("meta"))

    # The rules.

    def faults(self) -> list[str]:
        """Returns the violations of rules for each page in a browser."""
        return [*self.wrong, *self.structure(), *self.names(), *self.references(), *self.contents()]

    def structure(self) -> Iterator[str]:
        if self.open:
            yield f"{self.open} has no end"
        if self.language not in ("en", "ja"):
            yield f"lang is {self.language}"
        if not "".join(element.text for element in self.all("title")).strip():
            yield "it has no title"
        for tag in ("h1", "main") if self.is_screen else ("h1",):
            if len(self.all(tag)) != 1:
                yield f"it has {len(self.all(tag))} {tag}"
        level = 1
        for heading in self.all("h1", "h2", "h3", "h4", "h5", "h6"):
            if int(heading.tag[1]) > level + 1:
                yield f"a level of headings is left out: {heading}"
            level = int(heading.tag[1])

    def names(self) -> Iterator[str]:
        labels = {label["for"] for label in self.all("label") if label.text.strip()}
        for field in self.all("input", "select", "textarea"):
            # A manager of passwords reads the name of the user, and nothing else does.
            if field["type"] != "hidden" and field["aria-hidden"] != "true" and field["id"] not in labels:
                yield f"no label: {field}"
        for element in self.all("a", "button", "h1"):
            if not element.text.strip():
                yield f"no name: {element}"

    def references(self) -> Iterator[str]:
        ids = Counter(element["id"] for element in self.elements if "id" in element.attributes)
        yield from (f"the id {each} occurs {count} times" for each, count in ids.items() if count > 1)
        # A field has a label instead of a text.
        filled = {element["id"] for element in self.elements if element.tag == "input" or element.text.strip()}
        for element in self.elements:
            wanted = [each for name in ("for", "aria-describedby") for each in element[name].split()]
            if element["href"].startswith("#"):
                wanted.append(element["href"][1:])
            yield from (f"nothing has the id {each}: {element}" for each in wanted if each not in filled)

    def contents(self) -> Iterator[str]:
        # The user may have asked for the new password. Then the form keeps the current one, too.
        is_shown = any(field["autocomplete"] == "new-password" and field["type"] == "text" for field in self.all("input"))
        for field in self.all("input"):
            if field["type"] == "password" and field["value"] and not is_shown:
                yield f"a password is in the page: {field}"
        if any(link["rel"] not in ("stylesheet", "icon") for link in self.all("link")):
            yield "it loads more than a style sheet and an icon"
        for element in self.elements:
            if any(value.strip().lower().startswith("javascript:") for value in element.attributes.values()):
                yield f"it has {element}"
            if COMMANDS.search(element.text if element.tag == "html" else "".join(element.attributes.values())):
                yield f"a character commands the display: {element}"
