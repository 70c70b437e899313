#if Server
import CalearningDomain
import Dispatch
import Foundation
import GRDB
import Synchronization
import Usecases
import UsecasesSystem

/// Opens or creates a database, and writes only what is not yet as it should be: on a full disk, existing data can
/// still be read.
struct SQLiteOpening: Sendable {
    /// Marks a database as ours in its header: the letters "cale".
    static let applicationID = 0x6361_6c65
    /// In KiB: enough for the inner pages of the trees of ten million rows. With SQLite's default of 2 MB they would
    /// have to be read again and again.
    private static let cacheSize = 32 * 1024

    let schema: [String]
    let timeout: SQLiteTimeout

    func open(_ path: String) throws -> DatabaseQueue {
        try Self.makeFile(path)
        var configuration = Configuration()
        configuration.busyMode = .callback { [timeout] in timeout.waits(afterTries: $0) }
        configuration.label = "\(Product.own.name).sqlite"
        configuration.prepareDatabase { db in
            try Self.refuseForeign(db)
            try db.execute(sql: "PRAGMA cache_size = -\(Self.cacheSize)")
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { db in
            try beginLog(db)
            try Self.makeDurable(db)
            try migrate(db)
        }
        return queue
    }

    /// Opens an existing database for reading, and neither creates nor migrates anything.
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

    /// SQLite would create the file readable by everyone. An existing file is not opened: closing it would release the
    /// locks that this process holds on it.
    private static func makeFile(_ path: String) throws(PosixError) {
        if let directory = path.parentDirectory { try PrivateDirectory.make(directory) }
        do {
            _ = try FileDescriptor(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
        } catch  where error.code == EEXIST {
            // A dangling link also counts as existing: the file is created where it points.
            guard access(path, F_OK) != 0, errno == ENOENT else { return }
            _ = try FileDescriptor(path, O_RDWR | O_CREAT, mode: 0o600)
        }
    }

    /// Must be called before anything is written to the database.
    private static func refuseForeign(_ db: Database) throws {
        // In one transaction, as another process may be creating the tables.
        try db.inTransaction(.deferred) {
            let id = try applicationID(of: db)
            let isEmpty = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0
            guard id == applicationID || id == 0 && isEmpty else {
                throw SQLiteDamage.foreign(applicationID: id)
            }
            return .commit
        }
    }

    /// If two processes begin a write-ahead log at once, SQLite does not make one wait but refuses it. GRDB's own way
    /// to begin a log also writes to it, for snapshots that are not used here.
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

    /// Ensures that each commit is on disk when it returns.
    private static func makeDurable(_ db: Database) throws {
        try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
        let (journal, synchronous) = try durability(of: db)
        guard journal == "wal", synchronous == 2 else {
            throw SQLiteDamage.notDurable(journal: journal, synchronous: synchronous)
        }
    }

    /// Runs in one transaction, under the writers' lock: any number of processes may start at once.
    private func migrate(_ db: Database) throws {
        if try version(of: db) == schema.count, try Self.applicationID(of: db) == Self.applicationID { return }
        try db.inTransaction(.immediate) {
            // Another process may have run migrations in the meantime.
            for migration in try schema[version(of: db)...] {
                try db.execute(sql: migration)
            }
            try db.execute(
                sql: "PRAGMA user_version = \(schema.count); PRAGMA application_id = \(Self.applicationID)")
            return .commit
        }
    }

    func version(of db: Database) throws -> Int {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard (0...schema.count).contains(version) else { throw NewerSchema(version: version, known: schema.count) }
        return version
    }

    private static func applicationID(of db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    }
}

/// Closes a database that may be in use by a thread that hangs.
final class SQLiteClosing: Sendable {
    private let queue: DatabaseQueue
    private let files: SQLiteFiles
    private let isOver = DispatchSemaphore(value: 0)
    private let failure = Mutex<(any Error)?>(nil)

    init(queue: DatabaseQueue, files: SQLiteFiles) {
        self.queue = queue
        self.files = files
    }

    /// Returns whether the database was closed in time.
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
            // Closing a database removes the log beside its path, even if that now belongs to another database.
            try files.checkPath()
            try queue.close()
        } catch {
            // Leave the database as the end of the process would: the retained reference keeps it from ever being
            // closed.
            _ = Unmanaged.passRetained(queue)
            failure.withLock { $0 = error }
        }
        isOver.signal()
    }
}
#endif
