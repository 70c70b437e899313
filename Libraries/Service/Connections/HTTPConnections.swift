#if Server
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// HTTP/1.1 on a connection: Hummingbird's own handling of requests, behind handlers that hold clients to the protocol
/// and to their limits.
struct HTTPConnections: HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    struct Limits: Sendable {
        /// How long a connection may wait for the next request.
        var idle: Duration
        /// How long a request may take to arrive.
        var request: TimeAmount
        /// How long a request may still take once the service is told to stop.
        var ending: TimeAmount
    }

    /// The limit for the body of any request, in bytes.
    static let bodyLimit = 16 * 1024
    /// The limit for a head, in bytes; what the decoder keeps of an incomplete request is never much more.
    private static let headLimit = 16 * 1024

    let responder: Responder
    let limits: Limits
    let onRefusal: @Sendable (Refusal) -> Void
    private let turns = TurnsOfEventLoops()

    init(responder: @escaping Responder, limits: Limits, onRefusal: @escaping @Sendable (Refusal) -> Void) {
        self.responder = responder
        self.limits = limits
        self.onRefusal = onRefusal
    }

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

    /// Adds the handlers that turn the bytes of a socket into the parts of requests.
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
                onRefusal: onRefusal),
            HTTP1ToHTTPServerCodec(secure: false),
            HTTPConnectionStateHandler(idleTimeout: limits.idle, logger: logger),
        ])
    }
}
#endif
