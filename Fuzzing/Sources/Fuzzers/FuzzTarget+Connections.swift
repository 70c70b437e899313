import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import UsecasesTesting

@testable import UsecasesService

extension FuzzTarget {
    /// For any bytes on a connection, the answers do not outnumber the requests, except for a final refusal. The next
    /// request is read once the previous one is answered.
    ///
    /// The input arrives in pieces. A byte 0xFF is followed by the length of the next piece.
    static let connections = FuzzTarget(
        name: "connections", sizeLimit: 32 << 10,
        check: .now { bytes in
            let channel = EmbeddedChannel()
            let application = Application()
            try setUp(channel, application)
            let gate = try channel.pipeline.syncOperations.handler(type: InboundGate.self)
            channel.pipeline.fireChannelActive()
            var rest = bytes[...]
            while !rest.isEmpty {
                let isMarked = rest.first == 0xFF && rest.count > 1
                let length = isMarked ? Int(rest[rest.startIndex + 1]) + 1 : rest.count
                if isMarked { rest = rest.dropFirst(2) }
                let piece = rest.prefix(length)
                rest = rest.dropFirst(length)
                // The handlers answer errors.
                _ = try? channel.writeInbound(ByteBuffer(bytes: piece))
                // Pipelined requests are answered in turn.
                channel.embeddedEventLoop.advanceTime(by: .milliseconds(20))
            }
            // The time is long enough to close, but too short to disconnect a silent client.
            channel.embeddedEventLoop.advanceTime(by: .seconds(2))
            let isReading = !gate.hasWholeRequest || !channel.isActive
            var written = ByteBuffer()
            while let piece = try channel.readOutbound(as: ByteBuffer.self) { written.writeImmutableBuffer(piece) }
            channel.embeddedEventLoop.advanceTime(by: .seconds(120))
            while let piece = try channel.readOutbound(as: ByteBuffer.self) { written.writeImmutableBuffer(piece) }

            try promise(isReading, "the next request is read after an answer")
            try checkAnswers(String(decoding: written.readableBytesView, as: UTF8.self), application)
            _ = try? channel.finish(acceptAlreadyClosed: true)
        })

    /// Adds the handlers of ``HTTPService``.
    private static func setUp(_ channel: EmbeddedChannel, _ application: Application) throws {
        let connections = HTTPConnections(
            responder: { _, _, _ in }, limits: .init(idle: .seconds(60), request: .seconds(10), ending: .seconds(2)),
            isSecure: false, onRefusal: { _ in })
        try connections.addHandlers(
            to: channel.pipeline.syncOperations, eventLoop: channel.eventLoop,
            logger: Logger(label: "fuzzing", factory: { _ in SwiftLogNoOpLogHandler() }))
        try channel.pipeline.syncOperations.addHandler(application)
    }

    private static func checkAnswers(_ written: String, _ application: Application) throws {
        let heads = written.matches(of: #/HTTP/1\.1 (\d{3}) /#).compactMap { Int($0.output.1) }
            .filter { $0 != 100 }
        try promise(
            heads.count <= application.requests + 1, "there are \(heads.count) answers to \(application.requests)")
        try promise(
            heads.allSatisfy { [200, 400, 408].contains($0) }, "the answers are those of the contract: \(heads)")
        try promise(heads.dropLast().allSatisfy { $0 == 200 }, "a refusal is the last answer: \(heads)")
    }
}

/// A handler that answers every complete request, or its head if the head requires it. It does not answer failed
/// requests.
private final class Application: ChannelInboundHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundOut = HTTPResponsePart

    private(set) var requests = 0
    private var isAnswering = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            requests += 1
            isAnswering = true
            if head.method == .put { answer(context) }
        case .body: break
        case .end: if isAnswering { answer(context) }
        }
    }

    /// Answers the error of a missing body, as a waiting handler of Hummingbird does.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if isAnswering || error is HTTPParserError { answer(context) }
    }

    private func answer(_ context: ChannelHandlerContext) {
        isAnswering = false
        let head = HTTPResponse(status: .ok, headerFields: [.contentLength: "0"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
