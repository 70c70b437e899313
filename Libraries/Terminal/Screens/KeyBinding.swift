public import UsecasesEngine

/// Keys with an action on a screen.
public struct KeyBinding: Sendable, Hashable {
    /// The effect of a key.
    public enum Effect: Sendable, Hashable {
        /// Leaves the application.
        case leave
        /// Repeats the last action.
        case again
        /// Runs a use case.
        case dispatch(Behaviour)
        /// Shows a different screen without running a use case.
        case show(Screen)
    }

    /// The display name of the first key.
    public let name: String
    /// The display name of the action, such as “quit”.
    public let action: Sentence
    /// All keys that have the effect.
    public let keys: Set<DisplayEvent.Key>
    /// The effect of each of the keys.
    public let effect: Effect

    /// Creates a binding for keys with the same effect. The user sees `name` and `action`.
    public init(name: String, action: Sentence, keys: Set<DisplayEvent.Key>, effect: Effect) {
        self.name = name
        self.action = action
        self.keys = keys
        self.effect = effect
    }
}

extension KeyBinding {
    /// The binding of the key `q`, to quit.
    public static let quit = KeyBinding(
        name: "q", action: Sentence(en: "quit", ja: "終了"), keys: [.character("q")], effect: .leave)
    /// The binding of the key `r` and the Enter key, to repeat the last action.
    public static let again = KeyBinding(
        name: "r", action: Sentence(en: "try again", ja: "もう一度試す"), keys: [.character("r"), .enter], effect: .again)
}

/// A run of a use case from its first scene, started by a key.
public struct Behaviour: Sendable {
    private let scene: any Hashable & Sendable
    private let findAddress: @Sendable () -> PageAddress
    private let run: @MainActor @Sendable (ScreenPresenter, Actor?) async -> Report

    /// Creates a behaviour that begins with this scene.
    public init<U: Usecase>(_ scene: Step<U>) {
        self.scene = scene
        findAddress = { PageAddress(of: scene) }
        run = { await $0.dispatch(scene, as: $1) }
    }

    /// The address at which a browser starts the run. It is found when a page needs it, because a terminal does not.
    package var address: PageAddress { findAddress() }

    /// Runs the use case. If `actor` is `nil`, the presenter's actor runs it.
    @MainActor package func perform(with presenter: ScreenPresenter, as actor: Actor? = nil) async -> Report {
        await run(presenter, actor)
    }
}

extension Behaviour: Hashable {
    /// Compares the first scenes.
    public static func == (first: Behaviour, second: Behaviour) -> Bool {
        AnyHashable(first.scene) == AnyHashable(second.scene)
    }

    /// Hashes the first scene.
    public func hash(into hasher: inout Hasher) {
        scene.hash(into: &hasher)
    }
}

extension Frame {
    /// A key's display name and action.
    public typealias Key = (name: String, action: Sentence)

    /// The indentation of each line, if the frame has room for it.
    var indent: String { columns >= 40 ? "  " : "" }

    /// The number of columns between the indentations.
    var width: Int { columns - 2 * indent.count }

    func paragraph(_ sentence: Sentence, _ style: Line.Style) -> [Line] {
        sentence.text(in: language).printable.wrapped(to: width).map { Line(indent + $0, style: style) }
    }

    /// Returns the active keys below a view. Lines break between two keys, unless that takes more lines.
    func footer(_ keys: [Key]) -> [Line] {
        let texts = keys.map { "[\($0.name)] \($0.action.text(in: language))" }
        var lines: [String] = []
        for text in texts {
            if let last = lines.last, (last + "   " + text).columns <= width {
                lines[lines.count - 1] += "   " + text
            } else {
                lines.append(text)
            }
        }
        let separate = lines.flatMap { $0.wrapped(to: width) }
        let joined = texts.joined(separator: "   ").wrapped(to: width)
        return (separate.count <= joined.count ? separate : joined).map { Line(indent + $0, style: .faint) }
    }
}

extension Sentence {
    static let keys = Sentence(en: "keys", ja: "キー")
    /// The action of the key for the previous screen.
    public static let back = Sentence(en: "back", ja: "戻る")
}
