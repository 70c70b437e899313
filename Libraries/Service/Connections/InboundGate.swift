#if Server
import NIOCore

/// Passes what is received to the decoder piece by piece, and none while a complete request waits for its answer. If a
/// client sends many requests at once, the next one is read when it is its turn, and nothing beyond that is kept.
final class InboundGate: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = Any

    /// In bytes: most requests are shorter, and so a piece holds only a few.
    private static let piece = 512
    /// How much is still read, and discarded, after the last answer: a client that sends while the connection closes is
    /// reset, and may not see the answer.
    private static let discardLimit = 1024 * 1024

    private enum State {
        case open
        /// The next piece is passed on when it is this connection's turn.
        case waiting
        /// Everything that is received is discarded; `rest` is how many bytes may still come.
        case shut(rest: Int)
    }

    private let turns: Turns
    private var context: ChannelHandlerContext?
    private var state = State.open
    /// What was received, and is not passed on yet.
    private var held: ByteBuffer?
    private var isReadHeld = false
    private var isEndHeld = false
    /// Whether a complete request waits for its answer.
    private(set) var hasWholeRequest = false
    /// Whether bytes were passed on since the last request was complete.
    private(set) var isInsideRequest = false

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

    /// What was sent before the end is passed on before it.
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

    /// A complete request was read, which is to be answered before the next one is read. Some are answered before they
    /// are complete, as nothing in their body changes the answer.
    func requestIsWhole(isAnswered: Bool) {
        hasWholeRequest = !isAnswered
        isInsideRequest = false
    }

    /// The request was answered.
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

    /// Everything that is received from now on is discarded.
    func shut() {
        if case .shut = state { return }
        state = .shut(rest: Self.discardLimit)
        held = nil
    }

    private func handOn(_ context: ChannelHandlerContext) {
        while case .open = state, !hasWholeRequest, let count = held?.readableBytes, count > 0,
            let piece = held?.readSlice(length: min(Self.piece, count))
        {
            isInsideRequest = true
            context.fireChannelRead(wrapInboundOut(piece))
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
