#if Server
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Holds a client to HTTP/1.1: answers violations in the form of the contract, limits the time that a request may take
/// to arrive, and closes a connection when it is to be closed, in such a way that its last answer arrives.
///
/// A fault belongs to the request that it is in: those before it on the same connection get their answers first.
final class RequestGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// How long a client may take to read the last answer before what it still sends resets the connection.
    private static let lingering = TimeAmount.seconds(1)

    private let gate: InboundGate
    private let requestTimeout: TimeAmount
    private let endingTimeout: TimeAmount
    private let onRefusal: @Sendable (Refusal) -> Void

    private var requestsBegun = 0
    private var responsesEnded = 0
    private var isReading = false
    private var isResponding = false
    private var bodyLength = 0
    /// The number of the request that waits for `100 Continue`, counted from 1.
    private var expecting: Int?
    /// The number of the request at fault, and its answer.
    private var fault: (request: Int, refusal: Refusal)?
    /// The number of the request after whose answer the connection is closed.
    private var last: Int?
    /// HTTP/1.0 clients have to be told that the connection stays open.
    private var saysKeepAlive = false
    private var isClosing = false
    private var timer: Scheduled<Void>?

    /// `requestTimeout` is how long a request may take to arrive, and `endingTimeout` how long it may still take once
    /// the service is told to stop.
    init(
        gate: InboundGate, requestTimeout: TimeAmount, endingTimeout: TimeAmount,
        onRefusal: @escaping @Sendable (Refusal) -> Void
    ) {
        self.gate = gate
        self.requestTimeout = requestTimeout
        self.endingTimeout = endingTimeout
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
            // The decoder may have read on before it could be told that this was the last one.
            guard last == nil else { return }
            begin(head, context)
        case .body(let bytes):
            guard isReading else { return }
            bodyLength += bytes.readableBytes
            // More than any request may have: code that reads it has seen enough, and code that does not never will.
            if bodyLength > 2 * HTTPConnections.bodyLimit { endAfter(requestsBegun, context) }
            context.fireChannelRead(data)
        case .end:
            guard isReading else { return }
            isReading = false
            stopTimer()
            gate.requestIsWhole(isAnswered: responsesEnded == requestsBegun)
            // The following bytes are no longer read, whether they are another protocol or not.
            if last == requestsBegun { gate.shut() }
            context.fireChannelRead(data)
        }
    }

    /// Most requests arrive whole at once, and cost no timer.
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
            // What follows the last request need not be a request.
            guard last == nil || isReading else { return }
            refuse(isReading ? requestsBegun : requestsBegun + 1, .unreadable, context)
        }
        context.fireErrorCaught(error)
    }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        requestsBegun += 1
        isReading = true
        bodyLength = 0
        if let complaint = head.complaint {
            return refuse(requestsBegun, .malformed(complaint, closes: true), context)
        }
        saysKeepAlive = head.version.minor == 0
        if head.closesConnection || head.leavesHTTP { last = requestsBegun }
        if head.expectsContinue { expecting = requestsBegun }
        context.fireChannelRead(wrapInboundOut(.head(head)))
        inviteBody(context)
    }

    /// A client need not wait with a body that is going to be read.
    private func inviteBody(_ context: ChannelHandlerContext) {
        guard let expecting, expecting == responsesEnded + 1, isReading, !isResponding, !isClosing else { return }
        self.expecting = nil
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }

    /// A client that continues its request, or takes its answers, gets them before the service ends. One that does
    /// neither must not make it look as if the service had abandoned something.
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

    /// The rest of the request does not arrive.
    private func giveUp(_ context: ChannelHandlerContext) {
        guard !isClosing, fault == nil else { return }
        refuse(isReading ? requestsBegun : requestsBegun + 1, .tooSlow, context)
        // The reader of the body gets the error that it knows.
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

    /// Refuses the request once those before it are answered.
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
        // An answer that is under way already cannot be taken back: the connection is closed after it.
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
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
        onRefusal(refusal)
        close(context)
    }

    /// Closes the connection after the answer to this request, or at once if that was given.
    private func endAfter(_ request: Int, _ context: ChannelHandlerContext) {
        last = request
        gate.shut()
        if responsesEnded >= request { close(context) }
    }

    /// A connection that is closed while the client still sends is reset, and the client may never see the answer.
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
