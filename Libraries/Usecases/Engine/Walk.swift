/// The progress of a run: its actor, its start, and the scenes so far.
public struct Walk<U: Usecase>: Sendable, Hashable {
    /// A scene that was entered, and the time until it led to the next one or failed.
    package struct Passage: Sendable, Hashable {
        package let scene: Step<U>
        package let duration: Duration

        // Inlined, because each scene would otherwise look up the type's metadata once more, a fifth of the engine's
        // cost.
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
