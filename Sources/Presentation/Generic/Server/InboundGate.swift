#if Server
import NIOCore

/// Hands what is received to the decoder piece by piece, and none while a whole request waits for its answer. Whoever
/// sends many requests at once has the next one read when it is its turn, and nothing beyond that is kept.
final class InboundGate: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = Any

    /// In bytes: most requests are shorter, and so few are in one.
    private static let piece = 512
    /// How much is still read, and thrown away, after the last answer: who sends while the connection closes is reset,
    /// and may not see the answer.
    private static let discardLimit = 1024 * 1024

    private enum State {
        case open
        /// Its next piece comes when it is its turn.
        case waiting
        /// Nothing that comes counts any more; how many bytes may still come.
        case shut(rest: Int)
    }

    private let turns: Turns
    private var context: ChannelHandlerContext?
    private var state = State.open
    /// What was received, and is not handed on yet.
    private var held: ByteBuffer?
    private var isReadHeld = false
    private var isEndHeld = false
    /// Whether a whole request waits for its answer.
    private(set) var hasWholeRequest = false
    /// Whether bytes were handed on since the last request was whole.
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

    /// What was sent before the end comes before it.
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

    /// A whole request was read, which is to be answered before the next one is read. Some are answered before they are
    /// whole, as nothing in their body changes the answer.
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

    /// Nothing that comes from now on counts.
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
