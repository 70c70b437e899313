package import Domain
import Foundation

/// The clocks of the operating system.
package struct SystemClock: Clock {
    private let start = ContinuousClock.now
    private let timers = Timers()

    package init() {}

    package var now: Timestamp {
        Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }

    package var uptime: Duration {
        start.duration(to: .now)
    }

    package func sleep(for duration: Duration) async throws(ErrorWrapper) {
        guard await timers.sleep(for: duration) else { throw .interrupted }
    }

    /// Calls `ring` after the duration, unless the alarm is stopped first.
    func alarm(after duration: Duration, _ ring: @escaping @Sendable () -> Void) -> Alarm {
        timers.alarm(after: duration, ring)
    }
}
