/// The exchange was not complete in time.
struct DeadlineExceeded: Error, Hashable, CustomStringConvertible {
    let timeout: Duration

    var description: String { "no complete response within \(timeout)" }
}

/// A status that is neither a success nor an error, such as a redirect, which is not followed.
struct UnexpectedStatus: Error, Hashable, CustomStringConvertible {
    let status: Int
    let location: String?

    var description: String {
        guard let location else { return "status \(status)" }
        return "status \(status), a redirect to \(location) that was not followed"
    }
}
