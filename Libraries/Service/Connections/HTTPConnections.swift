#if Server
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// HTTP/1.1 on a connection. Hummingbird handles the requests, behind handlers that enforce the protocol and the limits
/// of clients.
struct HTTPConnections: HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    struct Limits: Sendable {
        /// The maximum time that a connection waits for the next request.
        var idle: Duration
        /// The maximum time until a request has arrived.
        var request: TimeAmount
        /// The maximum time for a request to arrive after the service received a stop signal.
        var ending: TimeAmount
    }

    /// The limit for the body of any request, in bytes.
    static let bodyLimit = 16 * 1024
    /// The limit for a head, in bytes. The decoder never keeps much more of an incomplete request.
    static let headLimit = 16 * 1024

    let responder: Responder
    let limits: Limits
    /// Whether clients reach the service over TLS, directly or through a proxy.
    let isSecure: Bool
    let onRefusal: @Sendable (Refusal) -> Void
    private let turns = TurnsOfEventLoops()

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            try addHandlers(to: channel.pipeline.syncOperations, eventLoop: channel.eventLoop, logger: logger)
            return try NIOAsyncChannel(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
    }

    func handle(value: Value, logger: Logger) async {
        await handleHTTP(asyncChannel: value, logger: logger)
    }

    /// Adds the handlers that convert the bytes of a socket into the parts of requests.
    func addHandlers(
        to pipeline: ChannelPipeline.SynchronousOperations, eventLoop: any EventLoop, logger: Logger
    ) throws {
        var decoding = NIOHTTPDecoderLimitConfiguration()
        decoding.maxHeaderFieldSize = Self.headLimit / 2
        decoding.maxHeaderListSize = Self.headLimit
        decoding.maxHeaderFieldCount = 100
        let gate = InboundGate(turns: turns.turns(of: eventLoop))
        try pipeline.addHandlers([
            gate,
            HTTPResponseEncoder(),
            ByteToMessageHandler(
                HTTPRequestDecoder(limitConfiguration: decoding), maximumBufferSize: 2 * Self.headLimit),
            RequestGuard(
                gate: gate, requestTimeout: limits.request, endingTimeout: min(limits.request, limits.ending),
                isSecure: isSecure, onRefusal: onRefusal),
            HTTP1ToHTTPServerCodec(secure: false),
            HTTPConnectionStateHandler(idleTimeout: limits.idle, logger: logger),
        ])
    }
}
#endif
