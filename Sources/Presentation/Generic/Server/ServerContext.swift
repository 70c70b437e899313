#if Server
package import Hummingbird
import Logging
import Tracing

/// What the service knows of a request besides its content.
package struct ServerContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// `nil` unless the request is part of a trace that is recorded.
    var span: (any Span)?
    /// The other end of the connection.
    let peer: ClientAddress

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = ClientAddress.peer ?? .unknown
    }

    /// Identifies the request in the log. Hummingbird's own identifier is a counter, which reveals how many requests
    /// there are.
    func named(_ requestID: String) -> ServerContext {
        var context = self
        context.logger[metadataKey: "hb.request.id"] = .string(requestID)
        return context
    }
}
#endif
