#if Server
import CalearningDomain
import Dispatch
import Foundation
import Logging
import Synchronization
import UsecasesEngine
import UsecasesSystem

/// What a pool reads from a connection. It closes a connection by releasing it.
protocol PooledConnection: Sendable {
    /// Problems of the server that concern the operator.
    var warnings: [String] { get }
    /// The migration that this connection performed when it was opened.
    var migration: SchemaMigration { get }
}

/// The connections to a database. Separate threads open them on demand, so a caller stops waiting at its deadline. A
/// name lookup or a connection attempt may take longer.
final class PostgreSQLPool<Connection: PooledConnection>: Sendable {
    typealias Open = @Sendable () throws(PostgreSQLFailure) -> Connection

    private final class Waiter: Sendable {
        let wakeUp = DispatchSemaphore(value: 0)
        let outcome = Mutex<Result<Connection, PostgreSQLFailure>?>(nil)

        func end(_ outcome: Result<Connection, PostgreSQLFailure>) {
            self.outcome.withLock { $0 = outcome }
            wakeUp.signal()
        }
    }

    private struct State {
        /// The idle connections, the most recently used last.
        var idle: [Connection] = []
        /// The number of idle and used connections.
        var openCount = 0
        var openingCount = 0
        /// The waiting callers, the longest-waiting first. While callers wait, no connection is idle.
        var waiters: [Waiter] = []
        /// The number of lost connections that have not been replaced.
        var lostCount = 0
        var outage: PostgreSQLOutage?
        var warnings: Set<String> = []
        var isClosed = false
    }

    private let limits: PostgreSQLDatabase.Limits
    private let clock: any Clock
    private let randomSource: any RandomSource
    private let instruments: PostgreSQLInstruments
    private let logger: Logger
    private let open: Open
    private let threads = BlockingThreads()
    private let state = Mutex(State())

    init(
        limits: PostgreSQLDatabase.Limits, clock: any Clock, randomSource: any RandomSource,
        instruments: PostgreSQLInstruments, logger: Logger, open: @escaping Open
    ) {
        self.limits = limits
        self.clock = clock
        self.randomSource = randomSource
        self.instruments = instruments
        self.logger = logger
        self.open = open
    }

    /// Returns a connection. Blocks its thread until the deadline at most, and not at all while the database is known
    /// to be down.
    func connection(by deadline: Duration) throws(PostgreSQLFailure) -> Connection {
        let waiter = Waiter()
        let (outcome, opens) = state.withLock { state in take(&state, or: waiter) }
        if opens { threads.run(openConnection) }
        if let outcome { return try outcome.get() }
        let rest = max(.zero, deadline - clock.uptime)
        _ = waiter.wakeUp.wait(timeout: .now() + .nanoseconds(Int(rest / .nanoseconds(1))))
        return try state.withLock { state in giveUp(&state, waiter) }.get()
    }

    /// Returns a connection to the pool. The server has answered on it, even if with an error.
    func giveBack(_ connection: Connection) {
        state.withLock { state in
            if state.isClosed {
                state.openCount -= 1
            } else {
                endOutage(&state)
                hand(connection, &state)
            }
            record(state)
        }
    }

    /// Drops a lost connection. A timeout on one connection means that the idle ones are lost too. Dropping them saves
    /// other callers the same wait.
    func drop(because failure: PostgreSQLFailure) {
        let dropped = state.withLock { state in
            var dropped: [Connection] = []
            if failure.kind == .unresponsive {
                dropped = state.idle
                state.idle = []
                if state.outage == nil {
                    begin(PostgreSQLOutage(since: clock.uptime - limits.batch, failure: failure), &state)
                }
            }
            state.openCount -= 1 + dropped.count
            state.lostCount += 1 + dropped.count
            record(state)
            return dropped
        }
        // The connections are closed here, outside the lock.
        _ = consume dropped
    }

    /// Closes the pool. Connections in use are closed when they are returned. No more connections are opened.
    func close() {
        let (idle, waiters) = state.withLock { state in
            state.isClosed = true
            defer { (state.idle, state.waiters) = ([], []) }
            state.openCount -= state.idle.count
            return (state.idle, state.waiters)
        }
        for waiter in waiters { waiter.end(.failure(Self.closed)) }
        _ = consume idle
        state.withLock { state in record(state) }
    }

    private static var closed: PostgreSQLFailure { PostgreSQLFailure(.refused, "the registry is closed") }

    /// Returns an available connection, and whether to open one.
    private func take(
        _ state: inout State, or waiter: Waiter
    ) -> (outcome: Result<Connection, PostgreSQLFailure>?, opens: Bool) {
        if state.isClosed { return (.failure(Self.closed), false) }
        if let connection = state.idle.popLast() {
            record(state)
            return (.success(connection), false)
        }
        let opens =
            state.openCount + state.openingCount < limits.connections
            && state.openingCount < (state.outage == nil ? state.waiters.count + 1 : 1)
        if opens { state.openingCount += 1 }
        if let outage = state.outage, outage.isKnown(at: clock.uptime, timeout: limits.batch) {
            return (.failure(outage.failure), opens)
        }
        state.waiters.append(waiter)
        return (nil, opens)
    }

    /// Returns a connection that arrived at the last moment, or a failure.
    private func giveUp(
        _ state: inout State, _ waiter: Waiter
    ) -> Result<Connection, PostgreSQLFailure> {
        if let outcome = waiter.outcome.withLock(\.self) { return outcome }
        state.waiters.removeAll { $0 === waiter }
        let failure = state.outage?.failure ?? PostgreSQLFailure(.lost, "no connection was made in time")
        if state.outage == nil {
            begin(PostgreSQLOutage(since: clock.uptime - limits.batch, failure: failure), &state)
        }
        return .failure(failure)
    }

    private func hand(_ connection: Connection, _ state: inout State) {
        if state.waiters.isEmpty {
            state.idle.append(connection)
        } else {
            state.waiters.removeFirst().end(.success(connection))
        }
    }

    private func begin(_ outage: PostgreSQLOutage, _ state: inout State) {
        state.outage = outage
        let isUnusable = [.unusable, .pooled].contains(outage.failure.kind)
        logger.warning(
            isUnusable ? "the database cannot be used" : "the database does not answer",
            metadata: ["cause": "\(outage.failure)"])
    }

    private func endOutage(_ state: inout State) {
        guard state.outage != nil else { return }
        state.outage = nil
        logger.notice("the database answers again")
    }

    private func record(_ state: State) {
        instruments.record(open: state.openCount, idle: state.idle.count)
    }
}

// MARK: - Opening

extension PostgreSQLPool {
    private func openConnection() {
        while true {
            let (pause, attempts) = state.withLock { state in
                ((state.outage?.pauseEnd ?? .zero) - clock.uptime, state.outage?.attempts ?? 0)
            }
            if pause > .zero { Thread.sleep(forTimeInterval: pause / .seconds(1)) }
            if state.withLock({ $0.isClosed }) { return }
            let start = clock.uptime
            do throws(PostgreSQLFailure) {
                return succeed(with: try open())
            } catch {
                instruments.countConnectFailure()
                guard fail(error, attempts: attempts, since: start) else { return }
            }
        }
    }

    private func succeed(with connection: Connection) {
        let (more, news) = state.withLock { state -> (Int, Set<String>) in
            state.openingCount -= 1
            if state.isClosed { return (0, []) }
            state.openCount += 1
            if state.lostCount > 0 {
                state.lostCount -= 1
                instruments.countReconnect()
            }
            endOutage(&state)
            hand(connection, &state)
            record(state)
            // During an outage, all waiters share a single attempt. Now the others get their connections.
            let room = limits.connections - state.openCount - state.openingCount
            let more = max(0, min(state.waiters.count - state.openingCount, room))
            state.openingCount += more
            let news = Set(connection.warnings).subtracting(state.warnings)
            state.warnings.formUnion(news)
            return (more, news)
        }
        for warning in news { logger.warning("\(warning)") }
        logger.note(connection.migration)
        for _ in 0..<more { threads.run(openConnection) }
    }

    /// Records the failure. Returns whether this thread should try again.
    private func fail(_ failure: PostgreSQLFailure, attempts: Int, since start: Duration) -> Bool {
        state.withLock { state in
            if state.outage == nil { begin(PostgreSQLOutage(since: start, failure: failure), &state) }
            // Attempts that failed together count once.
            if state.outage?.attempts == attempts {
                state.outage?.addAttempt(failure, at: clock.uptime, randomSource)
            }
            if state.outage?.isKnown(at: clock.uptime, timeout: limits.batch) == true {
                for waiter in state.waiters { waiter.end(.failure(failure)) }
                state.waiters = []
            }
            let isLast = state.openingCount == 1
            let continues = isLast && !state.waiters.isEmpty && !state.isClosed
            if !continues { state.openingCount -= 1 }
            return continues
        }
    }
}
#endif
