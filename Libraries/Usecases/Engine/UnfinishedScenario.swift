/// A run that reached no goal: the scenes so far, and the error that ended it in the last of them or after it.
public struct UnfinishedScenario<U: Usecase>: CausedError {
    /// The run up to its end.
    public let walk: Walk<U>
    /// The error that ended the run.
    public let error: ErrorWrapper

    /// The scenes that were played, in order; none if the run ended before the first one.
    public var scenes: [Scene<U>] { walk.passages.map(\.scene.scene) }
    /// The error that ended the run; never `nil`.
    public var causedBy: (any Error)? { error }
}
