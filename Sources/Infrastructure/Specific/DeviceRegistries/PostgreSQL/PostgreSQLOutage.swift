#if PostgreSQL
import Domain

/// A time in which no connection could be opened.
struct PostgreSQLOutage: Sendable {
    /// On the clock of the pool.
    let since: Duration
    private(set) var failure: PostgreSQLFailure
    /// Those that have failed, one after the other.
    private(set) var attempts = 0
    /// When the next attempt may be made.
    private(set) var pauseEnd: Duration

    /// For servers that have just stopped, which are mostly those that are just starting again; and every client of
    /// theirs comes back at its own time.
    private static let pauses = RetryPolicy(firstPause: .milliseconds(50), longestPause: .seconds(2))

    init(since: Duration, failure: PostgreSQLFailure) {
        self.since = since
        self.failure = failure
        pauseEnd = since
    }

    mutating func addAttempt(_ failure: PostgreSQLFailure, at time: Duration, _ randomSource: any RandomSource) {
        attempts += 1
        self.failure = failure
        pauseEnd = time + Self.pauses.pause(after: attempts, randomSource)
    }

    /// Nobody waits any more for what others have waited for in vain, or what takes a person to repair.
    func isKnown(at time: Duration, patience: Duration) -> Bool {
        switch failure.kind {
        case .unusable: true
        case .lost, .unresponsive, .conflict, .content, .refused: time - since >= patience
        }
    }
}
#endif
