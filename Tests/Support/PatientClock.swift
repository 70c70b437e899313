import CalearningDomain
import Usecases
import UsecasesStorage
import UsecasesSystem

/// The clock of specs in which many wait for one lock. It shows the time and it waits, but no time passes for limits:
/// on a loaded machine, sixteen writers can need longer than the limit that is right for a user.
struct PatientClock: Clock {
    private let clock = SystemClock()

    var now: Timestamp { clock.now }
    let uptime = Duration.zero

    func sleep(for duration: Duration) async throws(ErrorWrapper) { try await clock.sleep(for: duration) }
}

extension FileDataStore {
    static func fixture(at directory: String, clock: any Clock = PatientClock()) -> FileDataStore {
        FileDataStore(directory: directory, product: Product.own.name, keys: DeviceMemory.keys.all, clock: clock)
    }
}
