public import Foundation
public import Usecases

/// A clock that uses the operating system's time and timers.
public struct SystemClock: Clock {
    /// A century. Longer sleeps end after it.
    private static let longestSleep = Duration.seconds(3_155_760_000)

    private let start = ContinuousClock.now
    private let timeZone: TimeZone

    /// `timeZone` is the time zone of the user. By default, it is the time zone of the process.
    public init(timeZone: TimeZone = .autoupdatingCurrent) {
        self.timeZone = timeZone
    }

    /// The current time, rounded down to the millisecond. A system clock outside of the years 1970 to 9999 is wrong. It
    /// counts as the first or the last time of these years.
    public var now: Timestamp {
        Timestamp(milliseconds: Int64(min(max(0, Date().timeIntervalSince1970 * 1000), 1e15).rounded(.down)))
    }

    /// Returns the day in the user's time zone, with its offset from UTC at that time.
    public func day(of time: Timestamp) -> Day {
        let date = Date(timeIntervalSince1970: Double(time.milliseconds) / 1000)
        return Day(of: time, aheadOfUTC: timeZone.secondsFromGMT(for: date))
    }

    /// The time since this clock was created.
    public var uptime: Duration {
        start.duration(to: .now)
    }

    /// Waits for at least `duration`. Throws `ErrorWrapper.interrupted` immediately when the task is cancelled.
    public func sleep(for duration: Duration) async throws(ErrorWrapper) {
        do {
            try await Task.sleep(for: min(duration, Self.longestSleep), clock: .continuous)
        } catch {
            throw .interrupted
        }
    }
}
