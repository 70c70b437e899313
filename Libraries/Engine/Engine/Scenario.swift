/// A run that reached a goal, with every scene that was played, in order.
public struct Scenario<U: Usecase>: Sendable, Hashable {
    /// The run, with the scenes before the goal.
    public let walk: Walk<U>
    /// The goal that was reached.
    public let goal: U.Goals

    /// All scenes in order, the goal last.
    public var scenes: [Scene<U>] {
        walk.passages.map(\.scene.scene) + [.last(goal)]
    }
}

extension Scenario {
    /// Creates a run of a user of which only the goal and its time are known.
    package init(reached goal: U.Goals, at time: Timestamp) {
        self.init(
            walk: Walk(run: UUIDv7(at: time, random: (0, 0)), actor: .user, startedAt: time), goal: goal)
    }
}

/// The progress of a run: its actor, its start, and the scenes so far.
public struct Walk<U: Usecase>: Sendable, Hashable {
    /// A scene that was entered, and the time until it led to the next one or failed.
    @usableFromInline package struct Passage: Sendable, Hashable {
        @usableFromInline package let scene: Step<U>
        @usableFromInline package let duration: Duration

        // Inlined. Otherwise, each scene would look up the type's metadata once more, a fifth of the engine's cost.
        @inlinable @inline(__always) init(scene: Step<U>, duration: Duration) {
            self.scene = scene
            self.duration = duration
        }
    }

    /// The unique identifier of the run.
    package let run: UUIDv7
    package let actor: Actor
    package let startedAt: Timestamp
    @usableFromInline package internal(set) var passages: [Passage] = []

    init(run: UUIDv7, actor: Actor, startedAt: Timestamp) {
        self.run = run
        self.actor = actor
        self.startedAt = startedAt
    }

    package var duration: Duration {
        passages.reduce(.zero) { $0 + $1.duration }
    }
}

/// A run that did not reach a goal, with its scenes and its error. The run ended in its last scene or after it.
public struct UnfinishedScenario<U: Usecase>: CausedError {
    /// The run up to its end.
    public let walk: Walk<U>
    /// The error that ended the run.
    public let error: ErrorWrapper

    /// The scenes that were played, in order. It is empty if the run ended before the first scene.
    public var scenes: [Scene<U>] { walk.passages.map(\.scene.scene) }
    /// The error that ended the run. It is never `nil`.
    public var causedBy: (any Error)? { error }
}
