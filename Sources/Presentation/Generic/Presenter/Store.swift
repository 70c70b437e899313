package import Domain

/// The state of the application that views show; only a ``Presenter`` changes it.
package struct Store: Sendable {
    package var screen: Screen
    /// Says which scene is running; it is asked when that is shown, which most runs never do.
    var sayScene: (@Sendable () -> Sentence)?
    private var facts: [ObjectIdentifier: any Hashable & Sendable] = [:]

    /// The state before anything ran, with what is known from the start.
    package init(screen: Screen = .blank, knowing facts: [(inout Store) -> Void] = []) {
        self.screen = screen
        for note in facts { note(&self) }
    }

    /// The scene that is running.
    package var scene: Sentence? { sayScene?() }

    /// What a use case has found out, for the views of others; `nil` as long as none has.
    package subscript<F: Fact>(_ fact: F.Type) -> F.Value? {
        get { facts[ObjectIdentifier(fact)] as? F.Value }
        set { facts[ObjectIdentifier(fact)] = newValue }
    }
}

/// Something that several views show. It is declared by a type of its own, beside the view that finds it out.
package protocol Fact {
    associatedtype Value: Hashable & Sendable
}

extension Store: Equatable {
    package static func == (first: Store, second: Store) -> Bool {
        (first.screen, first.scene) == (second.screen, second.scene)
            && first.facts.mapValues { AnyHashable($0) } == second.facts.mapValues { AnyHashable($0) }
    }
}
