public import Usecases

/// Keys that do something on a screen, and what they do.
public struct KeyBinding: Sendable, Hashable {
    /// The effect of a key.
    public enum Effect: Sendable, Hashable {
        case leave
        /// Repeats the last action.
        case again
        case dispatch(Behaviour)
        /// Shows another screen, without running anything.
        case show(Screen)
    }

    /// The first of the keys, as the screen calls it.
    public let name: String
    /// The action as the screen calls it, such as “quit”.
    public let action: Sentence
    /// All keys that have the effect.
    public let keys: Set<DisplayEvent.Key>
    /// The effect of each of the keys.
    public let effect: Effect

    /// Keys that have the same effect; `name` and `action` are shown to the user.
    public init(name: String, action: Sentence, keys: Set<DisplayEvent.Key>, effect: Effect) {
        self.name = name
        self.action = action
        self.keys = keys
        self.effect = effect
    }
}

extension KeyBinding {
    /// The key `q`, which leaves.
    public static let quit = KeyBinding(
        name: "q", action: Sentence(en: "quit", ja: "終了"), keys: [.character("q")], effect: .leave)
    /// The key `r` and the Enter key, which repeat the last action.
    public static let again = KeyBinding(
        name: "r", action: Sentence(en: "try again", ja: "もう一度試す"), keys: [.character("r"), .enter], effect: .again)
}

/// A use case that is run by a key, from its first scene on.
public struct Behaviour: Sendable {
    private let scene: any Hashable & Sendable
    private let run: @MainActor @Sendable (Presenter, Actor?) async -> Report

    /// The run of a use case that begins with this scene.
    public init<U: Usecase>(_ scene: Step<U>) {
        self.scene = scene
        run = { await $0.dispatch(scene, as: $1) }
    }

    /// `nil` for the actor whom the presenter stands for.
    @MainActor func perform(with presenter: Presenter, as actor: Actor? = nil) async -> Report {
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
    /// A key as the screen calls it, and what it does.
    public typealias Key = (name: String, action: Sentence)

    /// What stands before each line, where there is room.
    var indent: String { columns >= 40 ? "  " : "" }

    /// The active keys below a view. A line is broken between two of them, unless that would take more lines.
    func footer(_ keys: [Key]) -> [Line] {
        let width = columns - 2 * indent.count
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
    /// What the key does that leads to the screen before.
    public static let back = Sentence(en: "back", ja: "戻る")
}
