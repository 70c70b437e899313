import Synchronization
import Usecases

/// A clock on which every wait ends at once, after exactly the requested duration.
final class ImmediateClock: Clock {
    private let elapsed = Mutex(Duration.zero)

    var now: Timestamp {
        .example + uptime.components.seconds * 1000
    }

    var uptime: Duration { elapsed.withLock { $0 } }

    func sleep(for duration: Duration) async throws(ErrorWrapper) {
        guard !Task.isCancelled else { throw .interrupted }
        elapsed.withLock { $0 += duration }
    }
}
