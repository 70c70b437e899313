import CalearningDomain
import Usecases
import UsecasesStorage
import UsecasesSystem

/// A clock for specs with many waiters for one lock. It shows the time and waits, but limits never expire. On a loaded
/// machine, sixteen writers can need longer than the limit for a user.
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
