import Synchronization
import Usecases

/// A tap that notes each run. It can let runs fail at their first scene.
final class NotedRuns: Tap, RunTap {
    private let state = Mutex<(runs: [RunDescription], error: ErrorWrapper?)>(([], nil))

    var all: [RunDescription] { state.withLock { $0.runs } }
    var count: Int { all.count }

    /// Lets all further runs fail with the error, or succeed with `nil`.
    func fail(with error: ErrorWrapper?) { state.withLock { $0.error = error } }

    func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap {
        state.withLock { $0.runs.append(run) }
        return self
    }

    func enter(_ scene: TappedScene) throws(ErrorWrapper) {
        if let error = state.withLock({ $0.error }) { throw error }
    }
}
