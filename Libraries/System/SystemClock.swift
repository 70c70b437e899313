public import Foundation
public import Usecases

/// The clocks of the operating system.
public struct SystemClock: Clock {
    private let start = ContinuousClock.now
    private let timers = Timers()
    private let timeZone: TimeZone

    /// `timeZone` is the user's: that of the process, unless another one is given.
    public init(timeZone: TimeZone = .autoupdatingCurrent) {
        self.timeZone = timeZone
    }

    /// The time of the system's clock, rounded down to the millisecond.
    public var now: Timestamp {
        Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }

    /// The day in the user's time zone, by its offset from UTC at that time.
    public func day(of time: Timestamp) -> Day {
        let date = Date(timeIntervalSince1970: Double(time.milliseconds) / 1000)
        return Day(of: time, aheadOfUTC: timeZone.secondsFromGMT(for: date))
    }

    /// The time since this clock was created.
    public var uptime: Duration {
        start.duration(to: .now)
    }

    /// Waits at least `duration`; throws `ErrorWrapper.interrupted` at once when the task is cancelled.
    public func sleep(for duration: Duration) async throws(ErrorWrapper) {
        guard await timers.sleep(for: duration) else { throw .interrupted }
    }

    /// Calls `ring` after the duration, unless the alarm is stopped first.
    public func alarm(after duration: Duration, _ ring: @escaping @Sendable () -> Void) -> Alarm {
        timers.alarm(after: duration, ring)
    }
}
