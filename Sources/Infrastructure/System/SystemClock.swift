package import Domain
import Foundation

/// The clocks of the operating system.
package struct SystemClock: Clock {
    private let start = ContinuousClock.now

    package init() {}

    package var now: Timestamp {
        Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }

    package var uptime: Duration {
        start.duration(to: .now)
    }

    package func sleep(for duration: Duration) async throws(ErrorWrapper) {
        do {
            try await Task.sleep(for: duration)
        } catch {
            throw .interrupted
        }
    }
}
