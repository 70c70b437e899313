package import Usecases

/// Keys that do something on a screen, and what they do.
package struct KeyBinding: Sendable, Hashable {
    package enum Effect: Sendable, Hashable {
        case leave
        /// Repeats the last action.
        case again
        case dispatch(Behaviour)
        /// Shows another screen, without running anything.
        case show(Screen)
    }

    /// The first of the keys, as the screen calls it.
    package let name: String
    package let action: Sentence
    package let keys: Set<DisplayEvent.Key>
    package let effect: Effect

    package init(name: String, action: Sentence, keys: Set<DisplayEvent.Key>, effect: Effect) {
        self.name = name
        self.action = action
        self.keys = keys
        self.effect = effect
    }
}

extension KeyBinding {
    package static let quit = KeyBinding(
        name: "q", action: Sentence(en: "quit", ja: "終了"), keys: [.character("q")], effect: .leave)
    package static let again = KeyBinding(
        name: "r", action: Sentence(en: "try again", ja: "もう一度試す"), keys: [.character("r"), .enter], effect: .again)
}

/// A use case that is run by a key, from its first scene on.
package struct Behaviour: Sendable {
    private let scene: any Hashable & Sendable
    private let run: @MainActor @Sendable (Presenter, Actor?) async -> Report

    package init<U: Usecase>(_ scene: Step<U>) {
        self.scene = scene
        run = { await $0.dispatch(scene, as: $1) }
    }

    /// `nil` for the actor whom the presenter stands for.
    @MainActor func perform(with presenter: Presenter, as actor: Actor? = nil) async -> Report {
        await run(presenter, actor)
    }
}

extension Behaviour: Hashable {
    package static func == (first: Behaviour, second: Behaviour) -> Bool {
        AnyHashable(first.scene) == AnyHashable(second.scene)
    }

    package func hash(into hasher: inout Hasher) {
        scene.hash(into: &hasher)
    }
}
