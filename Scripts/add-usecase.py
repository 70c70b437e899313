"""Adds a use case: its scenes, its line in the catalogue, and a spec that fails until it is written. It overwrites no file.

    add-usecase.py NAME TITLE [SUBJECT]

NAME is the name of the type, such as Greet. TITLE is a sentence in the language of the scenes, such as Greet the user or
ユーザに挨拶する. English scenes are raw identifiers and need no translation. SUBJECT is a folder of the layers, Devices unless
another is given. SWIFT is the command that formats the files.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

SCENES = """package import UsecasesEngine

/// {heading}
package enum {name}: Usecase {{
    package enum Basics: SceneName {{
        case {doing_case}
    }}

    package enum Goals: SceneName {{
        case {showing_case}
    }}

    package static let title = "{title}"
    package static let invocation = Invocation.command("{command}")
    package static let actors: Set<Actor> = [.user]
    package static let initial = Step<Self>.basic(.{doing_case})
    package static let beginnings: [Step<Self>] = [initial]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {{
        switch scene {{
        case .basic(.{doing_case}):
            return .last(.{showing_case})
        }}
    }}
{translation}}}
"""

# The English of scenes in another language.
ENGLISH = """
    package static let english = [
        title: "{english}",
        "{doing}": "The application does something",
        "{showing}": "The application shows the result",
    ]
"""

SPEC = """import CalearningApplication
import Testing
import UsecasesEngine
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

@MainActor
@Suite(.behaviour) struct `{heading}` {{
    @Test func {showing_case}() async {{
        let presenter = ScreenPresenter(dependencies: .fixture())

        let report = await presenter.dispatch({name}.initial)

        #expect(report.sentences == ["{doing}", "{showing}"])
        Issue.record("Nothing is specified yet: say here what the user gets, and remove this line.")
    }}
}}
"""


def main(name, title, subject="Devices"):
    if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", name):
        sys.exit(f"NAME must be that of a type, such as Greet, and not {name!r}.")
    if not title or re.search(r"[\"`\\\[\]【】\n]", title):
        sys.exit(f"TITLE must be a sentence such as Greet the user, and not {title!r}.")
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z0-9]*", name)
    values = {"name": name, "title": title, "command": "-".join(words).lower(), "english": " ".join(words).capitalize()}
    if title.isascii():
        values |= {"heading": f"Use case: {title}", "doing": "The application does something",
                   "showing": "The application shows the result"}
        values |= {"doing_case": f"`{values['doing']}`", "showing_case": f"`{values['showing']}`"}
    else:
        values |= {"heading": f"ユースケース【{title}】", "doing": "アプリは何かをする", "showing": "アプリは結果を表示"}
        values |= {"doing_case": values["doing"], "showing_case": values["showing"]}
    scenes, spec = Path(f"Sources/Application/{subject}/{name}.swift"), Path(f"Tests/Application/{subject}/{name}Spec.swift")
    catalogue = Path("Sources/Application/Catalogue.swift")
    text = catalogue.read_text(encoding="utf-8")
    beginning = f"let {subject.lower()}: [any Usecase.Type] = ["
    if not Path(f"Sources/Application/{subject}").is_dir() or beginning not in text:
        sys.exit(f"{catalogue} has no subject {subject!r}.")
    if scenes.exists() or spec.exists():
        sys.exit(f"There is a use case {name} already. Nothing was written.")
    values["translation"] = "" if title.isascii() else ENGLISH.format(**values)
    scenes.write_text(SCENES.format(**values), encoding="utf-8")
    spec.write_text(SPEC.format(**values), encoding="utf-8")
    before, after = text.split(beginning)
    after = after.replace("\n    ]\n", f"\n        {name}.self,\n    ]\n", 1)
    catalogue.write_text(before + beginning + after, encoding="utf-8")
    subprocess.run([os.environ.get("SWIFT", "swift"), "format", "--in-place", scenes, spec, catalogue], check=True)
    print(f"{scenes}\n{spec}\n{catalogue}")
    print(f"Write its scenes and its spec as docs/how-to/add-a-use-case.md shows, then: make spec NAME={name}")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
