#if Server
import Dispatch
import Foundation
import Synchronization

/// Handles the signals that tell the service to stop, and makes sure that it does, whatever hangs.
///
/// Nothing here waits for the shared thread pool, which may be what hangs.
final class ServerEnding: Sendable {
    private struct State {
        /// When the first signal came.
        var began: ContinuousClock.Instant?
        var isOver = false
    }

    /// The time beyond the limit for cancelled work to end by itself.
    private static let grace = Duration.milliseconds(500)
    private static let gracefulSignals = [SIGTERM, SIGINT, SIGHUP]

    private let limit: Duration
    private let stop: @Sendable () -> Void
    private let giveUp: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "ending")
    private let state = Mutex(State())

    /// `stop` is called once, at the first signal; `giveUp` ends the program, and is called with the reason: `limit`
    /// and half a second have passed, or SIGTERM or SIGINT came once more.
    init(limit: Duration, stop: @escaping @Sendable () -> Void, giveUp: @escaping @Sendable (String) -> Void) {
        self.limit = limit
        self.stop = stop
        self.giveUp = giveUp
    }

    /// Handles the signals from now on, as long as the returned sources are kept.
    func start() -> [any DispatchSourceSignal] {
        Self.gracefulSignals.map { number in
            // The source sees the signal only if the default action does not end the program first.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { [self] in take(number) }
            source.resume()
            return source
        }
    }

    /// From now on `giveUp` is not called: only what ends by itself is left.
    func finish() {
        state.withLock { $0.isOver = true }
    }

    /// Whether the work under way has used up its time, and was then cancelled.
    var hasRunOut: Bool {
        state.withLock { state in state.began.map { ContinuousClock.now - $0 >= limit } ?? false }
    }

    private func take(_ number: Int32) {
        let isFirst = state.withLock { state in
            defer { state.began = state.began ?? .now }
            return state.began == nil
        }
        if isFirst {
            stop()
            let time = (limit + Self.grace) / .nanoseconds(1)
            queue.asyncAfter(deadline: .now() + .nanoseconds(Int(time))) { [self] in end("it took longer than it may") }
        } else if number != SIGHUP {
            end("it was told to stop once more")
        }
    }

    private func end(_ reason: String) {
        if state.withLock({ !$0.isOver }) { giveUp(reason) }
    }
}
#endif
