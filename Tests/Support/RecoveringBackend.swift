import CalearningDomain
import Synchronization
import Usecases

/// A backend that cannot be reached on the first attempt.
final class RecoveringBackend: Backend {
    private let attempts = Mutex(0)

    func publishUDID(for installation: InstallationKey) async throws(ErrorWrapper) -> UDID {
        let attempt = attempts.withLock { attempts in
            attempts += 1
            return attempts
        }
        guard attempt > 1 else { throw .service(error: .client(.ネットワーク接続不可)) }
        return .fixture()
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
