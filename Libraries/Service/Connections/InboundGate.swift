#if Server
import NIOCore
import NIOHTTP1

/// Passes received bytes to the decoder in pieces, and stops while a complete request waits for its response. If a
/// client sends many requests together, each is read at its turn, and no data beyond that is kept.
final class InboundGate: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = Any

    /// The size of a piece, in bytes. Most requests are shorter, so a piece contains only a few.
    private static let piece = 512
    /// The number of bytes that are still read and discarded after the last response. A client that sends while the
    /// connection closes is reset, and may not receive the response.
    private static let discardLimit = 1024 * 1024

    /// The number of bytes that may precede the body of a request. No head is as large.
    private static let headAllowance = 2 * HTTPConnections.headLimit
    /// The number of bytes that a body may have in addition to its content, for the sizes of its chunks and its
    /// trailers, and as many for each byte of its content as a chunk for this byte needs.
    private static let bodyAllowance = (whole: 4096, perByte: 8)

    private static let emptyLine = Array("\r\n\r\n".utf8)

    /// The first line of a request, as far as it was passed on.
    private struct FirstLine {
        var length = 0
        var blanks = 0
    }

    private enum State {
        case open
        /// The next piece is passed on at the turn of this connection.
        case waiting
        /// All received bytes are discarded. `rest` is the number of bytes that may still arrive.
        case shut(rest: Int)
    }

    private let turns: Turns
    private var context: ChannelHandlerContext?
    private var state = State.open
    /// The received bytes that are not yet passed on.
    private var held: ByteBuffer?
    private var isReadHeld = false
    private var isEndHeld = false
    /// Whether a complete request waits for its response.
    private(set) var hasWholeRequest = false
    /// Whether bytes were passed on after the last complete request.
    private(set) var isInsideRequest = false
    /// The number of bytes that the current request may still send. The decoder ignores blank lines and the extensions
    /// of chunks, so it never rejects a request that has only these.
    private var allowance = InboundGate.headAllowance
    /// The first line of the current request, or `nil` after its end, and if a piece contains more than a request.
    private var firstLine: FirstLine? = FirstLine()

    init(turns: Turns) {
        self.turns = turns
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        switch state {
        case .shut(let rest): return state = .shut(rest: rest - bytes.readableBytes)
        case .open, .waiting: break
        }
        if held == nil { held = bytes } else { held?.writeBuffer(&bytes) }
        handOn(context)
    }

    func read(context: ChannelHandlerContext) {
        switch state {
        case .shut(let rest) where rest <= 0: return
        case .shut: break
        case .open, .waiting:
            guard held == nil else { return isReadHeld = true }
        }
        context.read()
    }

    /// Passes on bytes before the end of input that follows them.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if held != nil, event as? ChannelEvent == .inputClosed {
            isEndHeld = true
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        shut()
        self.context = nil
    }

    /// Records a complete request. Its response must come before the next request is read. Some requests are answered
    /// before they are complete, because their body does not change the response.
    func requestIsWhole(isAnswered: Bool) {
        hasWholeRequest = !isAnswered
        isInsideRequest = false
        allowance = Self.headAllowance
    }

    /// Records that the head of a request has arrived.
    func bodyBegins() {
        isInsideRequest = true
        allowance = Self.bodyAllowance.whole
    }

    /// Records that so many bytes of the content have arrived.
    func bodyContinues(_ count: Int) {
        allowance += count * Self.bodyAllowance.perByte
    }

    func requestIsAnswered() {
        hasWholeRequest = false
        guard case .open = state, held != nil else { return }
        state = .waiting
        turns.wait { [self] in
            guard case .waiting = state, let context else { return }
            state = .open
            handOn(context)
            context.fireChannelReadComplete()
        }
    }

    func shut() {
        if case .shut = state { return }
        state = .shut(rest: Self.discardLimit)
        held = nil
    }

    /// Returns whether the first line has at most two blanks as far as it is known. The decoder accepts more.
    private func follow(_ piece: ByteBuffer) -> Bool {
        guard var line = firstLine else { return true }
        firstLine = piece.withUnsafeReadableBytes { bytes in
            for byte in bytes {
                switch byte {
                case UInt8(ascii: "\n") where line.length > 0: return nil
                case UInt8(ascii: "\n"), UInt8(ascii: "\r"): break
                default:
                    line.length += 1
                    if byte == UInt8(ascii: " ") { line.blanks += 1 }
                }
            }
            return line
        }
        return line.blanks <= 2
    }

    private func handOn(_ context: ChannelHandlerContext) {
        while case .open = state, !hasWholeRequest, let count = held?.readableBytes, count > 0,
            let piece = held?.readSlice(length: min(Self.piece, count))
        {
            isInsideRequest = true
            allowance -= piece.readableBytes
            let hasSoundLine = follow(piece)
            if hasSoundLine { context.fireChannelRead(wrapInboundOut(piece)) }
            if !hasSoundLine || allowance < 0 { context.fireErrorCaught(HTTPParserError.headerOverflow) }
            // Nothing of the next request is in the decoder yet.
            if !isInsideRequest, piece.withUnsafeReadableBytes({ $0.suffix(4).elementsEqual(Self.emptyLine) }) {
                firstLine = FirstLine()
            }
        }
        guard held?.readableBytes == 0 else { return }
        held = nil
        if isEndHeld {
            isEndHeld = false
            context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        }
        if isReadHeld {
            isReadHeld = false
            context.read()
        }
    }
}
#endif
