/// A run that reached no goal: the scenes so far, and the error that ended it in the last of them or after it.
package struct UnfinishedScenario<U: Usecase>: CausedError {
    package let walk: Walk<U>
    package let error: ErrorWrapper

    package var scenes: [Scene<U>] { walk.passages.map(\.scene.scene) }
    package var causedBy: (any Error)? { error }
}
