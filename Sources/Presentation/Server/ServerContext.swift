#if Server
package import Hummingbird
import Logging
import NIOCore
import Tracing

/// What the service knows of a request besides its content.
package struct ServerContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// Where the request is part of a trace that is recorded.
    var span: (any Span)?
    /// Names the request in the log. Hummingbird's own is a number that counts up, and tells how many there are.
    let requestID = RequestID.random()
    private let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
        logger[metadataKey: "hb.request.id"] = .string(requestID)
    }

    /// Who is at the other end of the connection; `nil` for a local socket.
    var peer: ClientAddress? {
        channel.remoteAddress.flatMap { ClientAddress($0) }
    }
}
#endif
