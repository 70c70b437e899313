"""Draws the tutorial in the terminal and the page of a use case as SVG.

    pictures.py PROGRAM FOLDER

The program runs in a terminal of a fixed size (tmux), with its own directories and without the environment of the
user. The page of a use case is drawn with its own diagram and style.
"""
import html
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unicodedata

COMMAND, PAGES, COLUMNS = "calearning boot", 7, 80  # of the tutorial

# Each colour in a light and in a dark scheme.
SCHEME = {
    "page": ("#ffffff", "#14181d"), "raised": ("#f6f7f9", "#1c2229"), "text": ("#1c2128", "#e4e8ec"),
    "quiet": ("#57606a", "#a3adb8"), "rule": ("#d5dae0", "#39424c")}
# The colours of a terminal, from 0 to 7.
for _number, _pair in enumerate((
        ("#1c2128", "#39424c"), ("#b3261e", "#ff9a90"), ("#1f6f3a", "#72cf90"), ("#80560a", "#e3b25c"),
        ("#0a58b5", "#86b7fb"), ("#8a3fa0", "#d6a2f0"), ("#0b6b78", "#5fd0dc"), ("#57606a", "#e4e8ec"))):
    SCHEME[f"c{_number}"] = _pair
MONOSPACE = "ui-monospace, 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK JP', monospace"
PROPORTIONAL = "system-ui, 'Hiragino Sans', 'Noto Sans JP', 'Noto Sans CJK JP', sans-serif"
SIZE, CELL, LINE, MARGIN, BAR, BELOW = 14, 8.4, 20, 20, 34, 10

# The arms of the characters that draw trees: up, down, left, right. As letters, they would not touch the arms of the
# next line.
ARMS = {"│": "ud", "─": "lr", "├": "udr", "└": "ur", "┌": "dr", "┤": "udl", "┬": "dlr", "┴": "ulr", "┼": "udlr"}


def tutorial(program, language):
    """Yields the pages of the tutorial, as a terminal shows them."""
    with tempfile.TemporaryDirectory(prefix="pictures-", ignore_cleanup_errors=True) as folder:
        settings = pathlib.Path(folder, "settings")
        settings.write_text("set -g status off\n", encoding="utf-8")

        def tmux(*words):
            return subprocess.run(["tmux", "-u", "-S", f"{folder}/socket", "-f", settings, *words], check=True,
                                  encoding="utf-8", stdout=subprocess.PIPE).stdout

        # The tree is the longest of the pages.
        tmux("new-session", "-d", "-x", str(COLUMNS), "-y", "110", "env", "-i", f"HOME={folder}", "LC_ALL=C.UTF-8", "TZ=UTC",
             "TERM=tmux-256color", f"CALEARNING_STATE_DIR={folder}/state", f"CALEARNING_LANGUAGE={language}",
             str(pathlib.Path(program).resolve()), "boot")
        try:
            page = ""
            for _ in range(PAGES):
                page = next_page(tmux, page)
                yield page
                tmux("send-keys", "Enter")
        finally:
            tmux("kill-server")


def next_page(tmux, last):
    """Returns the next page with its attributes, when it no longer changes."""
    deadline = time.monotonic() + 30
    before = None
    while time.monotonic() < deadline:
        now = tmux("capture-pane", "-p", "-e")
        if now == before != last and is_whole(now):
            return now
        before = now
        time.sleep(0.15)
    raise SystemExit(f"The terminal shows no other page, but:\n{before}")


def is_whole(screen):
    """Returns whether the page has its keys, and no demonstration is running."""
    lines = [line.strip() for line in re.sub(r"\x1b\[[\d;]*m", "", screen).rstrip().split("\n")]
    return "[q]" in lines[-1] and "⋯" not in lines


def cells(screen):
    """Returns the characters of each line, with their columns and their attributes: bold, dim, reverse, colour."""
    style = plain = (False, False, False, None)
    lines = []
    for line in screen.rstrip("\n").split("\n"):
        row = []
        for part in re.split(r"(\x1b\[[\d;]*m)", line):
            if not part.startswith("\x1b"):
                row += [(c, width(c), style) for c in part]
                continue
            for code in (int(number or 0) for number in part[2:-1].split(";")):
                bold, dim, reverse, colour = style
                match code:
                    case 0: style = plain
                    case 1: style = (True, dim, reverse, colour)
                    case 2: style = (bold, True, reverse, colour)
                    case 22: style = (False, False, reverse, colour)
                    case 7: style = (bold, dim, True, colour)
                    case 27: style = (bold, dim, False, colour)
                    case 39: style = (bold, dim, reverse, None)
                    case _ if 30 <= code <= 37: style = (bold, dim, reverse, code - 30)
                    case _ if 90 <= code <= 97: style = (bold, dim, reverse, code - 90)
                    case 49: pass
                    case _: raise SystemExit(f"Pictures do not know the attribute {code} of terminals yet: {part!r}")
        while row and row[-1][0] == " " and not row[-1][2][2]:
            row.pop()
        lines.append(row)
    written = [number for number, row in enumerate(lines) if row]
    return lines[written[0]:written[-1] + 1]


def width(character):
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def runs(row):
    """Returns the row in parts with characters of one kind, so each part begins and ends in its own column."""
    column, parts = 0, []
    for character, columns, style in row:
        # Characters that are wide in some fonts and narrow in others form their own parts.
        kind = "tree" if character in ARMS else columns if columns != 1 or character.isascii() else None
        if parts and kind is not None and parts[-1]["kind"] in (kind, 0 if columns else parts[-1]["kind"]) \
                and parts[-1]["style"] == style:
            parts[-1]["text"] += character
            parts[-1]["columns"] += columns
        else:
            parts.append({"kind": kind, "style": style, "text": character, "column": column, "columns": columns})
        column += columns
    return parts


def number(value):
    return f"{value:.1f}".removesuffix(".0")


def ink(name):
    """The colour of this name, in the scheme of the reader."""
    return f"var(--{name})"


def drawn_lines(rows):
    """Returns the lines of a terminal as SVG, below the bar of its window."""
    body, arms = [], []
    for line, row in enumerate(rows):
        y = BAR + MARGIN + line * LINE
        spans = []
        for part in runs(row):
            bold, dim, reverse, colour = part["style"]
            x, length = MARGIN + part["column"] * CELL, part["columns"] * CELL
            fill = f"c{colour}" if colour is not None else "quiet" if dim else "text"
            if reverse:
                body.append(f'<rect x="{number(x)}" y="{y}" width="{number(length)}" height="{LINE}" fill="{ink(fill)}"/>')
                fill = "page"
            attributes = f' fill="{ink(fill)}"' if fill != "text" else ""
            if bold:
                attributes += ' font-weight="700"'
            if part["kind"] == "tree":
                arms += [drawn_arms(ARMS[c], x + (i + 0.5) * CELL, y) for i, c in enumerate(part["text"])]
                attributes = ' fill-opacity="0"'
            spans.append(spanned(part, attributes))
        if spans:
            body.append(f'<text y="{number(y + LINE * 0.72)}">{"".join(spans)}</text>')
    if arms:
        body.append(f'<path d="{"".join(arms)}" fill="none" stroke="{ink("quiet")}"/>')
    return "\n".join(body)


def drawn_terminal(screen, language):
    """Returns the screen with the font of terminals, in a window."""
    rows = cells(screen)
    width, height = round(2 * MARGIN + COLUMNS * CELL), BAR + 2 * MARGIN + len(rows) * LINE
    return window(COMMAND, width, height, language, "<style>text { white-space: pre }</style>\n"
                  f'<g font-family="{MONOSPACE}" font-size="{SIZE}" fill="{ink("text")}">\n{drawn_lines(rows)}\n</g>')


def spanned(part, attributes):
    """Returns the part as SVG. Browsers may drop spaces at its ends and next to other spaces, so these have no
    length."""
    parts, end, text = [], 0, part["text"]
    for words in re.finditer(r"\S+(?: \S+)*", text):
        before = sum(width(c) for c in text[:words.start()])
        length = sum(width(c) for c in words[0]) * CELL
        parts.append(f'{" " * (words.start() - end)}<tspan x="{number(MARGIN + (part["column"] + before) * CELL)}" '
                     f'textLength="{number(length)}"{attributes}>{html.escape(words[0], quote=False)}</tspan>')
        end = words.end()
    return "".join(parts) + " " * (len(text) - end)


def drawn_arms(arms, x, y):
    middle = y + LINE / 2
    ends = {"u": (x, y), "d": (x, y + LINE), "l": (x - CELL / 2, middle), "r": (x + CELL / 2, middle)}
    return "".join(f"M{number(x)} {number(middle)}L{number(ends[arm][0])} {number(ends[arm][1])}" for arm in arms)


def colours(scheme):
    return "svg { " + "; ".join(f"--{name}: {pair[scheme]}" for name, pair in SCHEME.items()) + " }"


def window(title, width, height, language, content):
    """Returns the SVG of a window with that content, and room below it for another one. It has the colours of both schemes."""
    dots = "".join(f'<circle cx="{20 + 18 * i}" cy="{BAR / 2:g}" r="5.5"/>' for i in range(3))
    title = html.escape(title, quote=False)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height + BELOW}" width="{width}" \
height="{height + BELOW}" xml:lang="{language}">
<title>{title}</title>
<style>{colours(0)}
@media (prefers-color-scheme: dark) {{ {colours(1)} }}</style>
<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="9.5" fill="{ink("page")}" stroke="{ink("rule")}"/>
<path d="M1 {BAR}V10a9 9 0 0 1 9-9H{width - 10}a9 9 0 0 1 9 9V{BAR}z" fill="{ink("raised")}"/>
<g fill="{ink("rule")}">{dots}</g>
<text x="{number(width / 2)}" y="{BAR / 2 + 4.5:g}" text-anchor="middle" font-family="{MONOSPACE}" font-size="13" \
fill="{ink("quiet")}">{title}</text>
{content}
</svg>
"""


def found(pattern, text, what):
    match = re.search(pattern, text, re.DOTALL)
    if not match:
        raise SystemExit(f"The page does not contain {what} where it is looked for.")
    return match


def inlined_style(page):
    """The rules of the page for diagrams, with the colours that they name in both schemes."""
    style = found(r"<style>(.*?)</style>", page, "its style")[1]
    light, dark = (block.strip() for block in re.findall(r":root \{(.*?)\}", style, re.DOTALL)[:2])
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", style.split("@media print")[0])
    kept = [f".diagram {{{light}}}", f"@media (prefers-color-scheme: dark) {{ .diagram {{{dark}}} }}"]
    for selectors, declarations in rules:
        if re.search(r"(?:\b(?:rect|text)|^\.line|^\.head)$", selectors.strip()):
            # In the picture, they must not apply to the window around the diagram.
            scoped = [f".diagram {selector.split('svg ')[-1].strip()}" for selector in selectors.split(",")]
            kept.append(f"{', '.join(scoped)} {{{declarations}}}")
    return "\n".join(kept)


def drawn_page(page, title, language):
    """The beginning of the page of a use case: its heading, its facts and its diagram."""
    heading = found(r'<h2 id="[^"]*">(.*?) <span class="name">(.*?)</span><span class="second" lang="(\w+)">(.*?)</span>',
                    page, "the heading of a use case")
    facts = re.findall(r"<div><dt>(.*?)</dt><dd>(.*?)</dd></div>",
                       found(r'<dl class="facts">(.*?)</dl>', page, "the facts of a use case")[1])
    diagram = found(r'<svg viewBox="0 0 (\d+) (\d+)"[^>]*>\s*<title>.*?</title>(.*?)</svg>', page, "the diagram")
    width, height = int(diagram[1]), int(diagram[2])
    left, y = 28, BAR + 44
    lines = [f'<text x="{left}" y="{y}" font-size="24" font-weight="700">{heading[1]}<tspan dx="12" font-family="{MONOSPACE}" '
             f'font-size="18" font-weight="400" fill="{ink("quiet")}">{heading[2]}</tspan></text>',
             f'<text x="{left}" y="{y + 23}" font-size="13" fill="{ink("quiet")}" xml:lang="{heading[3]}">{heading[4]}</text>']
    y += 28
    for term, value in facts:
        y += 24
        plain = re.sub(r"<code>(.*?)</code>", rf'<tspan font-family="{MONOSPACE}" font-size="14">\1</tspan>', value)
        lines.append(f'<text x="{left}" y="{y}" font-size="15"><tspan fill="{ink("quiet")}">{term}</tspan> '
                     f'<tspan dx="4">{plain}</tspan></text>')
    y += 20
    lines.append(f'<rect x="{left - 8}" y="{y}" width="{width + 16}" height="{height + 16}" rx="8" fill="{ink("raised")}"/>')
    return window(title, width + 2 * left, y + height + 16 + MARGIN, language,
                  f'<g font-family="{PROPORTIONAL}" fill="{ink("text")}">\n' + "\n".join(lines)
                  + f'\n<svg x="{left}" y="{y + 8}" width="{width}" height="{height}" class="diagram">\n<style>\n'
                  + inlined_style(page) + f"\n</style>{diagram[3]}</svg>\n</g>")


def main(program, folder):
    folder = pathlib.Path(folder)
    for language in ("en", "ja"):
        pictures = folder / language
        pictures.mkdir(parents=True, exist_ok=True)
        for page, screen in enumerate(tutorial(program, language), 1):
            (pictures / f"tutorial-{page}.svg").write_text(drawn_terminal(screen, language), encoding="utf-8")
        title = "calearning usecases Boot --format html"
        page = subprocess.run([program, *title.split()[1:], "--language", language], check=True, encoding="utf-8",
                              stdout=subprocess.PIPE).stdout
        (pictures / "page.svg").write_text(drawn_page(page, title, language), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
