package import HTTPTypes

extension HTTPField.Name {
    /// `Idempotency-Key`: the service answers a key that it knows as it did before.
    static let idempotencyKey = HTTPField.Name(literal: "Idempotency-Key")
    static let link = HTTPField.Name(literal: "Link")
    static let gitHubApiVersion = HTTPField.Name(literal: "X-GitHub-Api-Version")
    /// Of which trace a request is, and which part of it: W3C Trace Context.
    static let traceparent = HTTPField.Name(literal: "traceparent")
    /// How many requests may still be made before ``rateLimitReset``.
    static let rateLimitRemaining = HTTPField.Name(literal: "X-RateLimit-Remaining")
    /// When more requests may be made, in seconds since 1970.
    static let rateLimitReset = HTTPField.Name(literal: "X-RateLimit-Reset")
}

extension HTTPField.Name {
    /// A name that is spelled out in the source; one that is not valid is a mistake in it, and ends the program.
    package init(literal name: StaticString) {
        guard let name = HTTPField.Name("\(name)") else { preconditionFailure("no header name: \(name)") }
        self = name
    }
}
