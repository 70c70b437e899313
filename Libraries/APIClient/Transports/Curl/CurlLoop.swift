#if !canImport(Darwin)
import Foundation
import Synchronization
import UsecasesCCurl
import UsecasesSystem

/// The exchanges of a transport. They share its connections, and one thread performs them.
final class CurlLoop: Sendable {
    private struct Commands {
        var starting: [CurlExchange] = []
        /// Exchanges with a paused transfer to resume.
        var proceeding: [CurlExchange] = []
        var stopping: [CurlExchange] = []
        /// Whether no further exchanges will be started.
        var isClosed = false
        var hasEnded = false
    }

    /// The number of connections to keep open for later exchanges.
    private static let connectionLimit = 64
    /// The longest wait for a response or a command, in milliseconds. Both end it.
    private static let longestWait: Int32 = 60_000

    let library: CurlLibrary
    /// The multi handle. It is used only by the thread, except for waking it.
    nonisolated(unsafe) private let multi: UnsafeMutableRawPointer
    private let commands = Mutex(Commands())

    init(library: CurlLibrary) throws(LibraryUnavailable) {
        guard let multi = library.functions.pointee.multi_init() else {
            throw LibraryUnavailable(reason: "libcurl has no memory for its connections")
        }
        // libcurl does not report otherwise that it has no descriptors to be woken with.
        guard library.functions.pointee.multi_wakeup(multi) == 0 else {
            _ = library.functions.pointee.multi_cleanup(multi)
            throw LibraryUnavailable(reason: "there are no descriptors left to wait for connections")
        }
        self.library = library
        self.multi = multi
        _ = curl_set_multi_number(library.functions, multi, Int32(CURLMOPT_MAXCONNECTS), Self.connectionLimit)
        Thread.detachNewThread { [self] in run() }
    }

    // MARK: - For any thread

    func start(_ exchange: CurlExchange) { command { $0.starting.append(exchange) } }

    /// Resumes a paused transfer.
    func proceed(_ exchange: CurlExchange) { command { $0.proceeding.append(exchange) } }

    func stop(_ exchange: CurlExchange) { command { $0.stopping.append(exchange) } }

    /// Closes the loop. Its thread ends when the exchanges in progress have ended.
    func close() { command { $0.isClosed = true } }

    private func command(_ give: (inout Commands) -> Void) {
        commands.withLock { commands in
            guard !commands.hasEnded else { return }
            give(&commands)
            // Under the lock, because the thread frees the handle when it has ended.
            _ = library.functions.pointee.multi_wakeup(multi)
        }
    }

    // MARK: - On the thread

    private func run() {
        BrokenPipes.block()
        var active: [UnsafeMutableRawPointer: CurlExchange] = [:]
        var running: Int32 = 0
        while let commands = takeCommands(endingIf: active.isEmpty) {
            carryOut(commands, &active)
            _ = library.functions.pointee.multi_perform(multi, &running)
            finishCompleted(&active)
            // Nothing would end the wait of a closed loop without exchanges.
            let wait = commands.isClosed && active.isEmpty ? 0 : Self.longestWait
            _ = library.functions.pointee.multi_poll(multi, nil, 0, wait, nil)
        }
        _ = library.functions.pointee.multi_cleanup(multi)
    }

    /// Returns the new commands. Returns `nil` if the loop is closed and has nothing left to do.
    private func takeCommands(endingIf isIdle: Bool) -> Commands? {
        commands.withLock { commands in
            if commands.isClosed, isIdle, commands.starting.isEmpty {
                commands = Commands(isClosed: true, hasEnded: true)
                return nil
            }
            defer { commands = Commands(isClosed: commands.isClosed) }
            return commands
        }
    }

    private func carryOut(_ commands: Commands, _ active: inout [UnsafeMutableRawPointer: CurlExchange]) {
        for exchange in commands.proceeding where active[exchange.handle.easy] === exchange {
            _ = library.functions.pointee.easy_pause(exchange.handle.easy, Int32(CURLPAUSE_CONT))
        }
        for exchange in commands.stopping where active[exchange.handle.easy] === exchange {
            active[exchange.handle.easy] = nil
            release(exchange)
        }
        for exchange in commands.starting {
            // The exchange may have been cancelled before it began.
            guard exchange.isWanted else {
                release(exchange)
                continue
            }
            if library.functions.pointee.multi_add_handle(multi, exchange.handle.easy) == 0 {
                active[exchange.handle.easy] = exchange
            } else {
                end(exchange, Int32(CURLE_OUT_OF_MEMORY))
            }
        }
    }

    private func finishCompleted(_ active: inout [UnsafeMutableRawPointer: CurlExchange]) {
        var left: Int32 = 0
        while let message = library.functions.pointee.multi_info_read(multi, &left) {
            guard message.pointee.kind == Int32(CURLMSG_DONE), let easy = message.pointee.easy,
                let exchange = active.removeValue(forKey: easy)
            else { continue }
            end(exchange, message.pointee.data.result)
        }
    }

    private func end(_ exchange: CurlExchange, _ result: Int32) {
        let outcome = exchange.outcome(of: result)
        release(exchange)
        exchange.finish(outcome)
    }

    private func release(_ exchange: CurlExchange) {
        _ = library.functions.pointee.multi_remove_handle(multi, exchange.handle.easy)
        exchange.handle.free()
    }
}
#endif
