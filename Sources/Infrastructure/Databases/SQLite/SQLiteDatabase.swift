#if Server
package import CalearningDomain
package import CoreMetrics
import Foundation
import GRDB
package import Logging
import Synchronization
package import UsecasesEngine
package import UsecasesRuns
package import UsecasesStorage

/// A SQLite database, for one machine. Acknowledged data survives a power cut. The requests of all registries share its
/// transactions, and thus the cost of durable writes.
package struct SQLiteDatabase: SQLDatabase {
    private let connection: SQLiteConnection
    private let batches: Batches<SQLiteRequest<Void>, Void>
    private let logger: Logger
    let location: String

    /// Opens or creates the database, accessible only to its owner. Blocks its thread while doing so.
    ///
    /// Throws `unwritable` if the file cannot be used. Throws `damaged` if the file is damaged, belongs to another
    /// program or comes from a later version of this program. Changes to the files of an open database are logged.
    package init(
        path: String, clock: any Clock, metrics: any MetricsFactory, logger: Logger
    ) throws(ErrorWrapper) {
        let connection = try SQLiteConnection(
            path: path, schema: SQLiteSchema.migrations, clock: clock, logger: logger)
        self.connection = connection
        self.logger = logger
        location = path
        batches = Batches(limits: .init(), clock: clock, metrics: metrics) { requests throws(ErrorWrapper) in
            try Self.perform(requests, on: connection)
        }
    }

    package var accountRegistry: any AccountRegistry & Administration { DatabaseAccountRegistry(database: self) }
    package var browsers: any StoreTable { DatabaseStoreTable(database: self) }

    package var runs: any RunQueue {
        SQLiteRunQueue(at: location) { statement, parameters throws(ErrorWrapper) in
            let run = { @Sendable (db: Database) in
                try SQLiteSession(db: db).run(statement, parameters.map { .text($0) }).texts
            }
            return try await answer(to: statement.hasPrefix("SELECT") ? .lookUp(run) : .statement(run))
        }
    }

    package func sizes() async throws(ErrorWrapper) -> DatabaseSizes {
        let pages = try await answer(
            to: .lookUp { db in
                try Int.fetchOne(
                    db, sql: "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
            })
        var disk = statvfs()
        let isKnown = statvfs(location, &disk) == 0
        let log = try? FileManager.default.attributesOfItem(atPath: location + "-wal")
        return DatabaseSizes(
            database: pages ?? 0, log: log?[.size] as? Int,
            free: isKnown ? Int(clamping: UInt64(disk.f_bavail) * UInt64(disk.f_frsize)) : nil)
    }

    package func answer(to operation: RegistryOperation) async throws(ErrorWrapper) -> Registration? {
        try await answer(to: SQLiteRequest(operation))
    }

    package func perform(
        _ operations: [RegistryOperation]
    ) throws(ErrorWrapper) -> [Result<Registration?, ErrorWrapper>] {
        try Self.perform(operations.map { SQLiteRequest($0) }, on: connection)
    }

    func lookUp<Answer: Sendable>(
        _ work: @escaping @Sendable (SQLiteSession) throws -> Answer
    ) async throws(ErrorWrapper) -> Answer {
        try await answer(to: .lookUp { db in try work(SQLiteSession(db: db)) })
    }

    func change<Memory: Sendable, Answer: Sendable>(
        _ memory: Memory, _ work: @escaping @Sendable (SQLiteSession, inout Memory) throws -> Answer
    ) async throws(ErrorWrapper) -> Answer {
        try await answer(
            to: .change { db in
                var memory = memory
                return try work(SQLiteSession(db: db), &memory)
            })
    }

    func loggedIn(under digest: TokenDigest) async throws(ErrorWrapper) -> LoggedIn? {
        try await lookUp { try $0.loggedIn(under: digest) }
    }

    func noteUse(of digest: TokenDigest, at now: Timestamp) async throws(ErrorWrapper) -> Bool {
        try await answer(to: .statement { db in try SQLiteSession(db: db).noteUse(of: digest, at: now) })
    }

    /// Returns the journal mode and the synchronous mode. The mode 2 is `FULL`, so a commit is on disk before it
    /// returns.
    package func durability() throws(ErrorWrapper) -> (journal: String, synchronous: Int) {
        try connection.durability()
    }

    package func close(within limit: Duration) throws(ErrorWrapper) {
        batches.close()
        guard try !connection.close(within: limit) else { return }
        logger.warning("the database is busy, and was left open: whoever opens it next finishes what it has under way")
    }

    /// Performs the request together with others. Throws as ``Batches/answer(to:)`` does.
    private func answer<Answer>(to request: SQLiteRequest<Answer>) async throws(ErrorWrapper) -> Answer {
        let kept = KeptAnswer<Answer>()
        try await batches.answer(to: request.metered(by: CostMeter.current).keeping(kept))
        return try kept.get()
    }

    /// Performs the requests in one transaction. Each request has a separate outcome. The requests fail together only
    /// for a common cause.
    private static func perform<Answer>(
        _ requests: [SQLiteRequest<Answer>], on connection: SQLiteConnection
    ) throws(ErrorWrapper) -> [Result<Answer, ErrorWrapper>] {
        let writes = requests.contains(where: \.writes)
        do throws(ErrorWrapper) {
            return try connection.transaction(writes: writes) { db in
                try requests.map { request in
                    try outcome(writes: request.writes, in: db, of: connection) { try request.perform(db) }
                }
            }
        } catch {
            // Existing rows can be read even if the database cannot be written.
            guard writes else { throw error }
            do throws(ErrorWrapper) {
                return try connection.transaction(writes: false) { db in
                    try requests.map { request in
                        let known = try outcome(writes: false, in: db, of: connection) { try request.known(db) }
                        return known.flatMap { $0.map { .success($0) } ?? .failure(error) }
                    }
                }
            } catch let unreadable {
                return requests.map { .failure($0.writes ? error : unreadable) }
            }
        }
    }

    /// Returns the outcome of a request. Throws errors that fail the whole transaction.
    private static func outcome<Answer>(
        writes: Bool, in db: Database, of connection: SQLiteConnection, _ perform: () throws -> Answer
    ) throws -> Result<Answer, ErrorWrapper> {
        do {
            return .success(try perform())
        } catch  where connection.isOfStatement(error, writes: writes, in: db) {
            return .failure(connection.wrap(RefusedAlone(causedBy: error), writes: writes))
        }
    }
}

/// Work for a database, as a value. One transaction performs the work of many requests.
struct SQLiteRequest<Answer: Sendable>: Sendable {
    /// Whether the request may write.
    let writes: Bool
    /// Performs the request. If it throws the error of a statement, it must have changed nothing.
    let perform: @Sendable (Database) throws -> Answer
    /// Returns the answer without writing, for a database that cannot be written. Returns `nil` if writing is required.
    let known: @Sendable (Database) throws -> Answer?

    /// Returns a request of one statement that writes.
    static func statement(_ perform: @escaping @Sendable (Database) throws -> Answer) -> SQLiteRequest {
        SQLiteRequest(writes: true, perform: perform, known: { _ in nil })
    }

    /// Returns a request of several statements. They take effect completely or not at all, independently of other
    /// requests in the transaction.
    static func change(_ perform: @escaping @Sendable (Database) throws -> Answer) -> SQLiteRequest {
        .statement { db in
            var answer: Answer?
            try db.inSavepoint {
                answer = try perform(db)
                return .commit
            }
            guard let answer else { preconditionFailure("a savepoint that is released has run its body") }
            return answer
        }
    }

    static func lookUp(_ perform: @escaping @Sendable (Database) throws -> Answer) -> SQLiteRequest {
        SQLiteRequest(writes: false, perform: perform, known: perform)
    }

    /// Returns the request with its statements and its commit counted. The thread of the database has no meter.
    fileprivate func metered(by meter: CostMeter?) -> SQLiteRequest {
        guard let meter else { return self }
        return SQLiteRequest(
            writes: writes,
            perform: { [writes, perform] db in
                try CostMeter.$current.withValue(meter) {
                    if writes { CostMeter.count(\.commits) }
                    return try perform(db)
                }
            }, known: known)
    }

    /// Returns the request for a queue of requests with different answers. Its answer is kept.
    fileprivate func keeping(_ kept: KeptAnswer<Answer>) -> SQLiteRequest<Void> {
        SQLiteRequest<Void>(
            writes: writes, perform: { [perform] db in kept.keep(try perform(db)) },
            known: { [known] db in try known(db).map { kept.keep($0) } })
    }
}

/// The maximum time that a connection waits for the locks of others.
final class SQLiteTimeout: Sendable {
    private struct State {
        var limit: Duration
        var start = Duration.zero
        var isOver = false
    }

    private let clock: any Clock
    private let state: Mutex<State>

    init(_ limit: Duration, clock: any Clock) {
        self.clock = clock
        state = Mutex(State(limit: limit))
    }

    /// Sets the limit of the following waits.
    func set(_ limit: Duration) {
        state.withLock { $0.limit = limit }
    }

    /// Cancels all current waits immediately, and prevents further ones.
    func end() {
        state.withLock { $0.isOver = true }
    }

    /// Blocks its thread briefly, longer each time. Returns whether to try again. SQLite counts the attempts for the
    /// same lock.
    func waits(afterTries tries: Int) -> Bool {
        let now = clock.uptime
        let continues = state.withLock { state in
            if tries == 0 { state.start = now }
            return !state.isOver && now - state.start < state.limit
        }
        if continues { Thread.sleep(forTimeInterval: min(0.001 * Double(tries + 1), 0.05)) }
        return continues
    }
}
#endif
