#if Server
import CalearningDomain
import Foundation
import GRDB
import UsecasesEngine

/// A transaction on a SQLite database.
struct SQLiteSession: SQLSession {
    typealias Failure = any Error

    struct Rows: SQLRows {
        fileprivate let rows: [Row]

        var rowCount: Int { rows.count }
        var columnCount: Int { rows.first?.count ?? 0 }

        func text(row: Int, column: Int) -> String? { rows[row][column] }
        func integer(row: Int, column: Int) -> Int64? { rows[row][column] }
        func bytes(row: Int, column: Int) -> [UInt8]? { (rows[row][column] as Data?).map { Array($0) } }
    }

    private static let texts = Dictionary(
        uniqueKeysWithValues: SQLStatement.allCases.map { statement in
            (statement, statement.definition(in: .sqlite).text.replacing("$", with: "?"))
        })

    let db: Database

    func run(_ statement: SQLStatement, _ values: SQLValue...) throws -> Rows {
        try run(Self.texts[statement, default: ""], values)
    }

    func admit(
        _ guess: Guess, at now: Timestamp, counted: Int64?
    ) throws -> (admission: Admission, counted: Int64?) {
        let tries = try run(
            "SELECT at FROM guesses WHERE name = ? AND network = ? AND at > ? AND at < ?",
            [.name(guess.name), .text(guess.network), .time(now.guessesSince), .time(GuessRules.end(of: now))])
        let times = (0..<tries.rowCount).compactMap { tries.time(row: $0, column: 0) }
        if let next = GuessRules.next(after: times, at: now) { return (.later(next), nil) }
        try removeSome(from: "guesses", by: "rowid", where: "at <= ? ORDER BY at", now.guessesSince)
        _ = try run(
            "INSERT INTO guesses (name, network, at) VALUES (?, ?, ?)",
            [.name(guess.name), .text(guess.network), .time(now)])
        return (.account(try account(named: guess.name)), nil)
    }

    /// Does nothing, because only one transaction writes.
    func lock(_ guess: Guess) {}

    func add(_ new: StoredSession) throws {
        let account = SQLValue.id(new.account)
        let former = try sessions(
            in: run(
                "DELETE FROM sessions WHERE account = ? AND udid = ? RETURNING \(SQLStatement.sessionColumns)",
                [account, .text(new.session.udid.rawValue)]))
        let session = new.session.keepingName(among: former)
        _ = try run(
            """
            DELETE FROM sessions WHERE digest IN (
                SELECT digest FROM sessions WHERE account = ?
                ORDER BY began > ? AND used > ? DESC, used DESC, began DESC, id DESC
                LIMIT -1 OFFSET \(SessionRules.perAccount - 1))
            """, [account, .time(session.beganAt.begunSince), .time(session.beganAt.idleSince)])
        // An ended session is no longer used, so it eventually reaches the maximum idle time.
        try removeSome(from: "sessions", by: "digest", where: "used <= ? ORDER BY used", session.beganAt.idleSince)
        _ = try run(
            """
            INSERT INTO sessions (digest, id, account, name, udid, began, used, device)
            VALUES (?1, ?2, ?3, (SELECT name FROM accounts WHERE id = ?3), ?4, ?5, ?6, ?7)
            """,
            [
                .bytes(new.digest.bytes), .id(session.id), account, .text(session.udid.rawValue),
                .time(session.beganAt), .time(session.lastUsedAt), .text(session.device?.rawValue),
            ])
    }

    func loggedIn(under digest: TokenDigest) throws -> LoggedIn? {
        let found = try run(
            "SELECT \(SQLStatement.sessionColumns), account, name FROM sessions WHERE digest = ?",
            [.bytes(digest.bytes)])
        guard found.rowCount > 0 else { return nil }
        let session = try session(in: found, row: 0)
        guard let account = found.text(row: 0, column: 5).flatMap({ UUIDv7($0) }),
            let name = found.text(row: 0, column: 6).flatMap({ AccountName($0) })
        else { throw Self.damagedRow("sessions", id: "\(session.id)") }
        return LoggedIn(account: Account(id: account, name: name), session: session)
    }

    /// Records the use. Returns whether the session exists.
    func noteUse(of digest: TokenDigest, at now: Timestamp) throws -> Bool {
        _ = try run(
            "UPDATE sessions SET used = max(used, ?) WHERE digest = ?", [.time(now), .bytes(digest.bytes)])
        return db.changesCount == 1
    }

    static func damagedRow(_ table: String, id: String) -> any Error { SQLiteDamage.row(table, key: "id \(id)") }

    static func refusal(_ message: String) -> any Error {
        DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: message)
    }

    /// Removes a few obsolete rows, to limit the size of the table.
    private func removeSome(from table: String, by column: String, where condition: String, _ time: Timestamp) throws {
        _ = try run(
            """
            DELETE FROM \(table) WHERE \(column) IN (
                SELECT \(column) FROM \(table) WHERE \(condition) LIMIT \(Sweep.size))
            """, [.time(time)])
    }

    func run(_ sql: String, _ values: [SQLValue]) throws -> Rows {
        CostMeter.count(\.statements)
        return Rows(
            rows: try Row.fetchAll(
                db.cachedStatement(sql: sql), arguments: StatementArguments(values.map(\.databaseValue))))
    }
}

extension SQLValue {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .text(let text): text?.databaseValue ?? .null
        case .integer(let number): number?.databaseValue ?? .null
        case .bytes(let bytes): bytes.map { Data($0).databaseValue } ?? .null
        }
    }
}
#endif
