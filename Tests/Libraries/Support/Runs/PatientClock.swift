package import UsecasesEngine
import UsecasesSystem

/// A clock for specs with many waiters for one lock. It shows the time and waits, but limits never expire. On a loaded
/// machine, sixteen writers can need longer than the limit for a user.
package struct PatientClock: Clock {
    private let clock = SystemClock()

    package var now: Timestamp { clock.now }
    package let uptime = Duration.zero

    package init() {}

    package func sleep(for duration: Duration) async throws(ErrorWrapper) { try await clock.sleep(for: duration) }
}
