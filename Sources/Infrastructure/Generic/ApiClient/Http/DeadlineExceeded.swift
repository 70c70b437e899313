/// The exchange was not completed in time.
struct DeadlineExceeded: Error, Hashable, CustomStringConvertible {
    let timeout: Duration

    var description: String { "no complete response within \(timeout.told)" }
}
