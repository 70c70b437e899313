#if Server
package import CoreMetrics
package import Domain
import GRDB
package import Logging

/// Keeps the registrations in a SQLite database, for one machine: recorded registrations survive a power cut.
package struct SQLiteDeviceRegistry: BatchedDeviceRegistry {
    package let batches: Batches<RegistryOperation, Registration?>
    private let database: SQLiteDatabase
    private let logger: Logger

    /// Opens or creates the database, accessible only to its owner. Blocks its thread while doing so.
    ///
    /// Throws `書き込みに失敗` if the file cannot be used, and `内容が壊れています` if it is damaged, not ours or from a later version
    /// of this program. Changes to the files while the database is open are logged.
    package init(
        path: String, clock: any Clock, metrics: any MetricsFactory, logger: Logger
    ) throws(ErrorWrapper) {
        let database = try SQLiteDatabase(path: path, schema: Self.schema, clock: clock, logger: logger)
        self.database = database
        self.logger = logger
        batches = Batches(limits: .init(), clock: clock, metrics: metrics) { operations throws(ErrorWrapper) in
            try Self.perform(operations, in: database)
        }
    }

    package func perform(
        _ operations: [RegistryOperation]
    ) throws(ErrorWrapper) -> [Result<Registration?, ErrorWrapper>] {
        try Self.perform(operations, in: database)
    }

    /// The journal mode, and when a commit is on disk: 2 is `FULL`, before it returns.
    package func durability() throws(ErrorWrapper) -> (journal: String, synchronous: Int) {
        try database.durability()
    }

    package func close(within limit: Duration) throws(ErrorWrapper) {
        batches.close()
        guard try !database.close(within: limit) else { return }
        logger.warning("the database is busy, and was left open: whoever opens it next finishes what it has under way")
    }

    /// In the order of their versions, which count from 1. Released migrations are never changed, only added to.
    ///
    /// The rows are stored in the order of their keys: a look-up finds everything it needs at the end of one tree.
    private static let schema = [
        """
        CREATE TABLE registrations (
            key TEXT NOT NULL PRIMARY KEY,
            udid TEXT NOT NULL UNIQUE,
            kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 9999)
        ) STRICT, WITHOUT ROWID
        """
    ]

    private static func perform(
        _ operations: [RegistryOperation], in database: SQLiteDatabase
    ) throws(ErrorWrapper) -> [Result<Registration?, ErrorWrapper>] {
        do throws(ErrorWrapper) {
            return try database.transaction(writes: operations.writes) { db in
                try operations.map { try outcome(of: $0, in: db, of: database) }
            }
        } catch {
            // Existing rows can be read even if nothing can be written.
            guard operations.writes, operations.contains(where: { !$0.writes }) else { throw error }
            return try database.transaction(writes: false) { db in
                try operations.map { $0.writes ? .failure(error) : try outcome(of: $0, in: db, of: database) }
            }
        }
    }

    /// Throws errors that make the whole transaction fail.
    private static func outcome(
        of operation: RegistryOperation, in db: Database, of database: SQLiteDatabase
    ) throws -> Result<Registration?, ErrorWrapper> {
        do {
            return .success(try perform(operation, in: db))
        } catch  where database.isOfStatement(error, writes: operation.writes, in: db) {
            return .failure(database.wrap(RefusedAlone(causedBy: error), writes: operation.writes))
        }
    }

    private static func perform(_ operation: RegistryOperation, in db: Database) throws -> Registration? {
        switch operation {
        case .find(let key):
            return try find(key, in: db)
        case .record(let registration):
            try insert(registration.udid.rawValue, registration.key.rawValue, registration.kind.rawValue, in: db)
            return db.changesCount == 1 ? registration : try find(registration.key, in: db)
        case .check:
            // No client can send an empty key. The affected pages are written all the same.
            try insert("", "", 0, in: db)
            try db.cachedStatement(sql: "DELETE FROM registrations WHERE key = ''").execute()
            return nil
        }
    }

    private static func insert(_ udid: String, _ key: String, _ kind: Int, in db: Database) throws {
        let insert = try db.cachedStatement(
            sql: "INSERT INTO registrations (udid, key, kind) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING")
        try insert.execute(arguments: [udid, key, kind])
    }

    private static func find(_ key: InstallationKey, in db: Database) throws -> Registration? {
        let select = try db.cachedStatement(sql: "SELECT udid, kind FROM registrations WHERE key = ?")
        guard let row = try Row.fetchOne(select, arguments: [key.rawValue]) else { return nil }
        guard let udid = UDID(row[0]), let kind = DeviceKind(rawValue: row[1]) else {
            throw SQLiteDatabase.Damage.row("registrations", key: "udid \(row[0] as String)")
        }
        return Registration(key: key, kind: kind, udid: udid)
    }
}
#endif
