#if Server
package import CalearningDomain
import Foundation
import GRDB
package import Usecases
import UsecasesStorage

extension SQLiteAccountRegistry: Administration {
    package func accounts(after name: AccountName?, at now: Timestamp) async throws(ErrorWrapper) -> AccountPage {
        try await database.answer(
            to: .lookUp { db in
                AccountPage(
                    following: try SQLiteOverviews(db, now)
                        .accounts("name > ? ORDER BY name LIMIT \(AccountPage.size + 1)", name?.rawValue ?? ""))
            })
    }

    package func account(named name: AccountName, at now: Timestamp) async throws(ErrorWrapper) -> AccountOverview? {
        try await database.answer(to: .lookUp { db in try SQLiteOverviews(db, now).account(named: name) })
    }

    package func setLock(
        _ isLocked: Bool, of name: AccountName, at now: Timestamp
    ) async throws(ErrorWrapper) -> AccountOverview? {
        try await database.answer(
            to: .change { db in
                if isLocked {
                    try db.execute(
                        sql: "UPDATE accounts SET locked = coalesce(locked, ?) WHERE name = ?",
                        arguments: [now.milliseconds, name.rawValue])
                } else {
                    try db.execute(sql: "UPDATE accounts SET locked = NULL WHERE name = ?", arguments: [name.rawValue])
                }
                let overviews = SQLiteOverviews(db, now)
                guard let overview = try overviews.account(named: name) else { return nil }
                guard isLocked else { return overview }
                try SQLiteSessions(db).removeAll(of: overview.account.id)
                return try overviews.account(named: name)
            })
    }

    package func allowRecovery(
        of name: AccountName, by code: TokenDigest, until end: Timestamp
    ) async throws(ErrorWrapper) -> Account? {
        try await database.answer(
            to: .change { db in
                try db.execute(
                    sql: "UPDATE accounts SET recovery = ?, recoverable = ? WHERE name = ?",
                    arguments: [Data(code.bytes), end.milliseconds, name.rawValue])
                return try SQLiteAccounts(db).account("name", name.rawValue)?.account.account
            })
    }

    package func delete(_ name: AccountName) async throws(ErrorWrapper) -> Account? {
        try await database.answer(
            to: .change { db in
                let accounts = SQLiteAccounts(db)
                guard let account = try accounts.account("name", name.rawValue)?.account.account else { return nil }
                try accounts.erase(account)
                return account
            })
    }

    package func endSessions(of name: AccountName, at now: Timestamp) async throws(ErrorWrapper) -> Int? {
        try await database.answer(
            to: .change { db in
                guard let overview = try SQLiteOverviews(db, now).account(named: name) else { return nil }
                try SQLiteSessions(db).removeAll(of: overview.account.id)
                return overview.sessions
            })
    }

    package func forgetGuesses(of name: AccountName) async throws(ErrorWrapper) -> Int {
        try await database.answer(
            to: .change { db in
                try SQLiteGuesses(db).forget(name)
                return db.changesCount
            })
    }

    package func countDevices(at now: Timestamp) async throws(ErrorWrapper) -> DeviceCount {
        try await database.answer(
            to: .lookUp { db in
                let total = try Int.fetchOne(db, sql: "SELECT count(*) FROM registrations")
                let lastDay = try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM registrations WHERE udid >= ?", arguments: [now.firstUDIDOfLastDay])
                return DeviceCount(total: total ?? 0, lastDay: lastDay ?? 0)
            })
    }

    package func sweep(at now: Timestamp) async throws(ErrorWrapper) -> SweptRows {
        var swept = SweptRows()
        while true {
            let some = try await database.answer(
                to: .change { db in
                    SweptRows(
                        sessions: try Self.sweep(db, "sessions", "digest", "used", now.idleSince),
                        guesses: try Self.sweep(db, "guesses", "rowid", "at", now.guessesSince))
                })
            swept.add(some)
            guard some.isPartial else { break }
        }
        swept.browsers = try await database.browsers.sweep(at: now)
        return swept
    }

    package func forgetDevices(registeredBefore time: Timestamp) async throws(ErrorWrapper) -> Int {
        var forgotten = 0
        while true {
            let some = try await database.answer(
                to: .change { db in try Self.remove(db, "registrations", "key", "udid < ?", time.firstUDID) })
            forgotten += some
            guard some == Sweep.many else { return forgotten }
        }
    }

    /// Removes some rows whose time has passed, and returns their number.
    private static func sweep(
        _ db: Database, _ table: String, _ key: String, _ column: String, _ time: Timestamp
    ) throws -> Int {
        try remove(db, table, key, "\(column) <= ?", time.milliseconds)
    }

    private static func remove(
        _ db: Database, _ table: String, _ key: String, _ condition: String, _ value: some DatabaseValueConvertible
    ) throws -> Int {
        try db.cachedStatement(
            sql: """
                DELETE FROM \(table) WHERE \(key) IN (
                    SELECT \(key) FROM \(table) WHERE \(condition) LIMIT \(Sweep.many))
                """
        ).execute(arguments: [value])
        return db.changesCount
    }
}

/// The accounts as an operator sees them, within a transaction.
private struct SQLiteOverviews {
    private let db: Database
    private let now: Timestamp

    init(_ db: Database, _ now: Timestamp) {
        self.db = db
        self.now = now
    }

    func account(named name: AccountName) throws -> AccountOverview? {
        try accounts("name = ?", name.rawValue).first
    }

    func accounts(_ condition: String, _ name: String) throws -> [AccountOverview] {
        let lasting = "account = accounts.id AND began > ? AND used > ?"
        let select = try db.cachedStatement(
            sql: """
                SELECT id, name, locked, (SELECT count(*) FROM sessions WHERE \(lasting)),
                    (SELECT max(used) FROM sessions WHERE \(lasting)),
                    (SELECT count(*) FROM guesses WHERE name = accounts.name AND at > ? AND at < ?)
                FROM accounts WHERE \(condition)
                """)
        let (begun, idle) = (now.begunSince.milliseconds, now.idleSince.milliseconds)
        return try Row.fetchAll(
            select,
            arguments: [
                begun, idle, begun, idle, now.guessesSince.milliseconds, GuessRules.end(of: now).milliseconds, name,
            ]
        ).map { row in
            guard let id = UUIDv7(row[0] as String), let name = AccountName(row[1] as String) else {
                throw SQLiteDamage.row("accounts", key: "id \(row[0] as String)")
            }
            return AccountOverview(
                account: Account(id: id, name: name),
                lockedAt: (row[2] as Int64?).map { Timestamp(milliseconds: $0) }, sessions: row[3],
                lastUsedAt: (row[4] as Int64?).map { Timestamp(milliseconds: $0) }, guesses: row[5])
        }
    }
}
#endif
