#if Server
package import CoreMetrics
package import Domain
import GRDB

/// Keeps the registrations in a SQLite database, for one machine: what it has recorded survives a power cut.
package struct SQLiteDeviceRegistry: BatchedDeviceRegistry {
    package let batches: Batches<RegistryOperation, Registration?>
    private let database: SQLiteDatabase

    /// Opens the database, or makes it, for its owner alone. Blocks its thread for as long as that takes.
    ///
    /// Throws `書き込みに失敗` where the file cannot be used, and `内容が壊れています` where it is damaged, not ours or
    /// of a later version of this program.
    package init(path: String, clock: any Clock, metrics: any MetricsFactory) throws(ErrorWrapper) {
        let database = try SQLiteDatabase(path: path, schema: Self.schema)
        self.database = database
        batches = Batches(limits: .init(), clock: clock, metrics: metrics) { operations throws(ErrorWrapper) in
            try Self.perform(operations, in: database)
        }
    }

    /// As one transaction, past all that waits. Blocks its thread.
    package func perform(_ operations: [RegistryOperation]) throws(ErrorWrapper) -> [Registration?] {
        try Self.perform(operations, in: database)
    }

    /// How the journal is kept, and when a commit is on disk: 2 is `FULL`, before it returns.
    package func durability() throws(ErrorWrapper) -> (journal: String, synchronous: Int) {
        try database.durability()
    }

    /// Finishes what the database has under way and closes its files. Blocks its thread.
    package func close() throws(ErrorWrapper) {
        try database.close()
    }

    /// In the order of their versions, which count from 1. Never changed once released, only added to.
    ///
    /// The rows are in the order of their keys: a look-up finds all that it wants at the end of one tree.
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
    ) throws(ErrorWrapper) -> [Registration?] {
        try database.transaction(writes: operations.writes) { db in
            try operations.map { try perform($0, in: db) }
        }
    }

    private static func perform(_ operation: RegistryOperation, in db: Database) throws -> Registration? {
        switch operation {
        case .find(let key):
            return try find(key, in: db)
        case .record(let registration):
            let insert = try db.cachedStatement(
                sql: "INSERT INTO registrations (udid, key, kind) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING")
            try insert.execute(arguments: [
                registration.udid.rawValue, registration.key.rawValue, registration.kind.rawValue,
            ])
            return db.changesCount == 1 ? registration : try find(registration.key, in: db)
        case .check:
            _ = try Int.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM registrations LIMIT 1"))
            return nil
        }
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
