#if Server
import Foundation
import NIOCore

/// Resets a connection whose client does not accept data. The system must accept all data from the start of a period
/// before its end. If more data was added, a new period begins. A client therefore has at least one period, and at most
/// two.
///
/// The handler is next to the socket, so it also covers the TLS handshake.
final class WriteDeadline: ChannelOutboundHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let timeout: TimeAmount
    /// The total number of bytes to send so far.
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
        // Reading the remaining size each time would cost more than all other work, so it is read only once per period.
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

    /// Returns the number of bytes that the system has not accepted.
    private static func waiting(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    /// Closes the connection and discards the data in the system's buffer. The system would otherwise try for minutes
    /// to deliver it.
    private static func reset(_ context: ChannelHandlerContext) {
        let provider = context.channel as? any SocketOptionProvider
        provider?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenFailure { _ in }
        context.close(promise: nil)
    }
}
#endif
