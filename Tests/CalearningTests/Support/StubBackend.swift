import Domain
import Synchronization

/// A backend that answers as it was told, and remembers for which installations it was asked.
final class StubBackend: Backend {
    private let answer: Result<UDID, ErrorWrapper>
    private let asked = Mutex<[InstallationKey]>([])

    init(_ answer: Result<UDID, ErrorWrapper> = .success(.fixture())) {
        self.answer = answer
    }

    var installations: [InstallationKey] { asked.withLock { $0 } }

    func publishUdid(for installation: InstallationKey) async throws(ErrorWrapper) -> UDID {
        asked.withLock { $0.append(installation) }
        return try answer.get()
    }
}
