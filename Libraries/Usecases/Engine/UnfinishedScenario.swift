/// A run that reached no goal: the scenes so far, and the error that ended it in the last of them or after it.
public struct UnfinishedScenario<U: Usecase>: CausedError {
    public let walk: Walk<U>
    public let error: ErrorWrapper

    public var scenes: [Scene<U>] { walk.passages.map(\.scene.scene) }
    public var causedBy: (any Error)? { error }
}
