#if Server
import CalearningDomain
import Foundation
import GRDB
import Logging
public import UsecasesEngine
import UsecasesRuns

/// A connection to a SQLite database with a versioned schema. When a commit returns, its data is on disk, in files that
/// still exist.
struct SQLiteConnection: Sendable {
    /// The maximum time that a transaction waits for other processes.
    private static let timeout = Duration.seconds(3)

    private let queue: DatabaseQueue
    private let files: SQLiteFiles
    private let timeout: SQLiteTimeout
    private let path: String

    init(path: String, schema: [String], clock: any Clock, logger: Logger) throws(ErrorWrapper) {
        self.path = path
        // More processes may start at the same time than take part in a transaction.
        timeout = SQLiteTimeout(.seconds(5), clock: clock)
        do {
            let migration: SchemaMigration
            (queue, migration) = try SQLiteOpening(schema: schema, timeout: timeout).open(path)
            logger.note(migration)
            files = try SQLiteFiles(path, clock: clock, logger: logger)
            try files.flushLog()
        } catch {
            throw Self.wrap(error, writes: true, path)
        }
        timeout.set(Self.timeout)
    }

    /// Performs the transaction completely or not at all. It does not perform it if the files have changed.
    func transaction<Result>(
        writes: Bool, _ body: (Database) throws -> Result
    ) throws(ErrorWrapper) -> Result {
        do {
            return try queue.writeWithoutTransaction { db in
                if writes { try files.check() }
                var result: Result?
                // A read transaction takes no lock that blocks others.
                try db.inTransaction(writes ? .immediate : .deferred) {
                    result = try body(db)
                    return .commit
                }
                guard let result else { preconditionFailure("a transaction that commits has run its body") }
                // A commit is lost if its file no longer exists at the path.
                try files.check(afterCommit: writes)
                return result
            }
        } catch {
            throw Self.wrap(error, writes: writes, path)
        }
    }

    /// Whether only a single statement failed. The statement changed nothing, and the transaction can continue.
    func isOfStatement(_ error: any Error, writes: Bool, in db: Database) -> Bool {
        switch error {
        case SQLiteDamage.row: return true
        case let error as DatabaseError:
            // A damaged page only affects queries for its own rows.
            var own: [ResultCode] = [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG]
            if !writes { own.append(.SQLITE_CORRUPT) }
            // A trigger may have ended the transaction.
            return db.isInsideTransaction && own.contains(error.resultCode)
        default: return false
        }
    }

    func durability() throws(ErrorWrapper) -> (journal: String, synchronous: Int) {
        do {
            return try queue.writeWithoutTransaction { try SQLiteOpening.durability(of: $0) }
        } catch {
            throw Self.wrap(error, writes: false, path)
        }
    }

    /// Closes the files and blocks its thread for at most the given time. Returns whether they are closed.
    func close(within limit: Duration) throws(ErrorWrapper) -> Bool {
        timeout.end()
        let closing = SQLiteClosing(queue: queue, files: files)
        do {
            return try closing.close(within: limit)
        } catch {
            throw Self.wrap(error, writes: true, path)
        }
    }

    func wrap(_ error: any Error, writes: Bool) -> ErrorWrapper {
        Self.wrap(error, writes: writes, path)
    }

    static func wrap(_ error: any Error, writes: Bool, _ path: String) -> ErrorWrapper {
        .system(
            error: .dataStore(
                isDamage(error)
                    ? .damaged(location: path, content: .database)
                    : writes
                        ? .unwritable(location: path, content: .database)
                        : .unreadable(location: path, content: .database)),
            causedBy: error)
    }

    static func isDamage(_ error: any Error) -> Bool {
        switch error {
        case is SQLiteDamage, is NewerSchema, is SQLiteFiles.Change: true
        case let error as DatabaseError: [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode)
        case let error as RefusedAlone: error.causedBy.map(isDamage) ?? false
        default: false
        }
    }
}

/// The tables and their migrations.
enum SQLiteSchema {
    /// The migrations in the order of their versions, starting with 1. Released migrations never change. New ones are
    /// appended.
    ///
    /// Small rows are stored in the order of their keys, so a look-up finds all data at the end of one tree.
    static let migrations = [registrations, accounts, operation, browsers, passwordRates, runs, secondFactor]

    private static let registrations = """
        CREATE TABLE registrations (
            key TEXT NOT NULL PRIMARY KEY,
            udid TEXT NOT NULL UNIQUE,
            kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 9999)
        ) STRICT, WITHOUT ROWID
        """

    /// The tables of accounts. Times are in milliseconds since 1970.
    private static let accounts = """
        CREATE TABLE accounts (
            id TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            password TEXT NOT NULL,
            key TEXT UNIQUE
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE sessions (
            digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
            id TEXT NOT NULL UNIQUE,
            account TEXT NOT NULL REFERENCES accounts (id),
            name TEXT NOT NULL,
            udid TEXT NOT NULL,
            began INTEGER NOT NULL,
            used INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sessions_by_account ON sessions (account);
        CREATE INDEX sessions_by_use ON sessions (used);
        CREATE TABLE guesses (
            name TEXT NOT NULL,
            network TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX guesses_by_guesser ON guesses (name, network, at);
        CREATE INDEX guesses_by_time ON guesses (at)
        """

    /// The time when an operator locked an account, and the digest of its recovery code with the time when the code
    /// expires. Earlier programs ignore them.
    private static let operation = """
        ALTER TABLE accounts ADD COLUMN locked INTEGER;
        ALTER TABLE accounts ADD COLUMN recovery BLOB CHECK (length(recovery) = 32);
        ALTER TABLE accounts ADD COLUMN recoverable INTEGER
        """

    /// The rows of browsers, whose content has at most 256 KiB, and the name of the device of a session. Earlier programs
    /// ignore them.
    private static let browsers = """
        CREATE TABLE browsers (
            id TEXT NOT NULL PRIMARY KEY,
            cookie BLOB NOT NULL UNIQUE CHECK (length(cookie) = 32),
            former BLOB CHECK (length(former) = 32),
            stamp INTEGER NOT NULL,
            used INTEGER NOT NULL,
            content TEXT NOT NULL CHECK (length(CAST(content AS BLOB)) <= 262144)
        ) STRICT;
        CREATE INDEX browsers_by_former ON browsers (former);
        CREATE INDEX browsers_by_use ON browsers (used);
        ALTER TABLE sessions ADD COLUMN device TEXT
        """

    /// Nothing. One server counts requests with passwords in its memory.
    private static let passwordRates = ""

    /// The tables of durable runs, and the time when an account will be deleted. Earlier programs ignore them.
    private static let runs = """
        \(SQLiteRunQueue.schema);
        ALTER TABLE accounts ADD COLUMN deletion INTEGER;
        """

    /// The second factor of an account, as JSON. Earlier programs ignore it.
    private static let secondFactor = "ALTER TABLE accounts ADD COLUMN second_factor TEXT"
}

extension DatabaseError: HinderedError {
    var hindrance: Hindrance? {
        switch resultCode {
        case .SQLITE_FULL: .noSpace
        case .SQLITE_READONLY: .readOnly
        case .SQLITE_PERM, .SQLITE_AUTH: .noPermission
        case .SQLITE_BUSY, .SQLITE_LOCKED: .heldLock
        default: nil
        }
    }
}
#endif
