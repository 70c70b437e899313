#if Server
package import CoreMetrics
import Foundation
import GRDB
package import Logging
import Synchronization
package import Usecases
package import UsecasesStorage

/// A SQLite database, for one machine. Acknowledged data survives a power cut. The requests of all registries share its
/// transactions, and thus the cost of durable writes.
package struct SQLiteDatabase: RegistryDatabase {
    private let connection: SQLiteConnection
    private let batches: Batches<SQLiteRequest<any Sendable>, any Sendable>
    private let logger: Logger
    let path: String

    /// Opens or creates the database, accessible only to its owner. Blocks its thread while doing so.
    ///
    /// Throws `書き込みに失敗` if the file cannot be used. Throws `内容が壊れています` if the file is damaged, belongs to another
    /// program or comes from a later version of this program. Changes to the files of an open database are logged.
    package init(
        path: String, clock: any Clock, metrics: any MetricsFactory, logger: Logger
    ) throws(ErrorWrapper) {
        let connection = try SQLiteConnection(
            path: path, schema: SQLiteSchema.migrations, clock: clock, logger: logger)
        self.connection = connection
        self.logger = logger
        self.path = path
        batches = Batches(limits: .init(), clock: clock, metrics: metrics) { requests throws(ErrorWrapper) in
            try Self.perform(requests, on: connection)
        }
    }

    package var deviceRegistry: SQLiteDeviceRegistry { SQLiteDeviceRegistry(database: self) }
    package var accountRegistry: SQLiteAccountRegistry { SQLiteAccountRegistry(database: self) }
    package var browsers: any StoreTable { SQLiteStoreTable(database: self) }

    package func sizes() async throws(ErrorWrapper) -> DatabaseSizes {
        let path = path
        let pages = try await answer(
            to: .lookUp { db in
                try Int.fetchOne(
                    db, sql: "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
            })
        var disk = statvfs()
        let isKnown = statvfs(path, &disk) == 0
        return DatabaseSizes(
            database: pages ?? 0, log: try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int,
            free: isKnown ? Int(clamping: UInt64(disk.f_bavail) * UInt64(disk.f_frsize)) : nil)
    }

    /// Performs the request together with others. Throws as ``Batches/answer(to:)`` does.
    func answer<Answer>(to request: SQLiteRequest<Answer>) async throws(ErrorWrapper) -> Answer {
        guard let answer = try await batches.answer(to: request.erased) as? ErasedAnswer<Answer> else {
            preconditionFailure("the answer to a request has the type of the request")
        }
        return answer.value
    }

    /// Performs the requests in one transaction, bypassing the queue. Each request has a separate outcome. The requests
    /// fail together only for a common cause. Blocks its thread.
    func perform<Answer>(
        _ requests: [SQLiteRequest<Answer>]
    ) throws(ErrorWrapper) -> [Result<Answer, ErrorWrapper>] {
        try Self.perform(requests, on: connection)
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

    private static func perform<Answer>(
        _ requests: [SQLiteRequest<Answer>], on connection: SQLiteConnection
    ) throws(ErrorWrapper) -> [Result<Answer, ErrorWrapper>] {
        let writes = requests.contains(where: \.writes)
        do throws(ErrorWrapper) {
            return try connection.transaction(writes: writes) { db in
                try requests.map { try outcome(of: $0, in: db, of: connection) }
            }
        } catch {
            // Existing rows can be read even if the database cannot be written.
            guard writes else { throw error }
            do throws(ErrorWrapper) {
                return try connection.transaction(writes: false) { db in
                    try requests.map { try knownOutcome(of: $0, in: db, of: connection) ?? .failure(error) }
                }
            } catch let unreadable {
                return requests.map { .failure($0.writes ? error : unreadable) }
            }
        }
    }

    /// Returns the outcome of the request. Throws errors that fail the whole transaction.
    private static func outcome<Answer>(
        of request: SQLiteRequest<Answer>, in db: Database, of connection: SQLiteConnection
    ) throws -> Result<Answer, ErrorWrapper> {
        do {
            return .success(try request.perform(db))
        } catch  where connection.isOfStatement(error, writes: request.writes, in: db) {
            return .failure(connection.wrap(RefusedAlone(causedBy: error), writes: request.writes))
        }
    }

    /// Returns the outcome if it is known without writing, or `nil`.
    private static func knownOutcome<Answer>(
        of request: SQLiteRequest<Answer>, in db: Database, of connection: SQLiteConnection
    ) throws -> Result<Answer, ErrorWrapper>? {
        do {
            return try request.known(db).map { .success($0) }
        } catch  where connection.isOfStatement(error, writes: false, in: db) {
            return .failure(connection.wrap(RefusedAlone(causedBy: error), writes: false))
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

    /// Returns a request of one statement that writes, unless the answer is known.
    static func statement(
        unless known: @escaping @Sendable (Database) throws -> Answer?,
        perform: @escaping @Sendable (Database) throws -> Answer
    ) -> SQLiteRequest {
        SQLiteRequest(writes: true, perform: { db in try known(db) ?? perform(db) }, known: known)
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
}

extension SQLiteRequest {
    /// The request without its type, for a queue of requests with different answers.
    var erased: SQLiteRequest<any Sendable> {
        SQLiteRequest<any Sendable>(
            writes: writes, perform: { [perform] db in ErasedAnswer(value: try perform(db)) },
            known: { [known] db in try known(db).map { ErasedAnswer(value: $0) } })
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
