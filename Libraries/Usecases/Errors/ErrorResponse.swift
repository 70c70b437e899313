/// The body of a server's response with a status of 400 or above, in the agreed format.
public struct ErrorResponse: Error, Sendable, Hashable, Codable {
    /// A code for programs, such as `TOO_MANY_REQUESTS`.
    public let code: String
    /// A few words for a person.
    public let title: String
    /// A sentence for a person.
    public let message: String

    /// `code` is for programs; `title` and `message` are for people.
    public init(code: String, title: String, message: String) {
        self.code = code
        self.title = title
        self.message = message
    }
}

/// The codes that a client tells apart.
extension ErrorResponse {
    /// An idempotency key was used before, with another request.
    public static let keyReused = "IDEMPOTENCY_KEY_REUSED"
}
