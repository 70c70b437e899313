"""Draws all screens of the program in each language, as it shows them in a terminal, in a browser and as JSON.

    gallery.py PROGRAM FOLDER

Each drawing is a sheet with a window for each screen of a subject. The identifiers and times of a run are replaced by examples.
"""
import concurrent.futures
import html
import json
import pathlib
import re
import sys
import tempfile

from gallery_pages import WIDTH, Page, beginning, cut, rules
from gallery_users import NAMES, BrowserUser, TerminalUser, deployed, journey
from pictures import (
    BAR, IDENTIFIER, MONOSPACE, PAGES, PROPORTIONAL, UDID, Terminal, cells, document, drawn_lines, framed, in_terminals, ink,
    terminal_height, terminal_width)

LANGUAGES = ("en", "ja")
COLUMNS, LINES = 66, 18  # of a terminal
WIDE = 80  # columns, beyond them a window is alone in its row
EDGE, GAP, HEADING, CAPTION = 28, 24, 48, 28  # pixels

# The screens by their subjects, with their captions.
SUBJECTS = {
    ("Start", "起動"): {
        "welcome": ("Welcome", "ようこそ"), "splash": ("Splash", "スプラッシュ"),
        **{f"tutorial-{page}": (f"Tutorial, page {page}", f"チュートリアル {page}ページ") for page in range(1, PAGES + 1)}},
    ("Account", "アカウント"): {
        "login": ("Log in", "ログイン"), "login-refused": ("Wrong name or password", "名前かパスワードの間違い"),
        "login-later": ("Too many wrong passwords", "多すぎる間違い"), "nobody": ("Session ended elsewhere", "ほかで終えたセッション"),
        "sign-up": ("Sign-up", "新規登録"), "sign-up-refused": ("Password against the rules", "規則に合わないパスワード"),
        "name-taken": ("Name in use", "使われている名前"), "home": ("Home", "ホーム"), "recovery": ("Recovery", "復旧"),
        "recovery-refused": ("Wrong code", "コードの間違い"), "recovery-flawed": ("Password against the rules", "規則に合わないパスワード"),
        "recovered": ("After the recovery", "復旧のあと")},
    ("Logged in", "ログイン中"): {
        "password": ("Password", "パスワード"), "password-refused": ("Wrong current password", "今のパスワードの間違い"),
        "password-changed": ("After the change", "変更のあと"), "data": ("The account's data", "アカウントのデータ"),
        "delete": ("Deletion", "削除"), "delete-refused": ("Wrong password", "パスワードの間違い"),
        "deleted": ("After the deletion", "削除のあと"), "logged-out": ("After the logout", "ログアウトのあと")},
    ("Devices", "デバイス"): {
        "devices": ("Devices", "ログイン中のデバイス"), "end-others": ("All other devices", "ほかのすべてのデバイス"),
        "end-device": ("Another device", "ほかのデバイス"), "device-ended": ("After its logout", "ログアウトさせたあと")},
    ("GitHub", "GitHub"): {
        "zen": ("Zen", "禅"), "status": ("Status", "稼働状況"),
        "rate-limit": ("Rate limit", "利用制限"), "user-form": ("User", "ユーザー"), "user-refused": ("Invalid name", "形に合わない名前"),
        "user": ("Known user", "いるユーザー"), "no-user": ("Unknown user", "いないユーザー")},
    ("Service", "サービス"): {
        "failure": ("Failed run", "失敗した実行"), "forged": ("Forged form", "偽のフォーム"), "nowhere": ("No such page", "ないページ"), "crowded": ("Too many visits", "多すぎる訪問"),
        "usecases": ("Use cases, the beginning", "ユースケース(冒頭)")},
}
COMMANDS = {
    "zen": "calearning zen", "status": "calearning status", "user-refused": "calearning user octo--cat",
    "user": "calearning user octocat", "no-user": "calearning user nobody", "rate-limit": "calearning user hubot",
    "failure": "calearning user monalisa"}
USECASES = "calearning usecases | head -n 13"
# The commands that show JSON, with their exit statuses.
DOCUMENTS = {"zen": ("zen", 0), "no-user": ("user nobody", 67), "failure": ("user monalisa", 69)}
# A part of the scene that waits for the backend.
WAITING = {"en": "obtains", "ja": "取得"}


# The journeys. Each returns its screens by their names, with the titles of their windows.

def start(program, language, deployment):
    """The splash, while the backend does not answer, and the tutorial."""
    shown = {}
    settings = deployment.settings | {"CALEARNING_BACKEND": deployment.service.github}
    with Terminal(program, language, COLUMNS, LINES, **settings) as terminal:
        terminal.type("calearning boot")
        shown["splash"] = terminal.wait(lambda lines: any(WAITING[language] in line for line in lines), "the splash")
    with Terminal(program, language, COLUMNS, LINES) as terminal:
        shown["tutorial-1"] = terminal.start("calearning boot")
        for page in range(2, PAGES + 1):
            shown[f"tutorial-{page}"] = terminal.press("Enter")
    return {name: ("calearning boot", screen) for name, screen in shown.items()}


def account(program, language, deployment):
    """The life of an account."""
    with Terminal(program, language, COLUMNS, LINES, **deployment.settings) as terminal:
        user = TerminalUser(terminal)
        return {name: ("calearning boot", user.view) for name in journey(user, NAMES["terminal"][language], deployment)}


def commands(program, language, deployment):
    """The commands that only print their screen."""
    shown = {}
    with Terminal(program, language, COLUMNS, LINES, **deployment.settings) as terminal:
        for name, command in COMMANDS.items():
            terminal.tmux("send-keys", "C-l")
            terminal.wait(lambda lines: lines == ["$"], "the prompt of the shell")
            shown[name] = (command, terminal.run(command))
    with Terminal(program, language, 2 * COLUMNS, LINES) as terminal:
        shown["usecases"] = ("calearning usecases", terminal.run(USECASES))
    return shown


def documents(_, language, deployment):
    """The JSON, as jq would show it."""
    shown = {}
    for name, (words, status) in DOCUMENTS.items():
        document = deployment.command("reader", *words.split(), "--format", "json", "--language", language, status=status)
        text = json.dumps(json.loads(document), indent=2, ensure_ascii=False)
        shown[name] = (f"calearning {words} --format json | jq", text)
    return shown


def browser(_, language, deployment):
    """All pages, each with its rules."""
    user = BrowserUser(deployment.service, language)
    shown = {"welcome": user.open().text}
    user.go("start")
    shown["tutorial-1"] = user.view
    for page in range(2, PAGES + 1):
        user.go("next")
        shown[f"tutorial-{page}"] = user.view
    user.go("complete")
    shown |= {name: user.view for name in journey(user, NAMES["browser"][language], deployment)}
    for words in ("zen", "status"):
        user.go(words)
        shown[words] = user.view
    user.go("user")
    shown["user-form"] = user.view
    for name, login in (("user-refused", "octo--cat"), ("user", "octocat"), ("no-user", "nobody"), ("rate-limit", "hubot"),
                        ("failure", "monalisa")):
        user.go("user")
        user.submit(login=login)
        shown[name] = user.view
    shown["usecases"] = beginning(user.ask("GET", "/web/usecases").text)
    shown["forged"] = user.send(("/web/login", b""), Origin="https://other.example").text
    shown["nowhere"] = user.ask("GET", "/web/nowhere").text
    shown["crowded"] = crowd(deployment, language)
    style = user.ask("GET", "/web/style.css").text
    return {name: page.replace('<link rel="stylesheet" href="/web/style.css">', f"<style>{style}</style>")
            for name, page in shown.items()}


def crowd(deployment, language):
    """Lets browsers at one address begin visits, until the service refuses another one."""
    source = f"127.0.1.{LANGUAGES.index(language) + 1}"
    for _ in range(200):
        user = BrowserUser(deployment.service, language, source)
        user.open()
        answer = user.send(user.form(user.words["start"]))
        if answer.status == 429:
            return re.sub(r"\d+(?= s\.|秒)", "60", answer.text)
    raise SystemExit("The service accepts any number of browsers.")


# The sheets.

class Examples:
    """Replaces the parts of a sheet that differ between runs."""

    def __init__(self):
        self.identifiers = {}

    def replaced(self, text):
        text = re.sub(IDENTIFIER, self.identifier, text)
        text = re.sub(r"(?<!\d)20\d\d-\d\d-\d\d(?!\d)", "2026-01-05", text)
        text = re.sub(r"\d\d:\d\d:\d\d(\.\d{3})?", lambda match: "09:30:00" + (".000" if match[1] else ""), text)
        # A minute may pass between an event and its screen.
        text = re.sub(r"\b\d+ minutes? ago", "just now", re.sub(r"\d+分前", "たった今", text))
        text = re.sub(r"\bin \d+ minutes?(?= \()", "in 10 minutes", re.sub(r"\d+(?=分後)", "10", text))
        # Lines of a demonstration follow until its end.
        text = re.sub(r"… \d+ more lines", "… 9 more lines", re.sub(r"…あと\d+行", "…あと9行", text))
        text = re.sub(r'(?<="milliseconds": )\d+', "1767605400000", text)
        text = re.sub(r'(?<="microseconds": )[1-9]\d*', "1500", text)
        return re.sub(r"http://127\.0\.0\.1:\d+", "https://api.github.com", text)

    def identifier(self, match):
        number = self.identifiers.setdefault(match[0], len(self.identifiers))
        return f"{UDID[:-12]}{int(UDID[-12:], 16) + number:012x}"


def subjects(shown, language):
    """Returns the headings, each with the captions and screens of its subject."""
    choice = LANGUAGES.index(language)
    for names, captions in SUBJECTS.items():
        present = [(caption[choice], shown[name]) for name, caption in captions.items() if name in shown]
        if present:
            yield names[choice], present


def terminal_sheet(shown, title, language):
    examples = Examples()
    windows = {name: (command, cells(examples.replaced(screen))) for name, (command, screen) in shown.items()}
    narrow = [columns(rows) for _, rows in windows.values() if columns(rows) <= WIDE]
    single = terminal_width(max(COLUMNS, *narrow))
    parts, y = [], EDGE
    for heading, members in subjects(windows, language):
        parts.append(text(heading, EDGE, y + 22, 22))
        y += HEADING
        while members:
            across = 2 if all(columns(rows) <= WIDE for _, (_, rows) in members[:2]) else 1
            row, members = members[:across], members[across:]
            height = max(terminal_height(rows) for _, (_, rows) in row)
            for place, (caption, (command, rows)) in enumerate(row):
                x = EDGE + place * (single + GAP)
                window = framed(command, single if columns(rows) <= WIDE else 2 * single + GAP, height)
                parts.append(text(caption, x, y + 14, 15))
                parts.append(f'<g transform="translate({x} {y + CAPTION})">{window}\n{drawn_lines(rows)}</g>')
            y += CAPTION + height + GAP
        y += GAP
    return sheet(title, 2 * (single + EDGE) + GAP, y - 2 * GAP + EDGE, language, in_terminals("\n".join(parts)))


def columns(rows):
    return max(sum(columns for _, columns, _ in row) for row in rows)


def text(words, x, y, size):
    return (f'<text x="{x}" y="{y}" font-family="{PROPORTIONAL}" font-size="{size}" font-weight="600">'
            f"{html.escape(words, quote=False)}</text>")


def sheet(title, width, height, language, content):
    background = f'<rect width="{width}" height="{height}" rx="14" fill="{ink("raised")}"/>'
    return document(title, width, height, language, f"{background}\n{content}")


ACROSS, TITLE = 4, 33  # pages of a browser, columns of the title of one
# The rows of windows share the difference between the estimated height and the height in the fonts of the reader.
SHEET = f"""
.sheet {{ display: grid; grid-template-columns: repeat({ACROSS}, {WIDTH}px); gap: {GAP}px; height: 100%;
font: 600 15px/{CAPTION}px {PROPORTIONAL}; color: {ink("text")}; }}
.heading {{ grid-column: 1 / -1; align-self: end; font-size: 22px; }}
.tile, .window {{ display: flex; flex-direction: column; }} .window, .window > :last-child {{ flex: 1; }}
.window {{ border: 1px solid {ink("rule")}; border-radius: 10px; font-weight: 400; }}
.window > :last-child {{ border-radius: 0 0 9px 9px; }} .window a {{ text-decoration: underline; }}
.window pre {{ overflow: visible; }}
.bar {{ height: {BAR}px; padding-left: 74px; font: 13px/{BAR}px {MONOSPACE}; color: {ink("quiet")}; white-space: nowrap;
background: {", ".join(f"radial-gradient(circle at {x}px 50%, {ink('rule')} 5px, transparent 6px)" for x in (20, 38, 56))}; }}
"""


def browser_sheet(shown, title, language):
    examples = Examples()
    pages = {name: Page(examples.replaced(page)) for name, page in shown.items()}
    # The elements and classes of pages with the same rules.
    names = {}
    for page in pages.values():
        names.setdefault(page.style, set()).update(page.names)
    scopes = {style: f"page-{number}" for number, style in enumerate(names, 1)}
    parts, height, grid = [], 0, []
    for heading, members in subjects(pages, language):
        parts.append(f'<div class="heading">{html.escape(heading)}</div>')
        for caption, page in members:
            bar = html.escape(cut(page.title, TITLE))
            parts.append(f'<div class="tile">{html.escape(caption)}<div class="window"><div class="bar">{bar}</div>'
                         f'<div class="{scopes[page.style]}" inert="">\n{page.markup}\n</div></div></div>')
        rows = [members[first:first + ACROSS] for first in range(0, len(members), ACROSS)]
        grid.append(f"{HEADING}px repeat({len(rows)}, auto)")
        height += HEADING + GAP + sum(CAPTION + BAR + 2 + max(page.height for _, page in row) + GAP for row in rows)
    style = "\n".join([f".sheet {{ grid-template-rows: {' '.join(grid)}; }}",
                       *(rules(style, scope, names[style]) for style, scope in scopes.items())])
    width, height, top = ACROSS * WIDTH + (ACROSS - 1) * GAP, height - GAP, EDGE + CAPTION - HEADING
    content = (f'<style>{SHEET}{style}</style>\n<foreignObject x="{EDGE}" y="{top}" width="{width}" height="{height}">'
               f'<div xmlns="http://www.w3.org/1999/xhtml" class="sheet" lang="{language}">\n' + "\n".join(parts)
               + "\n</div></foreignObject>")
    return sheet(title, width + 2 * EDGE, top + height + EDGE, language, content)


# The sheets, each with its journeys, its drawing and its title.
SHEETS = {
    "terminal": ((start, account, commands), terminal_sheet, ("The screens in a terminal", "ターミナルの画面")),
    "browser": ((browser,), browser_sheet, ("The screens in a browser", "ブラウザの画面")),
    "json": ((documents,), terminal_sheet, ("Screens as JSON", "JSONの画面"))}


def main(program, folder):
    folder, program = pathlib.Path(folder), pathlib.Path(program).resolve()
    with (
        tempfile.TemporaryDirectory(prefix="gallery-") as directory,
        deployed(program, pathlib.Path(directory)) as deployment,
        concurrent.futures.ThreadPoolExecutor(4) as pool,
    ):
        work = {(name, language): [pool.submit(part, program, language, deployment) for part in parts]
                for language in LANGUAGES for name, (parts, *_) in SHEETS.items()}
        shown = {sheet: {name: screen for part in parts for name, screen in part.result().items()}
                 for sheet, parts in work.items()}
    for (name, language), screens in shown.items():
        _, draw, titles = SHEETS[name]
        if unknown := screens.keys() - set().union(*SUBJECTS.values()):
            raise SystemExit(f"These screens have no caption: {unknown}")
        for names, captions in SUBJECTS.items():
            if members := {screen: screens[screen] for screen in captions if screen in screens}:
                subject = names[0].lower().replace(" ", "-")
                picture = folder / language / f"gallery-{name}-{subject}.svg"
                picture.parent.mkdir(parents=True, exist_ok=True)
                picture.write_text(draw(members, titles[LANGUAGES.index(language)], language), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
