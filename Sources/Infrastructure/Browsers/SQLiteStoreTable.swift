#if Server
import Foundation
import GRDB
package import Usecases
package import UsecasesStorage

/// The rows of browsers in a SQLite database, for one machine. Recorded rows survive a power cut.
package struct SQLiteStoreTable: StoreTable {
    private static let columns = "id, cookie, former, stamp, used, content"

    let database: SQLiteDatabase

    package var location: String { database.path }

    package func row(under cookie: [UInt8]) async throws(ErrorWrapper) -> StoreRow? {
        let cookie = Data(cookie)
        return try await row(
            "cookie = ? OR former = ? ORDER BY cookie = ? DESC LIMIT 1", [cookie, cookie, cookie])
    }

    package func row(_ id: UUIDv7) async throws(ErrorWrapper) -> StoreRow? {
        try await row("id = ?", ["\(id)"])
    }

    package func add(_ row: StoreRow) async throws(ErrorWrapper) {
        try await database.answer(
            to: .statement { db in
                try db.cachedStatement(
                    sql: """
                        INSERT INTO browsers (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
                        """
                ).execute(arguments: ["\(row.id)"] + Self.arguments(row))
            })
    }

    package func replace(_ stamp: Int64, by row: StoreRow) async throws(ErrorWrapper) -> Bool {
        try await database.answer(
            to: .statement { db in
                try db.cachedStatement(
                    sql: """
                        UPDATE browsers SET cookie = ?, former = ?, stamp = ?, used = ?, content = ?
                        WHERE id = ? AND stamp = ?
                        """
                ).execute(arguments: Self.arguments(row) + ["\(row.id)", stamp])
                return db.changesCount == 1
            })
    }

    package func sweep(unusedSince time: Timestamp, limit: Int) async throws(ErrorWrapper) -> Int {
        try await database.answer(
            to: .statement { db in
                try db.cachedStatement(
                    sql: """
                        DELETE FROM browsers WHERE rowid IN (
                            SELECT rowid FROM browsers WHERE used < ? ORDER BY used LIMIT ?)
                        """
                ).execute(arguments: [time.milliseconds, limit])
                return db.changesCount
            })
    }

    package func count() async throws(ErrorWrapper) -> Int {
        try await database.answer(
            to: .lookUp { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM browsers") ?? 0 })
    }

    private func row(
        _ condition: String, _ arguments: [any DatabaseValueConvertible & Sendable]
    ) async throws(ErrorWrapper) -> StoreRow? {
        try await database.answer(
            to: .lookUp { db in
                let select = try db.cachedStatement(sql: "SELECT \(Self.columns) FROM browsers WHERE \(condition)")
                return try Row.fetchOne(select, arguments: StatementArguments(arguments)).map(Self.row)
            })
    }

    /// All columns but the identifier.
    private static func arguments(_ row: StoreRow) -> StatementArguments {
        [Data(row.cookie), row.former.map { Data($0) }, row.stamp, row.used.milliseconds, row.content]
    }

    private static func row(_ row: Row) throws -> StoreRow {
        guard let id = UUIDv7(row[0] as String) else {
            throw SQLiteDamage.row("browsers", key: "id \(row[0] as String)")
        }
        return StoreRow(
            id: id, cookie: [UInt8](row[1] as Data), former: (row[2] as Data?).map { [UInt8]($0) }, stamp: row[3],
            used: Timestamp(milliseconds: row[4]), content: row[5])
    }
}
#endif
