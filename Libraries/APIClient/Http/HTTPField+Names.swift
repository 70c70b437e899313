public import HTTPTypes

extension HTTPField.Name {
    /// `Idempotency-Key`: for a key that it already knows, the service repeats its earlier answer.
    public static let idempotencyKey = HTTPField.Name(literal: "Idempotency-Key")
    /// `Link`: relations to other resources, such as the next page; RFC 8288.
    public static let link = HTTPField.Name(literal: "Link")
    /// Identifies the trace of a request, and its place in it: W3C Trace Context.
    static let traceparent = HTTPField.Name(literal: "traceparent")
    /// How many requests may still be made before ``rateLimitReset``.
    public static let rateLimitRemaining = HTTPField.Name(literal: "X-RateLimit-Remaining")
    /// When more requests may be made, in seconds since 1970.
    public static let rateLimitReset = HTTPField.Name(literal: "X-RateLimit-Reset")
}

extension HTTPField.Name {
    /// Creates a name that is spelled out in the source; an invalid one is a programming error and ends the program.
    public init(literal name: StaticString) {
        guard let name = HTTPField.Name("\(name)") else { preconditionFailure("no header name: \(name)") }
        self = name
    }
}
