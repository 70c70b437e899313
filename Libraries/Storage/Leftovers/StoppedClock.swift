public import Usecases

/// A clock that always shows the same moment, and on which sleeping takes no time.
public struct StoppedClock: Clock {
    /// 2026-11-20T12:00:00Z, always.
    public let now = Timestamp.example
    /// Zero, always.
    public let uptime = Duration.zero

    /// Creates the clock; all of them show the same moment.
    public init() {}

    /// Returns at once.
    public func sleep(for duration: Duration) {}
}
