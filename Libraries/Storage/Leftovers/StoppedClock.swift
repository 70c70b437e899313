public import Usecases

/// A clock that always shows the same moment, and on which sleeping takes no time.
public struct StoppedClock: Clock {
    public let now = Timestamp.example
    public let uptime = Duration.zero

    public init() {}

    public func sleep(for duration: Duration) {}
}
