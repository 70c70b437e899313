import Synchronization
public import UsecasesEngine

/// The clock of a world. It stands still until the world lets time pass.
public final class WorldClock: Clock {
    private let elapsed = Mutex(Duration.zero)

    /// Creates a clock at 2026-11-20T12:00:00Z.
    public init() {}

    /// The time of examples, and the time that has passed since the world began.
    public var now: Timestamp { .example + uptime }

    /// The time that has passed since the world began.
    public var uptime: Duration { elapsed.withLock { $0 } }

    /// Returns immediately. Only the runs of a world wait.
    public func sleep(for duration: Duration) {}

    /// Returns the uptime at this time.
    public func uptime(at time: Timestamp) -> Duration { time - .example }

    func pass(to time: Duration) { elapsed.withLock { $0 = max($0, time) } }
}
