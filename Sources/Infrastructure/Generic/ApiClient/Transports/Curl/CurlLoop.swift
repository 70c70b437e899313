#if os(Linux)
import CCurl
import Foundation
import Synchronization

/// All exchanges of a transport, on one dedicated thread: it waits in libcurl's poll, and other threads queue a command
/// and wake it.
final class CurlLoop: Sendable {
    enum Command: Sendable {
        case start(CurlExchange)
        /// Resumes a paused transfer.
        case proceed(CurlExchange)
        case stop(CurlExchange)
    }

    private struct State {
        var commands: [Command] = []
        /// No further exchange will be started.
        var isClosed = false
        var hasEnded = false
    }

    /// The number of connections that are kept open for later exchanges.
    private static let connectionLimit = 64
    /// The poll timeout in milliseconds; commands wake the poll earlier.
    private static let pollLimit: Int32 = 3_600_000

    let library: CurlLibrary
    /// Used only by the loop's thread, except for waking it.
    nonisolated(unsafe) private let multi: UnsafeMutableRawPointer
    private let state = Mutex(State())
    private let spares: CurlHandles

    init(library: CurlLibrary) throws(CurlUnavailable) {
        guard let multi = library.functions.pointee.multi_init() else {
            throw CurlUnavailable(reason: "libcurl has no memory for its connections")
        }
        self.library = library
        self.multi = multi
        spares = CurlHandles(library: library)
        _ = curl_set_multi_number(library.functions, multi, Int32(CURLMOPT_MAXCONNECTS), Self.connectionLimit)
        Thread.detachNewThread { [self] in run() }
    }

    /// A handle for one exchange; `nil` if there is not enough memory.
    func handle() -> CurlHandle? { spares.take() }

    func submit(_ command: Command) {
        change { $0.commands.append(command) }
    }

    /// The thread ends when the exchanges in progress have ended.
    func close() {
        change { $0.isClosed = true }
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            guard !state.hasEnded else { return }
            let isAwake = !state.commands.isEmpty
            body(&state)
            if !isAwake { _ = library.functions.pointee.multi_wakeup(multi) }
        }
    }

    private func run() {
        ignoreBrokenPipes()
        let functions = library.functions.pointee
        var active: [UnsafeMutableRawPointer: CurlExchange] = [:]
        while let commands = commands(isIdle: active.isEmpty) {
            for command in commands { carryOut(command, &active) }
            var running: Int32 = 0
            _ = functions.multi_perform(multi, &running)
            var left: Int32 = 0
            while let message = functions.multi_info_read(multi, &left) {
                guard message.pointee.kind == Int32(CURLMSG_DONE), let easy = message.pointee.easy,
                    let exchange = active.removeValue(forKey: easy)
                else { continue }
                let result = message.pointee.data.result
                exchange.end(result: result)
                release(exchange)
            }
            var ready: Int32 = 0
            _ = functions.multi_poll(multi, nil, 0, Self.pollLimit, &ready)
        }
        _ = functions.multi_cleanup(multi)
    }

    /// The next commands; `nil` if there are none and none will follow.
    private func commands(isIdle: Bool) -> [Command]? {
        state.withLock { state in
            if state.isClosed, isIdle, state.commands.isEmpty {
                state.hasEnded = true
                return nil
            }
            defer { state.commands = [] }
            return state.commands
        }
    }

    private func carryOut(_ command: Command, _ active: inout [UnsafeMutableRawPointer: CurlExchange]) {
        switch command {
        case .start(let exchange):
            // The exchange was cancelled before it began.
            guard exchange.isWanted else { return release(exchange) }
            guard library.functions.pointee.multi_add_handle(multi, exchange.handle.easy) == 0 else {
                exchange.end(result: Int32(CURLE_OUT_OF_MEMORY))
                return release(exchange)
            }
            active[exchange.handle.easy] = exchange
        case .proceed(let exchange):
            guard active[exchange.handle.easy] === exchange else { return }
            _ = library.functions.pointee.easy_pause(exchange.handle.easy, Int32(CURLPAUSE_CONT))
        case .stop(let exchange):
            guard active[exchange.handle.easy] === exchange else { return }
            active[exchange.handle.easy] = nil
            release(exchange)
        }
    }

    private func release(_ exchange: CurlExchange) {
        _ = library.functions.pointee.multi_remove_handle(multi, exchange.handle.easy)
        spares.put(exchange.handle)
    }

    /// A connection closed by the peer must not end the process, whichever TLS library writes to it.
    private func ignoreBrokenPipes() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
#endif
