"""Adds a use case or a port, with the parts that a check requires. It never overwrites a file.

    add.py usecase NAME TITLE
    add.py port NAME

NAME is the name of the type, such as Greet or Weather. TITLE is a sentence in the language of the scenes, such as Greet
the user or ユーザに挨拶する. The first scenes are in that language. English ones are raw identifiers and need no translation.
A use case gets its scenes, its line in the catalogue, and a spec that fails until it is written. A port gets a protocol
with one operation, an adapter that calls a service over HTTP, its place in the composition root, and code that produces
each outcome of the adapter. SWIFT is the command that formats them.
"""

import os
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

CATALOGUE = Path("Sources/Application/Catalogue.swift")
ROOT = Path("Sources/Presentation/CompositionRoot.swift")
END_OF_ADAPTERS = "        return dependencies\n"
END_OF_LINES = "    ]\n"
LIMIT = 40

SCENES = """package import Usecases

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
}}
"""

# The English of scenes in another language.
ENGLISH = """
extension {name} {{
    package static let english = [
        title: "{english}",
        "{doing}": "The application does something",
        "{showing}": "The application shows the result",
    ]
}}
"""

SPEC = """import CalearningApplication
import CalearningDomain
import Testing
import Usecases
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

@MainActor
@Suite(.behaviour) struct `{heading}` {{
    @Test func {showing_case}() async {{
        let presenter = Presenter(dependencies: .fixture())

        let report = await presenter.dispatch({name}.initial)

        #expect(report.sentences == ["{doing}", "{showing}"])
        Issue.record("Nothing is specified yet: say here what the user gets, and remove this line.")
    }}
}}
"""

PORT = """package import Usecases

/// A service that the use cases ask.
package protocol {name}: Sendable {{
    /// Throws a service error if the service cannot be reached or refuses, and a system error of the API for any other
    /// failure.
    func answer() async throws(ErrorWrapper) -> String
}}

extension Port: {name} where Adapter == any {name} {{
    package func answer() async throws(ErrorWrapper) -> String {{
        try await call("answer()", outcomes: [PossibleOutcome("answered", "An answer.")] + PossibleOutcome.apiErrors) {{
            (adapter) async throws(ErrorWrapper) in try await adapter.answer()
        }}
    }}
}}

extension Dependencies {{
    package var {property}: Port<any {name}> {{
        get {{ self[(any {name}).self] }}
        set {{ self[(any {name}).self] = newValue }}
    }}
}}
"""

ADAPTER = """import CalearningDomain
package import Usecases
package import UsecasesAPIClient

/// The service, with the setting of its address.
package struct {name}APIs: APIService {{
    package static let addressSetting = AddressSetting("{setting}", usual: "https://service.example")

    package let address: BaseAddress

    package init(address: BaseAddress) {{
        self.address = address
    }}
}}

extension {name}APIs {{
    /// An endpoint.
    package struct Answer: API {{
        package typealias Service = {name}APIs

        package struct Entity: Decodable, Sendable {{
            package let answer: String
        }}

        package let path: Path = "/answer"

        package init() {{}}
    }}
}}

/// Calls the service through an API client.
package struct API{name}: {name} {{
    private let client: any APIClient<{name}APIs>

    package init(client: any APIClient<{name}APIs>) {{
        self.client = client
    }}

    package func answer() async throws(ErrorWrapper) -> String {{
        try await client.call({name}APIs.Answer()).answer
    }}
}}

extension API{name}: TimeBounded {{
    package func longest(_ operation: OperationName) -> Duration? {{ client.longest }}
}}
"""

PROVISION = """        dependencies.{property}.adapter = API{name}(
            client: settings.client(
                of: {name}APIs(address: try settings.address({name}APIs.addressSetting)), over: transport,
                clock: clock))
"""

OUTCOMES = """import CalearningDomain
import CalearningInfrastructure
import Usecases
import UsecasesAPIClient

@testable import CalearningTestSupport

enum {name}Outcomes: OutcomeProducer {{
    static let port = "{name}"

    static func produce(for outcomes: ProducedOutcomes) async throws {{
        let service = {{ {name}APIs(address: $0) }}
        let ask = {{ (client: LiveAPIClient<{name}APIs>) in
            _ = try? await outcomes.port(\\.{property}, API{name}(client: client)).answer()
        }}
        try await LoopbackServer.answering(200, #"{{"answer":"…"}}"#).withClient(of: service, ask)
        try await ServiceFault.each(of: service, ask)
    }}
}}
"""

# Names with another meaning in Swift, even if the sources do not use them.
LANGUAGE = {"Any", "Protocol", "Self", "Swift", "Type"}
KEYWORDS = set(
    "any as associatedtype await break case catch class continue default defer deinit do else enum extension false fileprivate"
    " for func guard if import in init inout internal is let nil open operator package private precedencegroup protocol public"
    " repeat rethrows return self some static struct subscript super switch throw throws true try typealias var where while"
    .split())


def refuse(reason):
    sys.exit(f"make {sys.argv[1]}: {reason}")


def words(name):
    """The words of a name: LookUpUser is look, up and user."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z0-9]*", name)]


def sources():
    """Returns the sources of the program and its libraries, without comments, each with its path."""
    for folder in ("Sources", "Libraries"):
        for path in sorted(Path(folder).rglob("*.swift")):
            yield path, re.sub(r"(?m)//.*$", "", path.read_text(encoding="utf-8"))


def check_name(name, example):
    if not name:
        refuse(f"NAME is missing. For example: {example}")
    if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", name) or len(name) > LIMIT:
        refuse(f"NAME must be that of a type: a capital, then letters and digits, {LIMIT} at most. It is {name[:80]!r}.")


def check_types(name, types):
    """Refuses the name if the sources use the name of one of the types already, for a type or a module."""
    taken = LANGUAGE.intersection(types)
    if taken:
        refuse(f"NAME cannot be {name}: {taken.pop()} means something else in Swift.")
    for path, text in sources():
        code = re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', text)
        for type in types:
            if re.search(rf"\b{type}\b", code):
                refuse(f"NAME cannot be {name}: {path} uses the name {type}.")


def check_title(title):
    if not title:
        refuse("TITLE is missing. For example: make usecase NAME=Greet TITLE='Greet the user'")
    if len(title) > LIMIT:
        refuse(f"TITLE has {len(title)} characters; {LIMIT} are the most.")
    allowed = " ,'-" if title.isascii() else " "
    for character in title:
        if not (character.isalnum() or character in allowed or unicodedata.category(character) in ("Lm", "Mn", "Mc")):
            refuse(f"TITLE must be a sentence of letters, digits and spaces, as it names a suite; it has {character!r}.")
    if title != " ".join(title.split()):
        refuse("TITLE must have single spaces, and none at its ends.")
    if unicodedata.normalize("NFC", title) != title:
        refuse("TITLE is not in Unicode's form NFC, as all sources are.")
    for path, text in sources():
        if f'title = "{title}"' in text or f'title: "{title}"' in text:
            refuse(f"TITLE cannot be {title}: {path} has this title.")


def check_command(command):
    for path, text in sources():
        if re.search(rf'\.command\("{command}[" ]', text):
            refuse(f"{path} has a command `{command}` already: choose another NAME.")


def check_port(name, property, setting):
    if property in KEYWORDS:
        refuse(f"NAME cannot be {name}: `{property}` is a keyword of Swift.")
    for path, text in sources():
        if "extension Dependencies" in text or "struct Dependencies" in text:
            if re.search(rf"\bvar {property}\b", text):
                refuse(f"NAME cannot be {name}: {path} has a property `{property}` of the dependencies.")
        if f'"{setting}"' in text:
            refuse(f"NAME cannot be {name}: {path} has a setting `{setting}`.")


def inserted(text, path, end):
    """Returns the file with the text inserted before the first `end`. The line before `end` may lack its comma."""
    whole = path.read_text(encoding="utf-8")
    if end not in whole:
        refuse(f"{path} has no line `{end.strip()}`, before which to write.")
    place = whole.index(end)
    before = whole[:place]
    if end == END_OF_LINES and not before.rstrip().endswith((",", "[")):
        before = before.rstrip() + ",\n"
    return before + text + whole[place:]


def write(new, changed):
    """Writes new files and changed ones, by their paths, unless one of the new files exists."""
    for path in new:
        if path.exists():
            refuse(f"{path} is there already; nothing was written.")
    for path, text in new.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    for path, text in changed.items():
        path.write_text(text, encoding="utf-8")
    paths = [str(path) for path in [*new, *changed]]
    subprocess.run([os.environ.get("SWIFT", "swift"), "format", "--in-place", *paths], check=True)
    print("\n".join(paths))


def add_usecase(name, title):
    check_name(name, "make usecase NAME=Greet TITLE='Greet the user'")
    check_types(name, [name])
    check_title(title)
    command = "-".join(words(name))
    check_command(command)
    if title.isascii():
        heading, doing, showing = f"Use case: {title}", "The application does something", "The application shows the result"
        case, scenes = "`{}`", SCENES
    else:
        heading, doing, showing = f"ユースケース【{title}】", "アプリは何かをする", "アプリは結果を表示"
        case, scenes = "{}", SCENES + ENGLISH
    values = {
        "name": name, "command": command, "title": title, "heading": heading, "doing": doing, "showing": showing,
        "doing_case": case.format(doing), "showing_case": case.format(showing),
        "english": " ".join(words(name)).capitalize()}
    write(
        {
            Path(f"Sources/Application/Usecases/{name}.swift"): scenes.format(**values),
            Path(f"Tests/Application/Usecases/{name}Spec.swift"): SPEC.format(**values),
        },
        {CATALOGUE: inserted(f"        {name}.self,\n", CATALOGUE, END_OF_LINES)})
    print("Write its scenes and its spec, as docs/how-to/add-a-use-case.md shows, or docs/how-to/remember-a-value.md for one")
    print(f"that is given an argument, then: make spec NAME={name}, make specification coverage test-default")


def add_port(name):
    check_name(name, "make port NAME=Weather")
    check_types(name, [name, f"{name}APIs", f"API{name}"])
    first = words(name)[0]
    values = {"name": name, "property": first + name[len(first):], "setting": "-".join([*words(name), "url"])}
    check_port(name, values["property"], values["setting"])
    outcomes = Path("Tests/Infrastructure/Outcomes")
    contract = outcomes / "OutcomeContract.swift"
    write(
        {
            Path(f"Sources/Domain/Services/{name}.swift"): PORT.format(**values),
            Path(f"Sources/Infrastructure/Services/API{name}.swift"): ADAPTER.format(**values),
            outcomes / f"{name}Outcomes.swift": OUTCOMES.format(**values),
        },
        {
            ROOT: inserted(PROVISION.format(**values), ROOT, END_OF_ADAPTERS),
            contract: inserted(f"        {name}Outcomes.self,\n", contract, END_OF_LINES),
        })
    print("Write its operations and its endpoints, as docs/how-to/add-a-port.md shows, then: make spec NAME=OutcomeContract")


if __name__ == "__main__":
    kinds = {("usecase", 4): add_usecase, ("port", 3): add_port}
    add = kinds.get((sys.argv[1] if len(sys.argv) > 1 else "", len(sys.argv)))
    if add is None:
        sys.exit(__doc__)
    if not CATALOGUE.exists():
        refuse(f"{CATALOGUE} is not here: run this in the root of the repository.")
    add(*sys.argv[2:])
