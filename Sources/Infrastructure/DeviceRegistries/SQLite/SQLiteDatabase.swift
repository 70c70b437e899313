#if Server
import Domain
import Foundation
import GRDB

/// A SQLite database with a schema that grows by versions, whose commits are on disk when they return.
struct SQLiteDatabase: Sendable {
    enum Damage: Error, CustomStringConvertible {
        case foreign(applicationID: Int)
        case newer(version: Int, known: Int)
        case row(_ table: String, key: String)
        case notDurable(journal: String, synchronous: Int)

        var description: String {
            switch self {
            case .foreign: "it is a database of another program"
            case .newer(let version, let known):
                "its schema has version \(version), and this program knows \(known): use a newer program"
            case .row(let table, let key): "a row of the table \(table), with \(key), is not valid"
            case .notDurable(let journal, let synchronous):
                "it cannot be made durable: its journal is \(journal), its synchronous mode \(synchronous)"
            }
        }
    }

    /// Marks a database as ours, in its header: the letters "cale".
    private static let applicationID = 0x6361_6c65
    /// How long a transaction waits for one of another process.
    private static let busyTimeout: TimeInterval = 5
    /// In KiB: the inner pages of the trees of ten million rows. SQLite's own 2 MB have to be read again and again.
    private static let cacheSize = 32 * 1024

    private let queue: DatabaseQueue
    private let path: String

    init(path: String, schema: [String]) throws(ErrorWrapper) {
        self.path = path
        do {
            try Self.makeFile(path)
            var configuration = Configuration()
            configuration.journalMode = .wal
            configuration.busyMode = .timeout(Self.busyTimeout)
            configuration.label = "calearning.sqlite"
            configuration.prepareDatabase { db in
                try Self.refuseForeign(db)
                try db.execute(sql: "PRAGMA cache_size = -\(Self.cacheSize)")
            }
            queue = try Self.open(path, configuration)
            try queue.writeWithoutTransaction { db in
                try Self.makeDurable(db)
                try Self.migrate(db, to: schema)
            }
        } catch {
            throw Self.wrap(error, writes: true, path)
        }
    }

    /// All of it or nothing.
    func transaction<Result>(
        writes: Bool, _ body: (Database) throws -> Result
    ) throws(ErrorWrapper) -> Result {
        do {
            return try queue.writeWithoutTransaction { db in
                var result: Result?
                // What only reads takes no lock that others wait for.
                try db.inTransaction(writes ? .immediate : .deferred) {
                    result = try body(db)
                    return .commit
                }
                guard let result else { preconditionFailure("a transaction that commits has run its body") }
                return result
            }
        } catch {
            throw Self.wrap(error, writes: writes, path)
        }
    }

    func durability() throws(ErrorWrapper) -> (journal: String, synchronous: Int) {
        do {
            return try queue.writeWithoutTransaction { try Self.durability(of: $0) }
        } catch {
            throw Self.wrap(error, writes: false, path)
        }
    }

    func close() throws(ErrorWrapper) {
        do {
            try queue.close()
        } catch {
            throw Self.wrap(error, writes: true, path)
        }
    }

    /// Two processes that begin a write-ahead log at once are not made to wait for each other, but refused.
    private static func open(_ path: String, _ configuration: Configuration) throws -> DatabaseQueue {
        let pause: TimeInterval = 0.01
        var waited: TimeInterval = 0
        while true {
            do {
                return try DatabaseQueue(path: path, configuration: configuration)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && waited < busyTimeout {
                Thread.sleep(forTimeInterval: pause)
                waited += pause
            }
        }
    }

    /// SQLite would make it for everybody to read. A file that is there is not opened: closing it would let go of the
    /// locks that this process has on it.
    private static func makeFile(_ path: String) throws(PosixError) {
        let directory = (path as NSString).deletingLastPathComponent
        if !directory.isEmpty { try PrivateDirectory.make(directory) }
        do {
            _ = try FileDescriptor(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
        } catch  where error.code == EEXIST {
            return
        }
    }

    /// Before anything is written to it.
    private static func refuseForeign(_ db: Database) throws {
        // In one transaction, as another process may be making the tables.
        try db.inTransaction(.deferred) {
            let id = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
            let isEmpty = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0
            guard id == applicationID || id == 0 && isEmpty else { throw Damage.foreign(applicationID: id) }
            return .commit
        }
    }

    /// GRDB's own set-up for write-ahead logs gives up durability for speed; batches give it back.
    private static func makeDurable(_ db: Database) throws {
        try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
        let (journal, synchronous) = try durability(of: db)
        guard journal == "wal", synchronous == 2 else {
            throw Damage.notDurable(journal: journal, synchronous: synchronous)
        }
    }

    private static func durability(of db: Database) throws -> (journal: String, synchronous: Int) {
        (
            try String.fetchOne(db, sql: "PRAGMA journal_mode") ?? "",
            try Int.fetchOne(db, sql: "PRAGMA synchronous") ?? 0
        )
    }

    /// One transaction, under the lock of writers: any number of processes may start at once.
    private static func migrate(_ db: Database, to schema: [String]) throws {
        try db.inTransaction(.immediate) {
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            guard version <= schema.count else { throw Damage.newer(version: version, known: schema.count) }
            for migration in schema[version...] {
                try db.execute(sql: migration)
            }
            try db.execute(sql: "PRAGMA user_version = \(schema.count); PRAGMA application_id = \(applicationID)")
            return .commit
        }
    }

    private static func wrap(_ error: any Error, writes: Bool, _ path: String) -> ErrorWrapper {
        let isDamaged =
            switch error {
            case is Damage: true
            case let error as DatabaseError:
                [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode)
            default: false
            }
        return .system(
            error: .dataStore(
                isDamaged
                    ? .内容が壊れています(location: path)
                    : writes ? .書き込みに失敗(location: path) : .読み込みに失敗(location: path)),
            args: ["file": path],
            causedBy: error)
    }
}
#endif
