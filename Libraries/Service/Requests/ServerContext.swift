#if Server
public import HTTPTypes
public import Hummingbird
import Logging
import Tracing
import UsecasesEngine

/// The context of a request, in addition to its content.
public struct ServerContext: RequestContext {
    /// The context that Hummingbird keeps for each request.
    public var coreContext: CoreRequestContextStorage
    /// The span of the request, or `nil` unless the request is part of a recorded trace.
    var span: (any Span)?
    /// The other end of the connection. After the headers are read, it is the client behind a trusted proxy.
    public internal(set) var client: ClientAddress
    /// The ID of the request for the client and in the log. Hummingbird's own identifier is a counter and reveals the
    /// number of requests.
    var requestID = ""

    /// Creates the context of a request. The client is initially the other end of the connection.
    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        client = ClientAddress.peer ?? .unknown
    }

    /// Writes a line with the ID of the request. Most requests write no line, so they create no logger.
    func log(_ level: Logger.Level, _ message: Logger.Message, _ metadata: @autoclosure () -> Logger.Metadata) {
        logger.log(
            level: level, message,
            metadata: metadata().merging(["hb.request.id": .string(requestID)]) { own, _ in own })
    }
}

/// Request identifiers that reveal nothing about other requests.
enum RequestID {
    /// Returns 128 random bits in 32 hexadecimal digits.
    static func next(_ randomSource: any RandomSource) -> String {
        String(hexadecimal: randomSource.next(), randomSource.next())
    }
}

extension HTTPField.Name {
    /// A key for the repetition of a request. The repetition receives the first response again.
    public static let idempotencyKey = literal("Idempotency-Key")
    /// The trace that the request belongs to, according to W3C Trace Context.
    package static let traceparent = literal("traceparent")
    /// The addresses that forwarded the request, the nearest last.
    package static let xForwardedFor = literal("X-Forwarded-For")
    /// The ID of the request in the log.
    package static let xRequestID = literal("X-Request-ID")

    static func literal(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("no header name: \(name)") }
        return name
    }
}
#endif
