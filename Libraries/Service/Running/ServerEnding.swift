#if Server
import Dispatch
import Foundation
import Logging
import NIOCore
import Synchronization
import UsecasesEngine
import UsecasesTerminal

/// Handles the stop signals, and ends the service even if some work hangs.
///
/// It does not wait for the shared thread pool, because that may be the part that hangs.
final class ServerEnding: Sendable {
    private struct State {
        /// The time of the first signal.
        var began: ContinuousClock.Instant?
        var isOver = false
    }

    /// The additional time after the limit, for cancelled work to end.
    private static let grace = Duration.milliseconds(500)
    private let signals: [Int32]
    private let limit: Duration
    private let stop: @Sendable () -> Void
    private let giveUp: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "ending")
    private let state = Mutex(State())

    /// Creates a handler of the signals. `stop` is called once, at the first one. `giveUp` ends the program, and is
    /// called with the reason. The reason is that `limit` and half a second have passed, or that SIGTERM or SIGINT was
    /// repeated.
    init(
        on signals: [Int32], limit: Duration, stop: @escaping @Sendable () -> Void,
        giveUp: @escaping @Sendable (String) -> Void
    ) {
        self.signals = signals
        self.limit = limit
        self.stop = stop
        self.giveUp = giveUp
    }

    /// Handles the signals as long as the returned sources are kept.
    func start() async -> [any DispatchSourceSignal] {
        await Signals.receive(signals, on: queue) { [self] in take($0) }
    }

    /// Disables `giveUp`. The remaining work will end without it.
    func finish() {
        state.withLock { $0.isOver = true }
    }

    /// Whether the pending work exceeded its time and was cancelled.
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

/// The reason why the service ended or did not start.
struct ServerFailure: Error {
    let message: Sentence
    let advice: Sentence
    let causes: [String]
    let exitStatus: ExitStatus

    init(_ error: ErrorWrapper) {
        let report = ErrorReport(error)
        message = report.message
        advice = report.advice
        causes = report.causedBy
        exitStatus = report.exitStatus
    }

    /// The service cannot listen on the address, or can no longer do so.
    init(listeningOn address: String, cause: any Error) {
        let code = (cause as? IOError)?.errnoCode
        message = Sentence(en: "cannot listen on \(address)", ja: "\(address)で待ち受けられません。")
        advice =
            code == EADDRINUSE
            ? Sentence(
                en: "Is another program listening there? Choose another address with --host and --port.",
                ja: "ほかのプログラムが待ち受けていませんか? --host と --port で別のアドレスを指定できます。")
            : Sentence(
                en:
                    "Look at the causes, and at the limits that the system sets; --host and --port choose another address.",
                ja: "原因と、システムの上限を確かめてください。--host と --port で別のアドレスを指定できます。")
        // The text of an `IOError` has an unbalanced parenthesis.
        causes = [code.map { "\(String(cString: strerror($0))) (errno \($0))" } ?? "\(cause)"]
        exitStatus = .unavailable
    }

    /// The providers of settings, or a setting of one, cannot be read. `cause` must not contain a secret.
    init(asking asked: Sentence, cause: any Error) {
        message = Sentence(
            en: "\(asked.text(in: .en)) cannot be read", ja: "\(asked.text(in: .ja)) を読み込めません。")
        advice = Sentence(
            en: "Look at the cause. A setting from an option or a variable is not read from a provider.",
            ja: "原因を確かめてください。オプションか環境変数で指定した設定は、プロバイダから読み込みません。")
        causes = ["\(cause)"]
        exitStatus = .unavailable
    }

    /// The message and the causes, without the advice.
    var sentence: Sentence {
        let causes = causes.joined(separator: " ")
        return Sentence(en: "\(message.text(in: .en)): \(causes)", ja: "\(message.text(in: .ja))\(causes)")
    }

    /// The text for a terminal.
    var text: String {
        ([message.text(in: .spoken), advice.text(in: .spoken)] + causes)
            .joined(separator: "\n  ")
    }

    /// The metadata for the log.
    var metadata: Logger.Metadata {
        ["advice": "\(advice.text(in: .en))", "causes": .array(causes.map { .string($0) })]
    }
}
#endif
