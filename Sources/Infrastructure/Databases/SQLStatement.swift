#if Server
import CalearningDomain
import UsecasesEngine

/// A statement of the tables of accounts and browsers, for both databases. Its parameters are `$1`, `$2` and so on.
///
/// On PostgreSQL its plan must suit tables of any size. A statement that finds rows by rows of another table therefore
/// uses arrays and subqueries.
enum SQLStatement: String, CaseIterable, Sendable {
    case accountNamed, accountWithID, accountUnderKey, recordAccount, holdAccount, setPassword, recoverableAccount,
        scheduleDeletion, setSecondFactor, removeAccount
    case overviewNamed, overviewsAfter, lockAccount, unlockAccount, allowRecovery
    case sessionsOfAccount, nameDevice, endSession, endOtherSessions, endSessions
    case latestGuess, removeGuess, forgetGuesses, forgetName
    case countDevices, sweepSessions, sweepGuesses, sweepRegistrations
    case browserUnderCookie, browserWithID, addBrowser, replaceBrowser, sweepBrowsers, countBrowsers

    static let accountColumns = "id, name, password, key, locked, deletion, second_factor"
    static let sessionColumns = "id, udid, began, used, device"
    private static let browserColumns = "id, cookie, former, stamp, used, content"

    /// Returns the types of the parameters on PostgreSQL, and the SQL.
    func definition(in dialect: SQLDialect) -> (types: String, text: String) {
        switch self {
        case .accountNamed: ("text", "SELECT \(Self.accountColumns) FROM accounts WHERE name = $1")
        case .accountWithID: ("text", "SELECT \(Self.accountColumns) FROM accounts WHERE id = $1")
        case .accountUnderKey: ("text", "SELECT \(Self.accountColumns) FROM accounts WHERE key = $1")
        case .recordAccount:
            // Waits for other transactions that record the same name or key.
            (
                "text, text, text, text",
                """
                INSERT INTO accounts (id, name, password, key) VALUES ($1, $2, $3, $4)
                ON CONFLICT DO NOTHING RETURNING id
                """
            )
        case .holdAccount:
            // Changes of an account's sessions wait for each other, so each sees the earlier changes.
            ("text", "SELECT \(Self.accountColumns) FROM accounts WHERE id = $1 \(dialect.holding)")
        case .setPassword:
            ("text, text", "UPDATE accounts SET password = $2, recovery = NULL, recoverable = NULL WHERE id = $1")
        case .recoverableAccount:
            (
                "text, bytea, bigint",
                """
                SELECT \(Self.accountColumns) FROM accounts
                WHERE name = $1 AND recovery = $2 AND recoverable > $3 AND locked IS NULL \(dialect.holding)
                """
            )
        case .scheduleDeletion: ("text, bigint", "UPDATE accounts SET deletion = $2 WHERE id = $1")
        case .setSecondFactor: ("text, text", "UPDATE accounts SET second_factor = $2 WHERE id = $1")
        case .removeAccount: ("text", "DELETE FROM accounts WHERE id = $1")
        case .overviewNamed: Self.overview("name = $1")
        case .overviewsAfter: Self.overview("name > $1 ORDER BY name LIMIT \(AccountPage.size + 1)")
        case .lockAccount:
            ("text, bigint", "UPDATE accounts SET locked = coalesce(locked, $2) WHERE name = $1 RETURNING id")
        case .unlockAccount: ("text", "UPDATE accounts SET locked = NULL WHERE name = $1 RETURNING id")
        case .allowRecovery:
            ("text, bytea, bigint", "UPDATE accounts SET recovery = $2, recoverable = $3 WHERE name = $1")
        case .sessionsOfAccount:
            ("text", "SELECT \(Self.sessionColumns) FROM sessions WHERE account = $1 ORDER BY began, id")
        case .nameDevice:
            (
                "text, text, text, bigint, bigint",
                """
                UPDATE sessions SET device = $1 WHERE id = $2 AND account = $3 AND began > $4 AND used > $5
                RETURNING id
                """
            )
        case .endSession:
            ("text, text", "DELETE FROM sessions WHERE account = $1 AND id = $2 RETURNING \(Self.sessionColumns)")
        case .endOtherSessions:
            ("text, text", "DELETE FROM sessions WHERE account = $1 AND id <> $2 RETURNING \(Self.sessionColumns)")
        case .endSessions: ("text", "DELETE FROM sessions WHERE account = $1")
        case .latestGuess:
            (
                "text, text",
                "SELECT \(dialect.guessID) FROM guesses WHERE name = $1 AND network = $2 ORDER BY at DESC LIMIT 1"
            )
        case .removeGuess: ("bigint", "DELETE FROM guesses WHERE \(dialect.guessID) = $1")
        case .forgetGuesses: ("text, text", "DELETE FROM guesses WHERE name = $1 AND network = $2")
        case .forgetName: ("text", "DELETE FROM guesses WHERE name = $1 RETURNING name")
        case .countDevices: ("text", "SELECT count(*), count(*) FILTER (WHERE udid >= $1) FROM registrations")
        case .sweepSessions:
            ("bigint", dialect.removal(from: "sessions", by: "digest", where: "used <= $1 LIMIT \(Sweep.many)"))
        case .sweepGuesses:
            ("bigint", dialect.removal(from: "guesses", by: dialect.guessID, where: "at <= $1 LIMIT \(Sweep.many)"))
        case .sweepRegistrations:
            ("text", dialect.removal(from: "registrations", by: "udid", where: "udid < $1 LIMIT \(Sweep.many)"))
        case .browserUnderCookie:
            (
                "bytea",
                """
                SELECT \(Self.browserColumns) FROM browsers WHERE cookie = $1 OR former = $1
                ORDER BY cookie = $1 DESC LIMIT 1
                """
            )
        case .browserWithID: ("text", "SELECT \(Self.browserColumns) FROM browsers WHERE id = $1")
        case .addBrowser:
            (
                "text, bytea, bytea, bigint, bigint, text",
                """
                INSERT INTO browsers (\(Self.browserColumns)) VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT (id) DO NOTHING
                """
            )
        case .replaceBrowser:
            (
                "text, bytea, bytea, bigint, bigint, text, bigint",
                """
                UPDATE browsers SET cookie = $2, former = $3, stamp = $4, used = $5, content = $6
                WHERE id = $1 AND stamp = $7 RETURNING id
                """
            )
        case .sweepBrowsers:
            ("bigint, bigint", dialect.removal(from: "browsers", by: "id", where: "used < $1 ORDER BY used LIMIT $2"))
        case .countBrowsers: ("", "SELECT count(*) FROM browsers")
        }
    }

    /// Returns the definition of a query of accounts as an operator sees them. The other parameters are the limits of
    /// sessions by their beginning and their use, and of guesses.
    private static func overview(_ condition: String) -> (types: String, text: String) {
        let lasting = "account = accounts.id AND began > $2 AND used > $3"
        return (
            "text, bigint, bigint, bigint, bigint",
            """
            SELECT id, name, locked, (SELECT count(*) FROM sessions WHERE \(lasting)),
                (SELECT max(used) FROM sessions WHERE \(lasting)),
                (SELECT count(*) FROM guesses WHERE guesses.name = accounts.name AND at > $4 AND at < $5), deletion, second_factor
            FROM accounts WHERE \(condition)
            """
        )
    }
}

/// The SQL that differs between the databases.
enum SQLDialect: Sendable {
    case sqlite, postgreSQL

    /// The column that identifies a guess.
    var guessID: String {
        switch self {
        case .sqlite: "rowid"
        case .postgreSQL: "id"
        }
    }

    /// The clause that locks the selected rows until the transaction ends. On SQLite, only one transaction writes.
    fileprivate var holding: String {
        switch self {
        case .sqlite: ""
        case .postgreSQL: "FOR NO KEY UPDATE"
        }
    }

    /// Returns a statement that removes some rows, and returns a row for each of them.
    func removal(from table: String, by column: String, where condition: String) -> String {
        let rows = "SELECT \(column) FROM \(table) WHERE \(condition)"
        let found =
            switch self {
            case .sqlite: "IN (\(rows))"
            // Skips the rows of other transactions instead of waiting for them.
            case .postgreSQL: "= ANY (ARRAY(\(rows) FOR UPDATE SKIP LOCKED))"
            }
        return "DELETE FROM \(table) WHERE \(column) \(found) RETURNING \(column)"
    }
}

/// A parameter of a statement.
enum SQLValue: Sendable {
    /// A text, or `nil` for NULL.
    case text(String?)
    /// A number, or `nil` for NULL.
    case integer(Int64?)
    /// Bytes, or `nil` for NULL.
    case bytes([UInt8]?)

    static func time(_ time: Timestamp) -> SQLValue { .integer(time.milliseconds) }
    static func id(_ id: UUIDv7) -> SQLValue { .text("\(id)") }
    static func name(_ name: AccountName) -> SQLValue { .text(name.rawValue) }
}

/// The rows returned by a statement.
protocol SQLRows {
    var rowCount: Int { get }
    var columnCount: Int { get }

    /// Returns the text, or `nil` for NULL.
    func text(row: Int, column: Int) -> String?
    /// Returns the integer, or `nil` for NULL.
    func integer(row: Int, column: Int) -> Int64?
    /// Returns the bytes, or `nil` for NULL.
    func bytes(row: Int, column: Int) -> [UInt8]?
}

extension SQLRows {
    /// All values. They must be texts.
    var texts: [[String?]] {
        (0..<rowCount).map { row in (0..<columnCount).map { text(row: row, column: $0) } }
    }

    func time(row: Int, column: Int) -> Timestamp? {
        integer(row: row, column: column).map { Timestamp(milliseconds: $0) }
    }
}
#endif
