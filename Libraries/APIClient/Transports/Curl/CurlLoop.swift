#if !canImport(Darwin)
import Foundation
import Synchronization
import UsecasesCCurl
import UsecasesCSockets
import UsecasesSystem

/// The exchanges of a transport. They share its connections.
///
/// A dedicated thread waits for responses. The calling thread sends its own request. If another thread is using libcurl
/// at that moment, that thread sends the request.
final class CurlLoop: Sendable {
    private struct Commands {
        var starting: [CurlExchange] = []
        /// Exchanges with a paused transfer to resume.
        var proceeding: [CurlExchange] = []
        var stopping: [CurlExchange] = []
        /// Whether a thread is using libcurl.
        var isBusy = false
        /// Whether the dedicated thread is waiting for the thread that is using libcurl.
        var isAwaited = false
        /// Whether no further exchanges will be started.
        var isClosed = false
        var hasEnded = false
    }

    /// The exchanges in libcurl and the next timeout.
    private struct Work {
        var active: [UnsafeMutableRawPointer: CurlExchange] = [:]
        /// The time until the dedicated thread waits. `nil` if it waits without a limit.
        var isAwaitedUntil: ContinuousClock.Instant?
    }

    /// The number of connections to keep open for later exchanges.
    private static let connectionLimit = 64

    let library: CurlLibrary
    /// The multi handle. Like `work`, it is used only by the thread that has set `isBusy`.
    nonisolated(unsafe) private let multi: UnsafeMutableRawPointer
    nonisolated(unsafe) private var work = Work()
    private let sockets: CurlSockets
    private let commands = Mutex(Commands())
    private let turn = DispatchSemaphore(value: 0)
    private let spares: CurlHandles

    init(library: CurlLibrary) throws(LibraryUnavailable) {
        let sockets = try CurlSockets()
        guard let multi = library.functions.pointee.multi_init() else {
            throw LibraryUnavailable(reason: "libcurl has no memory for its connections")
        }
        self.library = library
        self.multi = multi
        self.sockets = sockets
        spares = CurlHandles(library: library)
        _ = curl_set_multi_number(library.functions, multi, Int32(CURLMOPT_MAXCONNECTS), Self.connectionLimit)
        _ = curl_set_multi_pointer(
            library.functions, multi, Int32(CURLMOPT_SOCKETDATA), Unmanaged.passUnretained(sockets).toOpaque())
        _ = curl_set_socket_function(library.functions, multi, Int32(CURLMOPT_SOCKETFUNCTION)) {
            _, socket, interest, context, _ in
            guard let context else { return 0 }
            Unmanaged<CurlSockets>.fromOpaque(context).takeUnretainedValue().watch(socket, interest)
            return 0
        }
        Thread.detachNewThread { [self] in run() }
    }

    /// Returns a handle for one exchange. Returns `nil` if not enough memory is available.
    func handle() -> CurlHandle? { spares.take() }

    // MARK: - For any thread

    /// Starts an exchange. If another thread is using libcurl, that thread starts the exchange when it has finished. If
    /// libcurl blocks during name lookups, the dedicated thread starts it.
    func start(_ exchange: CurlExchange) {
        let mayStart = library.looksUpInBackground
        let isFirst = commands.withLock { commands in
            guard !commands.hasEnded else { return false }
            commands.starting.append(exchange)
            guard mayStart else { return false }
            defer { commands.isBusy = true }
            return !commands.isBusy
        }
        if !mayStart { sockets.wake() }
        guard isFirst else { return }
        repeat {
            let endings = BrokenPipes.ignore(in: step) { _ in true }
            wakeForTimeout()
            endings.finish()
        } while mustContinue()
    }

    /// Resumes a paused transfer.
    func proceed(_ exchange: CurlExchange) {
        commands.withLock { if !$0.hasEnded { $0.proceeding.append(exchange) } }
        sockets.wake()
    }

    /// Stops an exchange on the dedicated thread, because libcurl may wait for a name lookup to end.
    func stop(_ exchange: CurlExchange) {
        commands.withLock { if !$0.hasEnded { $0.stopping.append(exchange) } }
        sockets.wake()
    }

    /// Closes the loop. The dedicated thread ends when the exchanges in progress have ended.
    func close() {
        commands.withLock { $0.isClosed = true }
        sockets.wake()
    }

    // MARK: - On the dedicated thread

    private func run() {
        BrokenPipes.block()
        var ready = UnsafeBufferPointer<socket_state>(start: nil, count: 0)
        var hasTurn = false
        while true {
            if !hasTurn { waitForTurn() }
            carryOutCommands()
            for socket in ready { act(socket.socket, socket.state) }
            let endings = step()
            let pause = timeout
            work.isAwaitedUntil = pause.map { .now + .milliseconds($0) }
            let isIdle = work.active.isEmpty
            endings.finish()
            hasTurn = mustContinue()
            if isIdle, !hasTurn, hasEnded() { break }
            // Responses must not wait, even if many exchanges are starting.
            ready = sockets.wait(milliseconds: hasTurn ? 0 : pause.map { Int32(clamping: $0) })
        }
        _ = library.functions.pointee.multi_cleanup(multi)
    }

    private func hasEnded() -> Bool {
        commands.withLock { commands in
            commands.hasEnded = commands.isClosed
            return commands.hasEnded
        }
    }

    private func waitForTurn() {
        let mustWait = commands.withLock { commands in
            defer { commands.isBusy = true }
            commands.isAwaited = commands.isBusy
            return commands.isBusy
        }
        if mustWait { turn.wait() }
    }

    private func carryOutCommands() {
        let (proceeding, stopping) = commands.withLock { commands in
            defer { (commands.proceeding, commands.stopping) = ([], []) }
            return (commands.proceeding, commands.stopping)
        }
        for exchange in proceeding where work.active[exchange.handle.easy] === exchange {
            _ = library.functions.pointee.easy_pause(exchange.handle.easy, Int32(CURLPAUSE_CONT))
        }
        for exchange in stopping where work.active[exchange.handle.easy] === exchange {
            work.active[exchange.handle.easy] = nil
            release(exchange)
        }
    }

    // MARK: - On the thread that is using libcurl

    /// Starts exchanges, handles a due timeout, and returns the exchanges that have ended.
    private func step() -> [CurlEnding] {
        var endings: [CurlEnding] = []
        let starting = commands.withLock { commands in
            defer { commands.starting = [] }
            return commands.starting
        }
        for exchange in starting { add(exchange, &endings) }
        if timeout == 0 { act(Int32(CURL_SOCKET_TIMEOUT), 0) }
        var left: Int32 = 0
        while let message = library.functions.pointee.multi_info_read(multi, &left) {
            guard message.pointee.kind == Int32(CURLMSG_DONE), let easy = message.pointee.easy,
                let exchange = work.active.removeValue(forKey: easy)
            else { continue }
            endings.append(CurlEnding(exchange: exchange, result: exchange.outcome(of: message.pointee.data.result)))
            release(exchange)
        }
        return endings
    }

    private func add(_ exchange: CurlExchange, _ endings: inout [CurlEnding]) {
        // The exchange was cancelled before it began.
        guard exchange.isWanted else { return release(exchange) }
        let result = library.functions.pointee.multi_add_handle(multi, exchange.handle.easy)
        guard result == 0 else {
            endings.append(CurlEnding(exchange: exchange, result: exchange.outcome(of: Int32(CURLE_OUT_OF_MEMORY))))
            return release(exchange)
        }
        work.active[exchange.handle.easy] = exchange
    }

    /// Returns whether this thread must start more exchanges. If not, the next thread may use libcurl.
    private func mustContinue() -> Bool {
        let (mustContinue, isAwaited) = commands.withLock { commands in
            if commands.isAwaited {
                commands.isAwaited = false
                return (false, true)
            }
            commands.isBusy = !commands.starting.isEmpty
            return (commands.isBusy, false)
        }
        if isAwaited { turn.signal() }
        return mustContinue
    }

    private func act(_ socket: Int32, _ state: Int32) {
        var running: Int32 = 0
        _ = library.functions.pointee.multi_socket_action(multi, socket, state, &running)
    }

    private func release(_ exchange: CurlExchange) {
        _ = library.functions.pointee.multi_remove_handle(multi, exchange.handle.easy)
        spares.put(exchange.handle)
    }

    /// The time in milliseconds until libcurl must act, even without events on its sockets. `nil` if it has no timeout.
    private var timeout: Int? {
        var milliseconds = -1
        _ = library.functions.pointee.multi_timeout(multi, &milliseconds)
        return milliseconds < 0 ? nil : milliseconds
    }

    private func wakeForTimeout() {
        guard let timeout else { return }
        let due = ContinuousClock.now + .milliseconds(timeout)
        if let time = work.isAwaitedUntil, time <= due { return }
        work.isAwaitedUntil = due
        sockets.wake()
    }
}

/// The result of an exchange whose handle has been released.
private struct CurlEnding {
    let exchange: CurlExchange
    let result: Result<Void, TransportError>
}

extension [CurlEnding] {
    fileprivate func finish() {
        for ending in self { ending.exchange.finish(ending.result) }
    }
}

/// The sockets of libcurl. One thread waits for events. Other threads may change the sockets or wake that thread.
final class CurlSockets: Sendable {
    private let sockets: Int32
    private let signal: Int32
    /// Used only by the waiting thread.
    nonisolated(unsafe) private let ready = UnsafeMutablePointer<socket_state>.allocate(capacity: Int(SOCKETS_AT_ONCE))

    init() throws(LibraryUnavailable) {
        sockets = sockets_open()
        signal = sockets_open_signal()
        guard sockets >= 0, signal >= 0 else {
            closeDescriptors()
            throw LibraryUnavailable(reason: "there are no descriptors left to wait for connections")
        }
        sockets_watch(sockets, signal, Int32(SOCKET_READABLE))
    }

    deinit {
        closeDescriptors()
        ready.deallocate()
    }

    private func closeDescriptors() {
        for descriptor in [sockets, signal] where descriptor >= 0 { close(descriptor) }
    }

    /// Sets the events to wait for on a socket. `interest` is one of libcurl's `CURL_POLL_…` constants.
    func watch(_ socket: Int32, _ interest: Int32) {
        sockets_watch(sockets, socket, interest == Int32(CURL_POLL_REMOVE) ? 0 : interest)
    }

    func wake() { sockets_signal(signal) }

    /// Waits until a socket is ready, the time has passed, or `wake()` is called. `nil` waits without a limit.
    func wait(milliseconds: Int32?) -> UnsafeBufferPointer<socket_state> {
        var count = Int(sockets_wait(sockets, milliseconds ?? -1, ready))
        if let index = (0..<count).first(where: { ready[$0].socket == signal }) {
            sockets_acknowledge(signal)
            count -= 1
            ready[index] = ready[count]
        }
        return UnsafeBufferPointer(start: ready, count: count)
    }
}
#endif
