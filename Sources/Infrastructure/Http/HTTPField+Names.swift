import HTTPTypes

extension HTTPField.Name {
    /// `Idempotency-Key`: the service answers a key that it knows as it did before.
    static let idempotencyKey = HTTPField.Name(unchecked: "Idempotency-Key")
    static let link = HTTPField.Name(unchecked: "Link")
    static let gitHubApiVersion = HTTPField.Name(unchecked: "X-GitHub-Api-Version")
    /// How many requests may still be made before ``rateLimitReset``.
    static let rateLimitRemaining = HTTPField.Name(unchecked: "X-RateLimit-Remaining")
    /// When more requests may be made, in seconds since 1970.
    static let rateLimitReset = HTTPField.Name(unchecked: "X-RateLimit-Reset")
}

extension HTTPField.Name {
    /// For names that are valid by their spelling in the source.
    private init(unchecked name: String) {
        guard let name = HTTPField.Name(name) else { preconditionFailure("no header name: \(name)") }
        self = name
    }
}
