#if Server
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Enforces HTTP/1.1. It answers violations in the format of the contract, and limits the time for a request to arrive.
/// It also closes connections in a way that delivers their last response.
///
/// A fault belongs to its own request. Earlier requests on the connection are answered first.
final class RequestGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The time for a client to read the last response. After that, further data from the client resets the connection.
    private static let lingering = TimeAmount.seconds(1)

    private let gate: InboundGate
    private let requestTimeout: TimeAmount
    private let endingTimeout: TimeAmount
    private let isSecure: Bool
    private let onRefusal: @Sendable (Refusal) -> Void

    private var requestsBegun = 0
    private var responsesEnded = 0
    private var isReading = false
    private var isResponding = false
    private var bodyLength = 0
    /// The number of the request that waits for `100 Continue`, counted from 1.
    private var expecting: Int?
    /// The number of the request at fault, and its response.
    private var fault: (request: Int, refusal: Refusal)?
    /// The number of the last request. The connection is closed after its response.
    private var last: Int?
    /// Whether the response must state that the connection stays open, for HTTP/1.0 clients.
    private var saysKeepAlive = false
    private var isClosing = false
    private var timer: Scheduled<Void>?

    /// Creates a guard. `requestTimeout` is the maximum time for a request to arrive. `endingTimeout` is the maximum
    /// time after the service received a stop signal. `isSecure` says whether clients reach the service over TLS.
    init(
        gate: InboundGate, requestTimeout: TimeAmount, endingTimeout: TimeAmount, isSecure: Bool,
        onRefusal: @escaping @Sendable (Refusal) -> Void
    ) {
        self.gate = gate
        self.requestTimeout = requestTimeout
        self.endingTimeout = endingTimeout
        self.isSecure = isSecure
        self.onRefusal = onRefusal
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stopTimer()
    }
}

// MARK: - Requests

extension RequestGuard {
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing, fault == nil else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            // The decoder may have continued before it knew that this request was the last one.
            guard last == nil else { return }
            begin(head, context)
        case .body(let bytes):
            guard isReading else { return }
            bodyLength += bytes.readableBytes
            gate.bodyContinues(bytes.readableBytes)
            // The body is over any limit. A handler that reads it has already stopped, and others never read it.
            if bodyLength > 2 * HTTPConnections.bodyLimit { endAfter(requestsBegun, context) }
            context.fireChannelRead(data)
        case .end:
            guard isReading else { return }
            isReading = false
            stopTimer()
            gate.requestIsWhole(isAnswered: responsesEnded == requestsBegun)
            // Further bytes are not read, even if they belong to a different protocol.
            if last == requestsBegun { gate.shut() }
            context.fireChannelRead(data)
        }
    }

    /// Starts the timer for an incomplete request. Most requests arrive in one read and need no timer.
    func channelReadComplete(context: ChannelHandlerContext) {
        if isReading || gate.isInsideRequest, timer == nil, !isClosing {
            timer = context.eventLoop.assumeIsolated().scheduleTask(in: requestTimeout) {
                self.timer = nil
                self.giveUp(context)
            }
        }
        context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is HTTPParserError || error is ByteToMessageDecoderError.PayloadTooLargeError {
            // The bytes after the last request need not be a request.
            guard last == nil || isReading else { return }
            refuse(isReading ? requestsBegun : requestsBegun + 1, .unreadable, context)
        }
        context.fireErrorCaught(error)
    }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        requestsBegun += 1
        isReading = true
        bodyLength = 0
        gate.bodyBegins()
        if let complaint = head.complaint {
            return refuse(requestsBegun, .malformed(complaint, closes: true), context)
        }
        saysKeepAlive = head.version.minor == 0
        if head.closesConnection || head.leavesHTTP { last = requestsBegun }
        if head.expectsContinue { expecting = requestsBegun }
        context.fireChannelRead(wrapInboundOut(.head(head)))
        inviteBody(context)
    }

    private func inviteBody(_ context: ChannelHandlerContext) {
        guard let expecting, expecting == responsesEnded + 1, isReading, !isResponding, !isClosing else { return }
        self.expecting = nil
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }

    /// Gives clients time when the service ends. A client that continues its request, or receives its responses, is
    /// served. A client that does neither must not count as work that the service abandoned.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            context.eventLoop.assumeIsolated().scheduleTask(in: endingTimeout) { self.hurry(context) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func hurry(_ context: ChannelHandlerContext) {
        if !context.channel.isWritable || isClosing {
            context.close(promise: nil)
        } else if isReading || gate.isInsideRequest {
            giveUp(context)
        }
    }

    /// Refuses a request that did not arrive in time.
    private func giveUp(_ context: ChannelHandlerContext) {
        guard !isClosing, fault == nil else { return }
        refuse(isReading ? requestsBegun : requestsBegun + 1, .tooSlow, context)
        // The reader of the body receives the error that it handles.
        context.fireErrorCaught(HTTPParserError.invalidEOFState)
    }

    private func stopTimer() {
        timer?.cancel()
        timer = nil
    }
}

// MARK: - Answers

extension RequestGuard {
    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isClosing else {
            promise?.succeed()
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            isResponding = true
            if head.headers.contains(name: "connection") { last = responsesEnded + 1 }
            if last == responsesEnded + 1 {
                head.headers.replaceOrAdd(name: "connection", value: "close")
            } else if saysKeepAlive {
                head.headers.replaceOrAdd(name: "connection", value: "keep-alive")
            }
            protect(&head.headers)
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            context.write(data, promise: promise)
            isResponding = false
            responsesEnded += 1
            if responsesEnded == last { return close(context) }
            answerFault(context)
            gate.requestIsAnswered()
            inviteBody(context)
        }
    }

    /// Refuses the request after the earlier requests are answered.
    private func refuse(_ request: Int, _ refusal: Refusal, _ context: ChannelHandlerContext) {
        guard fault == nil, !isClosing else { return }
        fault = (request, refusal)
        gate.shut()
        stopTimer()
        answerFault(context)
    }

    private func answerFault(_ context: ChannelHandlerContext) {
        guard let fault, !isClosing else { return }
        // The request was answered before the fault was found.
        if responsesEnded >= fault.request { return close(context) }
        // A response that has begun cannot be replaced. The connection is closed after it.
        if isResponding { return last = fault.request }
        guard responsesEnded == fault.request - 1 else { return }
        write(fault.refusal, context)
    }

    private func write(_ refusal: Refusal, _ context: ChannelHandlerContext) {
        let body = JSONBody.text(of: refusal.response)
        var head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: refusal.status.code))
        for field in refusal.headers { head.headers.add(name: field.name.rawName, value: field.value) }
        head.headers.replaceOrAdd(name: "connection", value: "close")
        head.headers.add(name: "content-type", value: "application/json")
        head.headers.add(name: "content-length", value: "\(body.readableBytes)")
        protect(&head.headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
        onRefusal(refusal)
        close(context)
    }

    /// Adds the headers of every response, as in section 3.4 of OWASP's ASVS 5.0. A page has its own policy.
    private func protect(_ headers: inout HTTPHeaders) {
        headers.add(name: "x-content-type-options", value: "nosniff")
        if isSecure { headers.add(name: "strict-transport-security", value: "max-age=31536000") }
        if !headers.contains(name: "content-security-policy") {
            headers.add(name: "content-security-policy", value: "default-src 'none'; frame-ancestors 'none'")
        }
    }

    /// Closes the connection after the response to this request, or immediately if that was sent.
    private func endAfter(_ request: Int, _ context: ChannelHandlerContext) {
        last = request
        gate.shut()
        if responsesEnded >= request { close(context) }
    }

    /// Closes the connection for output, and completely after a delay. Closing while the client still sends would reset
    /// the connection, and the client might not receive the response.
    private func close(_ context: ChannelHandlerContext) {
        isClosing = true
        stopTimer()
        gate.shut()
        context.flush()
        context.close(mode: .output, promise: nil)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.lingering) {
            context.close(promise: nil)
        }
    }
}
#endif
