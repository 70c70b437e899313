/// The exchange was not completed in time.
struct DeadlineExceeded: Error, Hashable, CustomStringConvertible {
    let timeout: Duration

    /// What was left of a deadline can be nothing at all.
    var description: String { "no complete response within \(max(timeout, .nanoseconds(1)).told)" }
}
