import UsecasesEngine
import UsecasesTerminal
import UsecasesTestSupport

/// A use case that takes a second and answers to a name.
enum Knock: Usecase {
    enum Basics: SceneName {
        case アプリは扉を叩く(name: String)
    }

    enum Goals: SceneName {
        case アプリは返事を表示(name: String)
    }

    static let title = "扉を叩く"
    static let invocation = Invocation.command("knock NAME")
    static let actors: Set<Actor> = [.user, .application]

    static func initial(name: String = "") -> Step<Knock> { .basic(.アプリは扉を叩く(name: name)) }

    static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは扉を叩く(let name)):
            try await dependencies.clock.sleep(for: .seconds(1))
            return .last(.アプリは返事を表示(name: name))
        }
    }
}

extension Knock: PagedUsecase {
    static func form(with texts: [String: String], for user: String?) -> Screen? { .door() }

    static func texts(of beginning: Step<Knock>) -> [String: String] {
        if case .basic(.アプリは扉を叩く(let name)) = beginning, !name.isEmpty { return ["name": name] }
        return [:]
    }

    static func show(_ scenario: Scenario<Knock>) -> Screen {
        switch scenario.goal {
        case .アプリは返事を表示(let name):
            Screen("answer", Page(heading: Sentence("Come in, \(name)"), paragraphs: [], keys: [.again, .quit]))
        }
    }
}

/// The action of a form with the fields `name` and `word`. It takes every name but an empty one.
struct KnockSubmission: Submission {
    typealias Target = Knock

    func behaviour(with entry: FormEntry) -> Behaviour { Behaviour(Knock.initial(name: entry["name"].reveal())) }

    func objection(to entry: FormEntry) -> Screen? {
        entry["name"].reveal().isEmpty ? .door(remark: Sentence("A name is needed.")) : nil
    }
}

extension Screen {
    /// A form with a name and a secret word.
    static func door(remark: Sentence? = nil) -> Screen {
        Screen(
            "door",
            Form(
                heading: Sentence("The door"),
                fields: [
                    Form.Field(name: "name", label: Sentence("Name"), remark: remark),
                    Form.Field(name: "word", label: Sentence("Word"), isSecret: true),
                ],
                action: Sentence("knock"), submission: KnockSubmission()))
    }
}

extension KeyBinding {
    /// A key `x` with the effect.
    static func fixture(_ action: String = "go", _ effect: Effect) -> KeyBinding {
        KeyBinding(name: "x", action: Sentence(action), keys: [.character("x")], effect: effect)
    }
}
