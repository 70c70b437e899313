import Synchronization
public import Usecases

/// A clock on which every wait ends at once, after exactly the requested duration.
public final class ImmediateClock: Clock {
    private let elapsed = Mutex(Duration.zero)

    public var now: Timestamp {
        .example + .seconds(uptime.components.seconds)
    }

    public var uptime: Duration { elapsed.withLock { $0 } }

    public func sleep(for duration: Duration) async throws(ErrorWrapper) {
        guard !Task.isCancelled else { throw .interrupted }
        elapsed.withLock { $0 += duration }
    }
}
