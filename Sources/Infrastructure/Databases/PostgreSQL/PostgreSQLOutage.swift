#if PostgreSQL
import Usecases
import UsecasesAPIClient

/// A period during which no connection could be opened.
struct PostgreSQLOutage: Sendable {
    /// On the clock of the pool.
    let since: Duration
    private(set) var failure: PostgreSQLFailure
    /// The number of successive failed attempts.
    private(set) var attempts = 0
    /// The earliest time of the next attempt.
    private(set) var pauseEnd: Duration

    /// Short at first, as a server that has just stopped is usually restarting; randomised, so that its clients do not
    /// all return at the same time.
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

    /// Whether to fail at once: others have already waited in vain, or a person has to repair the database.
    func isKnown(at time: Duration, patience: Duration) -> Bool {
        switch failure.kind {
        case .unusable: true
        case .lost, .unresponsive, .conflict, .content, .refused: time - since >= patience
        }
    }
}
#endif
