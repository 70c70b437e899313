"""Adds a use case: its scenes, its line in the catalogue, and a spec that fails until it is written.

    add_usecase.py NAME TITLE

NAME is that of its type, such as Greet. TITLE is a sentence in the language of the domain, such as ユーザに挨拶する or Greet the user;
the scenes to begin with are in that language. Nothing is overwritten.
"""

import re
import sys
import unicodedata
from pathlib import Path

CATALOGUE = Path("Sources/Application/Catalogue.swift")
END_OF_LINES = "    ]\n"
LIMIT = 40

SCENES = """package import Usecases
import UsecasesTerminal

/// ユースケース【{title}】
package enum {name}: Usecase {{
    package enum Basics: SceneName {{
        case {doing}
    }}

    package enum Goals: SceneName {{
        case {showing}
    }}

    package static let title = "{title}"
    package static let invocation = Invocation.command("{command}")
    package static let actors: Set<Actor> = [.user]
    package static let initial = Step<Self>.basic(.{doing})
    package static let beginnings: [Step<Self>] = [initial]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {{
        switch scene {{
        case .basic(.{doing}):
            return .last(.{showing})
        }}
    }}
}}

extension {name} {{
    package static let english = [
        title: "{english}",
        "{doing}": "The application does something",
        "{showing}": "The application shows the result",
    ]
}}
"""

SPEC = """import Application
import CalearningDomain
import CalearningInfrastructure
import CalearningPresentation
import Testing
import Usecases
import UsecasesTerminal

@MainActor
@Suite(.behaviour) struct `ユースケース【{title}】` {{
    @Test func {showing}() async {{
        let presenter = Presenter(dependencies: .fixture())

        let report = await presenter.dispatch({name}.initial)

        #expect(report.sentences == ["{doing}", "{showing}"])
        Issue.record("Nothing is specified yet: say here what the user gets, and remove this line.")
    }}
}}
"""

# Names that would hide modules of the program, or that the language takes.
TAKEN = {
    "Any", "Application", "Domain", "Foundation", "Infrastructure", "Presentation", "Protocol", "Self", "Swift", "Testing",
    "Type", "Usecases", "UsecasesAPIClient", "UsecasesLaboratory", "UsecasesStorage", "UsecasesSystem", "UsecasesTelemetry",
}  # fmt: skip


def refuse(reason):
    sys.exit(f"make usecase: {reason}")


def words(name):
    """The words of a name: LookUpUser is look, up and user."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z0-9]*", name)]


def check_name(name):
    if not name:
        refuse("NAME is missing. For example: make usecase NAME=Greet TITLE='ユーザに挨拶する'")
    if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", name) or len(name) > LIMIT:
        refuse(f"NAME must be that of a type: a capital, then letters and digits, {LIMIT} at most. It is {name[:80]!r}.")
    if name in TAKEN:
        refuse(f"NAME cannot be {name}, which means something else in Swift or in this package.")
    for path in [*Path("Sources").rglob("*.swift"), *Path("Libraries").rglob("*.swift")]:
        if re.search(rf"(?m)^ *(?:\w+ )*(?:struct|class|enum|protocol|actor|typealias) {name}\b", path.read_text(encoding="utf-8")):
            refuse(f"NAME cannot be {name}: {path} has a type of this name.")


def check_title(title):
    if not title:
        refuse("TITLE is missing. For example: make usecase NAME=Greet TITLE='ユーザに挨拶する'")
    if len(title) > LIMIT:
        refuse(f"TITLE has {len(title)} characters; {LIMIT} are the most.")
    for character in title:
        if not (character.isalnum() or character == " " or unicodedata.category(character) in ("Lm", "Mn", "Mc")):
            refuse(f"TITLE must be a sentence of letters, digits and spaces, as it names a suite; it has {character!r}.")
    if title != " ".join(title.split()):
        refuse("TITLE must have single spaces, and none at its ends.")
    if unicodedata.normalize("NFC", title) != title:
        refuse("TITLE is not in Unicode's form NFC, as all sources are.")
    for path in Path("Sources/Application").rglob("*.swift"):
        if f'title = "{title}"' in path.read_text(encoding="utf-8"):
            refuse(f"TITLE cannot be {title}: {path} has this title.")


def check_command(command):
    for path in Path("Sources/Application").rglob("*.swift"):
        if re.search(rf'\.command\("{command}[" ]', path.read_text(encoding="utf-8")):
            refuse(f"{path} has a command `{command}` already: choose another NAME.")


def write_new(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("x", encoding="utf-8") as file:
        file.write(text)
    print(path)


def main(name, title):
    if not CATALOGUE.exists():
        refuse(f"{CATALOGUE} is not here: run this in the root of the repository.")
    check_name(name)
    check_title(title)
    specs = next(Path("Tests").glob("*/Usecases"), None)
    if specs is None:
        refuse("there is no folder Tests/*/Usecases for its spec.")
    scenes, spec = Path(f"Sources/Application/Usecases/{name}.swift"), specs / f"{name}Spec.swift"
    for path in (scenes, spec):
        if path.exists():
            refuse(f"{path} is there already; nothing was written.")
    command = "-".join(words(name))
    check_command(command)
    catalogue = CATALOGUE.read_text(encoding="utf-8")
    place = catalogue.index(END_OF_LINES)
    english = title if title.isascii() else " ".join(words(name)).capitalize()
    doing, showing = (
        ("theApplicationDoesSomething", "theApplicationShowsTheResult") if title.isascii()
        else ("アプリは何かをする", "アプリは結果を表示"))
    before = catalogue[:place]
    if not before.rstrip().endswith((",", "[")):
        before = before.rstrip() + ",\n"
    write_new(scenes, SCENES.format(name=name, command=command, title=title, english=english, doing=doing, showing=showing))
    write_new(spec, SPEC.format(name=name, title=title, doing=doing, showing=showing))
    CATALOGUE.write_text(f"{before}        {name}.self,\n{catalogue[place:]}", encoding="utf-8")
    print(CATALOGUE)
    print("Write its scenes and its spec, as docs/adding-a-use-case.md shows, or docs/remembering-a-value.md for one that is")
    print(f"given an argument, then: make spec NAME={name}, make specification coverage test-default")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
