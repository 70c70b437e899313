#if Server
public import Hummingbird
import Logging
import Tracing

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
#endif
