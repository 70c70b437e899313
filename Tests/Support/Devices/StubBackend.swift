import CalearningDomain
import Synchronization
import UsecasesEngine

/// A backend with a prepared answer. It records the installations of its requests. The first `failures` requests do not
/// reach it.
final class StubBackend: Backend {
    private let answer: Result<UDID, ErrorWrapper>
    private let asked = Mutex<[InstallationKey]>([])

    private let failures: Int

    init(_ answer: Result<UDID, ErrorWrapper> = .success(.fixture()), failures: Int = 0) {
        self.answer = answer
        self.failures = failures
    }

    var installations: [InstallationKey] { asked.withLock { $0 } }

    func publishUDID(for installation: InstallationKey) async throws(ErrorWrapper) -> UDID {
        let count = asked.withLock { asked in
            asked.append(installation)
            return asked.count
        }
        guard count > failures else { throw .service(error: .client(.networkUnreachable)) }
        return try answer.get()
    }
}

/// A backend that takes an hour on a clock that stands still.
struct HangingBackend: Backend {
    let clock: any Clock

    func publishUDID(for installation: InstallationKey) async throws(ErrorWrapper) -> UDID {
        try await clock.sleep(for: .seconds(3600))
        return .fixture()
    }
}
