import Synchronization
import Usecases

/// A clock whose waits end immediately. Only a wait as long as a deadline never ends.
final class FuzzClock: Clock {
    static let deadline = Duration.seconds(86_400)

    private let elapsed = Mutex(Duration.zero)

    var now: Timestamp {
        .example + .seconds(uptime.components.seconds)
    }

    var uptime: Duration { elapsed.withLock { $0 } }

    func sleep(for duration: Duration) async throws(ErrorWrapper) {
        if duration >= Self.deadline {
            let (never, continuation) = AsyncStream.makeStream(of: Void.self)
            for await _ in never {}
            withExtendedLifetime(continuation) {}
        }
        guard !Task.isCancelled else { throw .interrupted }
        elapsed.withLock { $0 += duration }
    }
}
