#if Server
package import Hummingbird
import Logging
import Tracing

/// What the service knows of a request besides its content.
package struct ServerContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// Where the request is part of a trace that is recorded.
    var span: (any Span)?
    /// Who is at the other end of the connection.
    let peer: ClientAddress

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = ClientAddress.peer ?? .unknown
    }

    /// Names the request in the log. Hummingbird's own name is a number that counts up, and tells how many there are.
    func named(_ requestID: String) -> ServerContext {
        var context = self
        context.logger[metadataKey: "hb.request.id"] = .string(requestID)
        return context
    }
}
#endif
