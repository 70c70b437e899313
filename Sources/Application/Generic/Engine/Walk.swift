package import Domain

/// How far a run has come: who walks, since when, and the scenes so far.
package struct Walk<U: Usecase>: Sendable, Hashable {
    /// A scene that was entered, and for how long: until it led to the next one, or failed.
    package struct Passage: Sendable, Hashable {
        package let scene: Step<U>
        package let duration: Duration

        // Inlined, or each scene looks up the type's metadata once more, a fifth of what the engine costs.
        @inline(__always) init(scene: Step<U>, duration: Duration) {
            self.scene = scene
            self.duration = duration
        }
    }

    /// Identifies this run among all runs.
    package let run: UUIDv7
    package let actor: Actor
    package let startedAt: Timestamp
    package internal(set) var passages: [Passage] = []

    init(run: UUIDv7, actor: Actor, startedAt: Timestamp) {
        self.run = run
        self.actor = actor
        self.startedAt = startedAt
    }

    package var duration: Duration {
        passages.reduce(.zero) { $0 + $1.duration }
    }
}
