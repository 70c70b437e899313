package import Domain

/// A run that reached no goal: the scenes so far, of which the last is the one that failed, and why it did.
package struct UnfinishedScenario<U: Usecase>: CausedError {
    package let walk: Walk<U>
    package let error: ErrorWrapper

    package var scenes: [Scene<U>] { walk.passages.map(\.scene.scene) }
    package var causedBy: (any Error)? { error }
}
