package import Domain

/// Answers a run from a recording, and tells where it goes another way.
package struct ReplayingTap: Tap {
    private let replay: Replay

    package init(_ replay: Replay) {
        self.replay = replay
    }

    package func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { replay }
}

/// An outcome that is put in the place of a recorded one.
package struct OutcomeChange: Sendable, Hashable {
    /// Which call: the first one that may be meant by this, such as `DataStore.get(udid)`.
    package let call: String
    /// The name of one of the outcomes in the operation's catalogue.
    package let outcome: String

    package init(call: String, outcome: String) {
        self.call = call
        self.outcome = outcome
    }
}
