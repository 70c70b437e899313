public import Usecases

/// How often, how soon and for how long a request is retried.
public struct RetryPolicy: Sendable, Hashable {
    /// The number of all attempts, including the first one; at least 1.
    public var attempts: Int
    /// The upper bound of the pause after the first attempt; it doubles with each attempt.
    public var firstPause: Duration
    /// The maximum pause, unless the server asks for a longer one.
    public var longestPause: Duration
    /// The limit on all attempts and pauses together.
    public var deadline: Duration
    /// The statuses after which a retry may succeed.
    package var statuses: Set<Int>

    /// Creates a policy: `attempts` below 1 count as 1, and negative pauses as none.
    public init(
        attempts: Int = 3, firstPause: Duration = .milliseconds(100), longestPause: Duration = .seconds(2),
        deadline: Duration = .seconds(8), statuses: Set<Int> = [408, 429, 502, 503, 504]
    ) {
        self.attempts = max(1, attempts)
        self.firstPause = max(.zero, firstPause)
        self.longestPause = max(.zero, longestPause)
        self.deadline = deadline
        self.statuses = statuses
    }

    /// The upper bound of the pause after the given number of attempts.
    package func bound(after attempts: Int) -> Duration {
        var bound = firstPause
        var doublings = attempts - 1
        while doublings > 0, bound > .zero, bound < longestPause {
            bound = bound > longestPause / 2 ? longestPause : bound * 2
            doublings -= 1
        }
        return min(bound, longestPause)
    }

    /// Full jitter: anything from zero to the bound, so that clients that failed together do not return together.
    public func pause(after attempts: Int, _ randomSource: any RandomSource) -> Duration {
        let (seconds, attoseconds) = bound(after: attempts).components
        // Cap at one year, so that the number of nanoseconds fits.
        let nanoseconds = UInt64(min(seconds, 31_536_000)) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
        let (high, _) = randomSource.next().multipliedFullWidth(by: nanoseconds + 1)
        return .nanoseconds(Int64(high))
    }
}
