package import Foundation
package import Usecases

/// The clocks of the operating system.
package struct SystemClock: Clock {
    private let start = ContinuousClock.now
    private let timers = Timers()
    private let timeZone: TimeZone

    /// `timeZone` is the user's: that of the process, unless another one is given.
    package init(timeZone: TimeZone = .autoupdatingCurrent) {
        self.timeZone = timeZone
    }

    package var now: Timestamp {
        Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }

    package func day(of time: Timestamp) -> Day {
        let date = Date(timeIntervalSince1970: Double(time.milliseconds) / 1000)
        return Day(of: time, aheadOfUTC: timeZone.secondsFromGMT(for: date))
    }

    package var uptime: Duration {
        start.duration(to: .now)
    }

    package func sleep(for duration: Duration) async throws(ErrorWrapper) {
        guard await timers.sleep(for: duration) else { throw .interrupted }
    }

    /// Calls `ring` after the duration, unless the alarm is stopped first.
    package func alarm(after duration: Duration, _ ring: @escaping @Sendable () -> Void) -> Alarm {
        timers.alarm(after: duration, ring)
    }
}
