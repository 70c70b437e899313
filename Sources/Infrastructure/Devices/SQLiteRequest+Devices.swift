#if Server
import CalearningDomain
import GRDB
import UsecasesRuns

extension SQLiteRequest<Registration?> {
    /// Creates the request of the operation. Each operation changes data with at most one statement.
    init(_ operation: RegistryOperation) {
        switch operation {
        case .find(let key): self = .lookUp { try Self.find(key, in: $0) }
        case .record(let registration):
            self = SQLiteRequest(
                writes: true,
                perform: { db in
                    if let recorded = try Self.find(registration.key, in: db) { return recorded }
                    try Self.insert(
                        registration.udid.rawValue, registration.key.rawValue, registration.kind.rawValue, in: db)
                    return registration
                }, known: { db in try Self.find(registration.key, in: db).map(Optional.some) })
        case .check:
            self = .statement { db in
                try db.execute(sql: "\(DatabaseSchema.probe); \(SQLiteRunQueue.probe)")
                // No client can send an empty key. The affected pages are still written.
                try Self.insert("", "", 0, in: db)
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
