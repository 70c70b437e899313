#if Server
public import HTTPTypes

extension HTTPField.Name {
    /// A key with which a request may be repeated: it gets the same answer as the first time.
    public static let idempotencyKey = literal("Idempotency-Key")
    /// The trace that the request belongs to, according to W3C Trace Context.
    package static let traceparent = literal("traceparent")
    /// The addresses that the request came through, the nearest last.
    package static let xForwardedFor = literal("X-Forwarded-For")
    /// Identifies the request in the log.
    package static let xRequestID = literal("X-Request-ID")

    private static func literal(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("no header name: \(name)") }
        return name
    }
}
#endif
