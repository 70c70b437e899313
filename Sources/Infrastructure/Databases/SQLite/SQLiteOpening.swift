#if Server
import CalearningDomain
import Dispatch
import Foundation
import GRDB
import Synchronization
import UsecasesEngine
import UsecasesSystem

/// Opens or creates a database, and writes only missing settings and tables. On a full disk, existing data stays
/// readable.
struct SQLiteOpening: Sendable {
    /// The identifier of this application in the header, the letters "cale".
    static let applicationID = 0x6361_6c65
    /// The size of the cache in KiB. It holds the inner pages of the trees of ten million rows. With SQLite's default
    /// of 2 MB, the pages would be read repeatedly.
    private static let cacheSize = 32 * 1024

    let schema: [String]
    let timeout: SQLiteTimeout

    /// Opens or creates the database, and migrates it. Returns the migration, too.
    func open(_ path: String) throws -> (queue: DatabaseQueue, migration: SchemaMigration) {
        try Self.makeFile(path)
        var configuration = Configuration()
        configuration.busyMode = .callback { [timeout] in timeout.waits(afterTries: $0) }
        configuration.label = "\(Product.own.name).sqlite"
        configuration.prepareDatabase { db in
            try Self.refuseForeign(db)
            try db.execute(sql: "PRAGMA cache_size = -\(Self.cacheSize)")
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let migration = try queue.writeWithoutTransaction { db in
            try beginLog(db)
            try Self.makeDurable(db)
            return try migrate(db)
        }
        return (queue, migration)
    }

    /// Opens an existing database for reading. Creates and migrates nothing.
    func read(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .callback { [timeout] in timeout.waits(afterTries: $0) }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.read { db in
            let id = try Self.applicationID(of: db)
            guard id == Self.applicationID else { throw SQLiteDamage.foreign(applicationID: id) }
            _ = try version(of: db)
        }
        return queue
    }

    static func durability(of db: Database) throws -> (journal: String, synchronous: Int) {
        (
            try String.fetchOne(db, sql: "PRAGMA journal_mode") ?? "",
            try Int.fetchOne(db, sql: "PRAGMA synchronous") ?? 0
        )
    }

    /// Creates the file, because SQLite would create it readable by everyone. Does not open an existing file, because
    /// closing it would release the locks that this process holds on it.
    private static func makeFile(_ path: String) throws(PosixError) {
        if let directory = path.parentDirectory { try PrivateDirectory.make(directory) }
        do {
            _ = try FileDescriptor(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
        } catch  where error.code == EEXIST {
            // A dangling link also counts as existing. SQLite creates the file at its target.
            guard access(path, F_OK) != 0, errno == ENOENT else { return }
            _ = try FileDescriptor(path, O_RDWR | O_CREAT, mode: 0o600)
        }
    }

    /// Throws if the database belongs to another program. Must run before any write to the database.
    private static func refuseForeign(_ db: Database) throws {
        // One transaction is required, because another process may be creating the tables.
        try db.inTransaction(.deferred) {
            let id = try applicationID(of: db)
            let isEmpty = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0
            guard id == applicationID || id == 0 && isEmpty else {
                throw SQLiteDamage.foreign(applicationID: id)
            }
            return .commit
        }
    }

    /// Begins a write-ahead log. If two processes do so at the same time, SQLite does not let one wait but returns an
    /// error. GRDB's implementation also writes to the log, for snapshots that are not used here.
    private func beginLog(_ db: Database) throws {
        var tries = 0
        while true {
            do {
                return try db.execute(sql: "PRAGMA journal_mode = WAL")
            } catch let error as DatabaseError
                where error.resultCode == .SQLITE_BUSY && timeout.waits(afterTries: tries)
            {
                tries += 1
            }
        }
    }

    /// Configures the connection to flush each commit to disk before it returns.
    private static func makeDurable(_ db: Database) throws {
        try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
        let (journal, synchronous) = try durability(of: db)
        guard journal == "wal", synchronous == 2 else {
            throw SQLiteDamage.notDurable(journal: journal, synchronous: synchronous)
        }
    }

    /// Runs the migrations in one transaction with the writers' lock. Any number of processes may start at the same
    /// time.
    private func migrate(_ db: Database) throws -> SchemaMigration {
        var version = try version(of: db)
        if version >= schema.count, try Self.applicationID(of: db) == Self.applicationID {
            return SchemaMigration(from: version, to: version)
        }
        try db.inTransaction(.immediate) {
            // Another process may have run migrations in the meantime.
            version = try self.version(of: db)
            for migration in schema.dropFirst(version) {
                try db.execute(sql: migration)
            }
            try db.execute(
                sql: """
                    PRAGMA user_version = \(max(version, schema.count)); PRAGMA application_id = \(Self.applicationID)
                    """)
            return .commit
        }
        return SchemaMigration(from: version, to: max(version, schema.count))
    }

    func version(of db: Database) throws -> Int {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard version >= 0, NewerSchema.isUsable(version, known: schema.count) else {
            throw NewerSchema(version: version, known: schema.count)
        }
        return version
    }

    private static func applicationID(of db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    }
}

/// Closes a database that a hanging thread may still use.
final class SQLiteClosing: Sendable {
    private let queue: DatabaseQueue
    private let files: SQLiteFiles
    private let isOver = DispatchSemaphore(value: 0)
    private let failure = Mutex<(any Error)?>(nil)

    init(queue: DatabaseQueue, files: SQLiteFiles) {
        self.queue = queue
        self.files = files
    }

    /// Closes the database. Returns whether it was closed in time.
    func close(within limit: Duration) throws -> Bool {
        Thread.detachNewThread { [self] in close() }
        guard isOver.wait(timeout: .now() + .nanoseconds(Int(limit / .nanoseconds(1)))) == .success else {
            return false
        }
        if let failure = failure.withLock(\.self) { throw failure }
        return true
    }

    private func close() {
        do {
            // Closing a database removes the log at its path, even if the log now belongs to another database.
            try files.checkPath()
            try queue.close()
        } catch {
            // Leaves the database as the end of the process would. The retained reference prevents it from ever being
            // closed.
            _ = Unmanaged.passRetained(queue)
            failure.withLock { $0 = error }
        }
        isOver.signal()
    }
}
#endif
