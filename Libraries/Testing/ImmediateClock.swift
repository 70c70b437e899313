import Synchronization
public import Usecases

/// A clock on which every wait ends at once, after exactly the requested duration.
public final class ImmediateClock: Clock {
    private let elapsed = Mutex(Duration.zero)

    /// Begins at the time of the examples.
    public init() {}

    /// The time of examples, plus the whole seconds of the uptime.
    public var now: Timestamp {
        .example + .seconds(uptime.components.seconds)
    }

    /// The sum of all waits.
    public var uptime: Duration { elapsed.withLock { $0 } }

    /// Adds the duration to the uptime at once; throws ``/Usecases/ErrorWrapper/interrupted`` if the task is cancelled.
    public func sleep(for duration: Duration) async throws(ErrorWrapper) {
        guard !Task.isCancelled else { throw .interrupted }
        elapsed.withLock { $0 += duration }
    }
}
