/// The random pauses between attempts. Their upper bound doubles with each attempt.
public struct Backoff: Sendable, Hashable {
    /// The upper bound of the pause after the first attempt.
    public let first: Duration
    /// The largest upper bound.
    public let longest: Duration

    /// Creates the pauses. Negative bounds become zero.
    public init(first: Duration, longest: Duration) {
        self.first = max(.zero, first)
        self.longest = max(.zero, longest)
    }

    /// Returns the upper bound of the pause after the given number of attempts.
    package func bound(after attempts: Int) -> Duration {
        var bound = first
        var doublings = attempts - 1
        while doublings > 0, bound > .zero, bound < longest {
            bound = bound > longest / 2 ? longest : bound * 2
            doublings -= 1
        }
        return min(bound, longest)
    }

    /// Returns a random pause up to the bound (full jitter), to keep clients from retrying at the same time.
    public func pause(after attempts: Int, _ randomSource: any RandomSource) -> Duration {
        let nanoseconds = UInt64(bound(after: attempts).nanoseconds)
        let (high, _) = randomSource.next().multipliedFullWidth(by: nanoseconds + 1)
        return .nanoseconds(Int64(high))
    }
}
