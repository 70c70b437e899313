#if Server
package import CalearningDomain
import GRDB
package import Usecases

/// A device registry in a SQLite database, for one machine. Recorded registrations survive a power cut.
package struct SQLiteDeviceRegistry: BatchedDeviceRegistry {
    package let database: SQLiteDatabase

    package func answer(to operation: RegistryOperation) async throws(ErrorWrapper) -> Registration? {
        try await database.answer(to: Self.request(operation))
    }

    package func perform(
        _ operations: [RegistryOperation]
    ) throws(ErrorWrapper) -> [Result<Registration?, ErrorWrapper>] {
        try database.perform(operations.map(Self.request))
    }

    /// Returns the request of the operation. Each operation changes data with at most one statement.
    private static func request(_ operation: RegistryOperation) -> SQLiteRequest<Registration?> {
        switch operation {
        case .find(let key):
            .lookUp { try find(key, in: $0) }
        case .record(let registration):
            .statement(unless: { db in try find(registration.key, in: db).map(Optional.some) }) { db in
                try insert(registration.udid.rawValue, registration.key.rawValue, registration.kind.rawValue, in: db)
                return registration
            }
        case .check:
            .statement { db in
                try db.execute(sql: DatabaseSchema.probe)
                // No client can send an empty key. The affected pages are still written.
                try insert("", "", 0, in: db)
                try db.cachedStatement(sql: "DELETE FROM registrations WHERE key = ''").execute()
                return nil
            }
        }
    }

    private static func insert(_ udid: String, _ key: String, _ kind: Int, in db: Database) throws {
        let insert = try db.cachedStatement(sql: "INSERT INTO registrations (udid, key, kind) VALUES (?, ?, ?)")
        try insert.execute(arguments: [udid, key, kind])
    }

    private static func find(_ key: InstallationKey, in db: Database) throws -> Registration? {
        let select = try db.cachedStatement(sql: "SELECT udid, kind FROM registrations WHERE key = ?")
        guard let row = try Row.fetchOne(select, arguments: [key.rawValue]) else { return nil }
        guard let udid = UDID(row[0]), let kind = DeviceKind(rawValue: row[1]) else {
            throw SQLiteDamage.row("registrations", key: "udid \(row[0] as String)")
        }
        return Registration(key: key, kind: kind, udid: udid)
    }
}
#endif
