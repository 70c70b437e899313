#if Server
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Answers what cannot be read in the form of the contract, gives a request only so long to arrive, and closes a
/// connection so that its last answer arrives.
///
/// A fault counts for the request that it is in: those before it on the same connection get their answers first.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long a client may take to read the last answer before what it still sends resets the connection.
    private static let lingering = TimeAmount.seconds(1)

    private let requestTimeout: TimeAmount
    private let onRefusal: @Sendable (Refusal) -> Void

    private var requestsBegun = 0
    private var responsesEnded = 0
    private var isReading = false
    /// The number of the request at fault, counted from 1, and what it is answered.
    private var fault: (request: Int, refusal: Refusal)?
    private var isReplacing = false
    private var closesAfterResponse = false
    private var isClosing = false
    private var timer: Scheduled<Void>?

    init(requestTimeout: TimeAmount, onRefusal: @escaping @Sendable (Refusal) -> Void) {
        self.requestTimeout = requestTimeout
        self.onRefusal = onRefusal
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        switch unwrapInboundIn(data) {
        case .head:
            requestsBegun += 1
            isReading = true
        case .body: break
        case .end:
            isReading = false
            timer?.cancel()
            timer = nil
        }
        context.fireChannelRead(data)
    }

    /// Most requests arrive whole at once, and cost no timer.
    func channelReadComplete(context: ChannelHandlerContext) {
        if isReading, timer == nil {
            timer = context.eventLoop.assumeIsolated().scheduleTask(in: requestTimeout) {
                self.timer = nil
                self.giveUp(context)
            }
        }
        context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is HTTPParserError, fault == nil {
            fault = (isReading ? requestsBegun : requestsBegun + 1, .unreadable)
        }
        context.fireErrorCaught(error)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isClosing else {
            promise?.succeed()
            return
        }
        if let fault, responsesEnded >= fault.request {
            // It was answered before the fault was found.
            promise?.succeed()
            return close(context)
        }
        switch unwrapOutboundIn(data) {
        case .head(let response):
            isReplacing = fault?.request == responsesEnded + 1
            closesAfterResponse = response.headerFields[.connection] == "close"
            guard !isReplacing else { break }
            return context.write(data, promise: promise)
        case .body:
            guard !isReplacing else { break }
            return context.write(data, promise: promise)
        case .end:
            responsesEnded += 1
            if isReplacing, let fault {
                write(fault.refusal, context)
            } else {
                context.write(data, promise: promise)
                if closesAfterResponse { close(context) }
                return
            }
        }
        promise?.succeed()
    }

    private func write(_ refusal: Refusal, _ context: ChannelHandlerContext) {
        let body = JSONBody.text(of: refusal.response)
        var headers = refusal.headers
        headers[.contentType] = "application/json"
        headers[.contentLength] = "\(body.readableBytes)"
        context.write(wrapOutboundOut(.head(HTTPResponse(status: refusal.status, headerFields: headers))), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: nil)
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
        onRefusal(refusal)
        close(context)
    }

    /// The rest of the request does not come.
    private func giveUp(_ context: ChannelHandlerContext) {
        guard !isClosing, isReading else { return }
        guard responsesEnded < requestsBegun else { return close(context) }
        fault = fault ?? (requestsBegun, .tooSlow)
        // Whoever waits for the body is told in the way that it knows.
        context.fireErrorCaught(HTTPParserError.invalidEOFState)
    }

    /// A connection that is closed while the client still sends is reset, and the client may never see the answer.
    private func close(_ context: ChannelHandlerContext) {
        isClosing = true
        timer?.cancel()
        timer = nil
        context.flush()
        context.close(mode: .output, promise: nil)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.lingering) {
            context.close(promise: nil)
        }
    }
}
#endif
