#if Server
import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Resets a connection whose client does not accept what it is sent: everything that was to be sent when the time began
/// must have been taken by the system when it is over, and if there is more by then, the time begins again. So a client
/// has at least this time, and at most twice as much.
///
/// It is placed next to the socket, so that it covers the TLS handshake as well.
final class WriteDeadline: ChannelOutboundHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let timeout: TimeAmount
    /// How many bytes there were to send so far, in total.
    private var begun = 0
    private var timer: Scheduled<Void>?

    init(timeout: TimeAmount) {
        self.timeout = timeout
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let data = unwrapOutboundIn(data)
        begun += data.readableBytes
        context.write(wrapOutboundOut(data), promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        // Asking each time how much is left would cost more than everything else, so that it is asked only now and
        // then.
        if timer == nil { watch(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
    }

    private func watch(_ context: ChannelHandlerContext) {
        let due = begun
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) {
            self.timer = nil
            let waiting = Self.waiting(context)
            if self.begun - waiting < due {
                Self.reset(context)
            } else if self.begun > due {
                self.watch(context)
            }
        }
    }

    /// How many bytes the system has not taken yet.
    private static func waiting(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    /// What the system still keeps for the client is discarded, too: it would try for minutes to deliver it.
    private static func reset(_ context: ChannelHandlerContext) {
        let provider = context.channel as? any SocketOptionProvider
        provider?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenFailure { _ in }
        context.close(promise: nil)
    }
}
#endif
