import Domain

/// How often, how soon and how long a request is repeated.
package struct RetryPolicy: Sendable, Hashable {
    /// All of them, the first one too; at least 1.
    package var attempts: Int
    /// The longest pause after the first attempt; it doubles with each.
    package var firstPause: Duration
    /// No pause is longer, unless the server asks for it.
    package var longestPause: Duration
    /// For all attempts and pauses together.
    package var deadline: Duration
    /// Those that promise that another time may go better.
    package var statuses: Set<Int>

    package init(
        attempts: Int = 3, firstPause: Duration = .milliseconds(100), longestPause: Duration = .seconds(2),
        deadline: Duration = .seconds(8), statuses: Set<Int> = [408, 429, 502, 503, 504]
    ) {
        self.attempts = max(1, attempts)
        self.firstPause = max(.zero, firstPause)
        self.longestPause = max(.zero, longestPause)
        self.deadline = deadline
        self.statuses = statuses
    }

    /// The longest pause after so many attempts.
    package func bound(after attempts: Int) -> Duration {
        var bound = firstPause
        var doublings = attempts - 1
        while doublings > 0, bound > .zero, bound < longestPause {
            bound = bound > longestPause / 2 ? longestPause : bound * 2
            doublings -= 1
        }
        return min(bound, longestPause)
    }

    /// Full jitter: anything from nothing to the bound, so that those who failed together do not come back together.
    func pause(after attempts: Int, _ randomSource: any RandomSource) -> Duration {
        let (seconds, attoseconds) = bound(after: attempts).components
        // Longer than a year is a year: the number of nanoseconds must fit.
        let nanoseconds = UInt64(min(seconds, 31_536_000)) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
        let (high, _) = randomSource.next().multipliedFullWidth(by: nanoseconds + 1)
        return .nanoseconds(Int64(high))
    }
}
