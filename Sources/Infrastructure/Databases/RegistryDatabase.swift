#if Server
package import CalearningDomain
import Logging
import Synchronization
package import UsecasesEngine
package import UsecasesRuns
package import UsecasesStorage

/// A database for all registries of the service. It is the registry of devices.
package protocol RegistryDatabase: DeviceRegistry {
    /// The accounts, for servers and for operators.
    var accountRegistry: any AccountRegistry & Administration { get }
    /// The rows of browsers.
    var browsers: any StoreTable { get }
    /// The durable runs of all servers.
    var runs: any RunQueue { get }
    /// The requests with passwords, or `nil` if only one server can use the database.
    var passwordRates: (any SharedRates)? { get }
    /// The host and the port of the server that accepted the last connection, or `nil` without one.
    var host: String? { get }

    /// Performs the operation together with others. `find` returns the found registration, `record` returns the
    /// recorded one or `nil` if the database skipped it, and `check` returns `nil`.
    func answer(to operation: RegistryOperation) async throws(ErrorWrapper) -> Registration?
    /// Performs the operations in as few transactions as possible, bypassing the queue. Each operation has a separate
    /// outcome. The operations fail together only for a common cause. Blocks its thread.
    func perform(_ operations: [RegistryOperation]) throws(ErrorWrapper) -> [Result<Registration?, ErrorWrapper>]
    /// Returns the sizes of the database.
    func sizes() async throws(ErrorWrapper) -> DatabaseSizes
    /// Fails all waiting and later requests, finishes the work in progress, and closes the database. Blocks its thread
    /// for at most the given time. Work that is unfinished then is left as if the process had ended. No acknowledged
    /// data is lost.
    func close(within limit: Duration) throws(ErrorWrapper)
}

extension RegistryDatabase {
    // A file has no host, and one server.
    package var host: String? { nil }
    package var passwordRates: (any SharedRates)? { nil }
}

/// A database whose accounts and browsers are used by SQL.
protocol SQLDatabase: RegistryDatabase {
    associatedtype Session: SQLSession

    /// The path or the address of the database, without secrets.
    var location: String { get }

    /// Performs work that only reads.
    func lookUp<Answer: Sendable>(
        _ work: @escaping @Sendable (Session) throws(Session.Failure) -> Answer
    ) async throws(ErrorWrapper) -> Answer
    /// Performs work in a transaction, completely or not at all. On return it is on disk. If its answer was lost, the
    /// work is repeated, although it may have taken effect. Each attempt records its progress in `memory`, so a later
    /// attempt recognises its effects.
    func change<Memory: Sendable, Answer: Sendable>(
        _ memory: Memory, _ work: @escaping @Sendable (Session, inout Memory) throws(Session.Failure) -> Answer
    ) async throws(ErrorWrapper) -> Answer
    /// Returns the session and the account under the digest.
    func loggedIn(under digest: TokenDigest) async throws(ErrorWrapper) -> LoggedIn?
    /// Records a use of the session. May return `false` if the session has ended.
    func noteUse(of digest: TokenDigest, at now: Timestamp) async throws(ErrorWrapper) -> Bool
}

/// The answer to a request in a queue of requests with different answers.
final class KeptAnswer<Answer: Sendable>: Sendable {
    private let result = Mutex<Result<Answer, ErrorWrapper>>(.failure(.interrupted))

    func keep(_ answer: Answer) {
        result.withLock { $0 = .success(answer) }
    }

    /// Returns the answer. Throws ``ErrorWrapper/interrupted`` before there is one.
    func get() throws(ErrorWrapper) -> Answer { try result.withLock(\.self).get() }
}

/// The tables of a database.
package enum DatabaseSchema {
    /// The version of the tables that this program creates.
    package static var version: Int { SQLiteSchema.migrations.count }

    /// Queries of all columns, without rows. They fail if a table, a column or the permission to read is missing.
    static let probe = [
        "registrations": "udid, key, kind",
        "accounts": "id, name, password, key, locked, recovery, recoverable, deletion, second_factor",
        "sessions": "digest, id, account, name, udid, began, used, device", "guesses": "name, network, at",
        "browsers": "id, cookie, former, stamp, used, content",
    ].map { "SELECT \($1) FROM \($0) LIMIT 0" }.joined(separator: "; ")
}

extension Logger {
    /// Writes a line about a migration that has changed an existing database.
    func note(_ migration: SchemaMigration) {
        guard migration.isNeeded, migration.from > 0 else { return }
        notice("the database was migrated", metadata: ["from": "\(migration.from)", "to": "\(migration.to)"])
    }
}

/// The sizes of a database in bytes. A size that does not exist or is unknown is `nil`.
package struct DatabaseSizes: Sendable, Hashable {
    package let database: Int
    /// The write-ahead log of SQLite.
    package var log: Int?
    /// The free space on the disk of SQLite's database, for processes without privileges.
    package var free: Int?
}

/// The error for a database that a newer version of this program has migrated.
struct NewerSchema: HinderedError, CustomStringConvertible {
    let version: Int
    /// The version of the schema that this program creates.
    let known: Int

    /// Whether a program for the schema version `known` can work with `version`. It can work with the next version,
    /// because a migration only adds data that earlier programs ignore.
    static func isUsable(_ version: Int, known: Int) -> Bool { version <= known + 1 }

    var hindrance: Hindrance? { .newerVersion }
    var description: String { "its schema has version \(version), and this program knows \(known)" }
}
#endif
