import Usecases
import UsecasesStorage
import UsecasesTerminal
import UsecasesTesting

/// A journal that cannot be discarded.
struct FailingJournal: Journal {
    let failure: PortFailure
    private let base = InMemoryJournal()

    init(with failure: PortFailure) {
        self.failure = failure
    }

    func begin(_ run: RunDescription, at scene: TappedScene) async throws(ErrorWrapper) -> any RunTap {
        try await base.begin(run, at: scene)
    }

    func discard() async throws(ErrorWrapper) { throw failure.error }
}
