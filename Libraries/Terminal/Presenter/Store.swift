package import Usecases

/// The state of the application that views show; only a ``Presenter`` changes it.
public struct Store: Sendable {
    package var screen: Screen
    /// Says which scene is running; it is asked when that is shown, which most runs never do.
    var sayScene: (@Sendable () -> Sentence)?

    /// A store that shows this screen, while no scene runs.
    public init(screen: Screen = .blank) {
        self.screen = screen
    }

    /// The scene that is running.
    package var scene: Sentence? { sayScene?() }
}

extension Store: Equatable {
    /// Compares the screens and the running scenes.
    public static func == (first: Store, second: Store) -> Bool {
        (first.screen, first.scene) == (second.screen, second.scene)
    }
}
