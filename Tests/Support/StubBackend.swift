import CalearningDomain
import Synchronization
import Usecases

/// A backend with a prepared answer. It records the installations of its requests.
final class StubBackend: Backend {
    private let answer: Result<UDID, ErrorWrapper>
    private let asked = Mutex<[InstallationKey]>([])

    init(_ answer: Result<UDID, ErrorWrapper> = .success(.fixture())) {
        self.answer = answer
    }

    var installations: [InstallationKey] { asked.withLock { $0 } }

    func publishUDID(for installation: InstallationKey) async throws(ErrorWrapper) -> UDID {
        asked.withLock { $0.append(installation) }
        return try answer.get()
    }
}
