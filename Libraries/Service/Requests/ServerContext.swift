#if Server
public import HTTPTypes
public import Hummingbird
import Logging
import Tracing
import Usecases

/// What the service knows of a request besides its content.
public struct ServerContext: RequestContext {
    /// The context that Hummingbird keeps for each request.
    public var coreContext: CoreRequestContextStorage
    /// `nil` unless the request is part of a trace that is recorded.
    var span: (any Span)?
    /// The other end of the connection, or the client behind it, once the headers have been read.
    public internal(set) var client: ClientAddress
    /// Identifies the request for the client and in the log. Hummingbird's own identifier is a counter, which reveals how
    /// many requests there are.
    var requestID = ""

    /// Creates the context of a request; the client is the other end of the connection at first.
    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        client = ClientAddress.peer ?? .unknown
    }

    /// Writes a line that says which request it is about. Most requests cause none, and so pay for no logger of their own.
    func log(_ level: Logger.Level, _ message: Logger.Message, _ metadata: @autoclosure () -> Logger.Metadata) {
        logger.log(
            level: level, message,
            metadata: metadata().merging(["hb.request.id": .string(requestID)]) { own, _ in own })
    }
}

/// Identifiers of requests that say nothing about other requests.
enum RequestID {
    /// 128 random bits in 32 hexadecimal digits.
    static func next(_ randomSource: any RandomSource) -> String {
        let (high, low) = (randomSource.next(), randomSource.next())
        return String(unsafeUninitializedCapacity: 32) { text in
            for index in 0..<32 { text[index] = (index < 16 ? high : low).hexDigit(at: index % 16) }
            return 32
        }
    }
}

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
