#if Server
package import CalearningDomain
package import Usecases

/// An account registry in a PostgreSQL database, for any number of servers. Recorded data is as durable as the
/// configuration of the database.
package struct PostgreSQLAccountRegistry: AccountRegistry {
    package let database: PostgreSQLDatabase

    private var queue: AccountQueue { database.accounts }

    package func account(named name: AccountName) async throws(ErrorWrapper) -> StoredAccount? {
        try await queue.answer(
            to: .lookUp { (session, deadline) throws(PostgreSQLFailure) in
                try session.account(.accountNamed, name.rawValue, by: deadline)?.account
            })
    }

    package func record(
        _ account: StoredAccount, under key: InstallationKey?, beginning session: StoredSession
    ) async throws(ErrorWrapper) -> AccountRecord {
        try await queue.answer(to: .recording(account, under: key, beginning: session))
    }

    package func admit(_ guess: Guess, at now: Timestamp) async throws(ErrorWrapper) -> Admission {
        try await queue.answer(to: .admitting(guess, at: now))
    }

    package func takeBack(_ guess: Guess) async throws(ErrorWrapper) {
        try await queue.answer(to: .takingBack(guess))
    }

    package func begin(
        _ session: StoredSession, of account: StoredAccount, rehashed: PasswordHash?, forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        try await queue.answer(to: .beginning(session, of: account, rehashed: rehashed, forgetting: guess))
    }

    package func session(under digest: TokenDigest, at now: Timestamp) async throws(ErrorWrapper) -> LoggedIn? {
        guard let found = try await queue.session(under: digest), found.session.lasts(at: now) else { return nil }
        guard found.session.isUseDue(at: now) else { return found }
        try await queue.noteUse(of: digest, at: now)
        return LoggedIn(account: found.account, session: found.session.used(at: now))
    }

    package func sessions(of account: UUIDv7, at now: Timestamp) async throws(ErrorWrapper) -> [Session] {
        try await queue.answer(
            to: .lookUp { (session, deadline) throws(PostgreSQLFailure) in
                try session.sessions(of: account, by: deadline).filter { $0.lasts(at: now) }
            })
    }

    package func name(
        _ device: DeviceName, of session: UUIDv7, of account: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool {
        try await queue.answer(to: .naming(device, of: session, of: account, at: now))
    }

    package func end(
        _ sessions: SessionSelection, of account: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Int {
        try await queue.answer(to: .ending(sessions, of: account, at: now))
    }

    package func replacePassword(
        of account: StoredAccount, with new: PasswordHash, replacing session: UUIDv7, by next: StoredSession,
        forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        try await queue.answer(
            to: .replacingPassword(of: account, with: new, replacing: session, by: next, forgetting: guess))
    }

    package func recover(
        _ guess: Guess, by code: TokenDigest, with new: PasswordHash, at now: Timestamp
    ) async throws(ErrorWrapper) -> Account? {
        try await queue.answer(to: .recovering(guess, by: code, with: new, at: now))
    }

    package func erase(
        _ account: StoredAccount, by session: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool {
        try await queue.answer(to: .erasing(account, by: session, at: now))
    }
}

/// The statements of accounts, sessions and guesses. Their plans must suit tables of any size. A statement that finds
/// rows by rows of another table therefore uses arrays and subqueries.
enum PostgreSQLAccountStatement: String, CaseIterable {
    case accountNamed, accountWithID, overviewNamed, overviewsAfter, lockAccount, unlockAccount, allowRecovery,
        countDevices
    case accountUnderKey, recordAccount, holdAccount, setPassword, recoverAccount, removeAccount
    case sessionsUnderDigests, sessionsOfAccount, addSession, noteUses, nameDevice, endSession, endOtherSessions,
        endSessions
    case lockGuesses, guessCounted, countGuess, latestGuess, removeGuess, forgetGuesses, forgetName, sweepSessions,
        sweepGuesses, sweepRegistrations

    private static let accountColumns = "id, name, password, key, locked"
    private static let sessionColumns = "id, udid, began, used, device"

    /// The SQL that prepares the statement.
    var preparation: String { "PREPARE \"\(rawValue)\" (\(types)) AS \(text)" }

    private var types: String {
        switch self {
        case .accountNamed, .accountWithID, .accountUnderKey, .holdAccount, .removeAccount, .sessionsOfAccount,
            .endSessions, .forgetName, .sweepRegistrations:
            "text"
        case .recordAccount: "text, text, text, text"
        case .setPassword, .endSession, .endOtherSessions, .latestGuess, .forgetGuesses: "text, text"
        case .sessionsUnderDigests: "bytea[]"
        case .overviewNamed, .overviewsAfter: "text, bigint, bigint, bigint, bigint"
        case .lockAccount: "text, bigint"
        case .allowRecovery: "text, bytea, bigint"
        case .recoverAccount: "text, bytea, text, bigint"
        case .unlockAccount, .countDevices: "text"
        case .addSession: "bytea, text, text, text, bigint, bigint, bigint, bigint, text"
        case .nameDevice: "text, text, text, bigint, bigint"
        case .noteUses: "bytea[], bigint[]"
        case .lockGuesses: "text, text"
        case .guessCounted: "bigint, text, text, bigint"
        case .countGuess: "text, text, bigint, bigint, bigint"
        case .removeGuess, .sweepSessions, .sweepGuesses: "bigint"
        }
    }

    private var text: String {
        switch self {
        case .accountNamed: "SELECT \(Self.accountColumns) FROM accounts WHERE name = $1"
        case .accountWithID: "SELECT \(Self.accountColumns) FROM accounts WHERE id = $1"
        case .accountUnderKey: "SELECT \(Self.accountColumns) FROM accounts WHERE key = $1"
        case .recordAccount:
            // Waits for other transactions that record the same name or key.
            "INSERT INTO accounts (id, name, password, key) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING id"
        case .holdAccount:
            // Changes of an account's sessions wait for each other, so each sees the earlier changes.
            "SELECT password, locked FROM accounts WHERE id = $1 FOR NO KEY UPDATE"
        case .setPassword: "UPDATE accounts SET password = $2, recovery = NULL, recoverable = NULL WHERE id = $1"
        case .removeAccount: "DELETE FROM accounts WHERE id = $1"
        case .overviewNamed: Self.overview("name = $1")
        case .overviewsAfter: Self.overview("name > $1 ORDER BY name LIMIT \(AccountPage.size + 1)")
        case .lockAccount: "UPDATE accounts SET locked = coalesce(locked, $2) WHERE name = $1 RETURNING id"
        case .unlockAccount: "UPDATE accounts SET locked = NULL WHERE name = $1 RETURNING id"
        case .allowRecovery: "UPDATE accounts SET recovery = $2, recoverable = $3 WHERE name = $1"
        case .recoverAccount:
            """
            UPDATE accounts SET password = $3, recovery = NULL, recoverable = NULL
            WHERE name = $1 AND recovery = $2 AND recoverable > $4 AND locked IS NULL RETURNING id
            """
        case .countDevices: "SELECT count(*), count(*) FILTER (WHERE udid >= $1) FROM registrations"
        case .sessionsUnderDigests:
            """
            SELECT \(Self.sessionColumns), digest, account, name FROM sessions WHERE digest = ANY ($1)
            """
        case .sessionsOfAccount: "SELECT \(Self.sessionColumns) FROM sessions WHERE account = $1 ORDER BY began, id"
        case .addSession:
            """
            WITH former AS (
                DELETE FROM sessions WHERE account = $3 AND udid = $4
            ), excess AS (
                DELETE FROM sessions WHERE digest = ANY (ARRAY(
                    SELECT digest FROM sessions WHERE account = $3 AND udid <> $4
                    ORDER BY began > $7 AND used > $8 DESC, used DESC, began DESC, id DESC
                    OFFSET \(SessionRules.perAccount - 1)))
            ), ended AS (
                DELETE FROM sessions WHERE digest = ANY (ARRAY(
                    SELECT digest FROM sessions WHERE used <= $8 ORDER BY used LIMIT \(Sweep.size)
                    FOR UPDATE SKIP LOCKED))
            )
            INSERT INTO sessions (digest, id, account, name, udid, began, used, device)
            VALUES (
                $1, $2, $3, (SELECT name FROM accounts WHERE id = $3), $4, $5, $6,
                coalesce((
                    SELECT device FROM sessions
                    WHERE account = $3 AND udid = $4 AND began > $7 AND used > $8 AND device IS NOT NULL LIMIT 1
                ), $9))
            """
        case .noteUses:
            // A transaction that holds one of the sessions also records its use, or ends it.
            """
            UPDATE sessions SET used = greatest(used, $2[array_position($1, digest)])
            WHERE digest = ANY (ARRAY(SELECT digest FROM sessions WHERE digest = ANY ($1) FOR UPDATE SKIP LOCKED))
            """
        case .nameDevice:
            "UPDATE sessions SET device = $1 WHERE id = $2 AND account = $3 AND began > $4 AND used > $5 RETURNING id"
        case .endSession: "DELETE FROM sessions WHERE account = $1 AND id = $2 RETURNING \(Self.sessionColumns)"
        case .endOtherSessions: "DELETE FROM sessions WHERE account = $1 AND id <> $2 RETURNING \(Self.sessionColumns)"
        case .endSessions: "DELETE FROM sessions WHERE account = $1"
        case .lockGuesses: "SELECT pg_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 0))"
        case .guessCounted: "SELECT FROM guesses WHERE id = $1 AND name = $2 AND network = $3 AND at = $4"
        case .countGuess:
            """
            WITH next AS (
                SELECT at FROM guesses WHERE name = $1 AND network = $2 AND at > $4 AND at < $5
                ORDER BY at DESC LIMIT 1 OFFSET \(GuessRules.limit - 1)
            ), old AS (
                DELETE FROM guesses WHERE id = ANY (ARRAY(
                    SELECT id FROM guesses WHERE at <= $4 ORDER BY at LIMIT \(Sweep.size) FOR UPDATE SKIP LOCKED))
            ), counted AS (
                INSERT INTO guesses (name, network, at) SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT FROM next)
                RETURNING id
            )
            SELECT \(Self.accountColumns), (SELECT id FROM counted), (SELECT at FROM next)
            FROM (VALUES ($1)) AS guessed LEFT JOIN accounts ON accounts.name = $1
            """
        case .latestGuess: "SELECT id FROM guesses WHERE name = $1 AND network = $2 ORDER BY at DESC LIMIT 1"
        case .removeGuess: "DELETE FROM guesses WHERE id = $1"
        case .forgetGuesses: "DELETE FROM guesses WHERE name = $1 AND network = $2"
        case .forgetName: "DELETE FROM guesses WHERE name = $1 RETURNING id"
        case .sweepSessions:
            """
            DELETE FROM sessions WHERE digest = ANY (ARRAY(
                SELECT digest FROM sessions WHERE used <= $1 LIMIT \(Sweep.many)
                FOR UPDATE SKIP LOCKED))
            RETURNING id
            """
        case .sweepGuesses:
            """
            DELETE FROM guesses WHERE id = ANY (ARRAY(
                SELECT id FROM guesses WHERE at <= $1 LIMIT \(Sweep.many) FOR UPDATE SKIP LOCKED))
            RETURNING id
            """
        case .sweepRegistrations:
            """
            DELETE FROM registrations WHERE udid = ANY (ARRAY(
                SELECT udid FROM registrations WHERE udid < $1 LIMIT \(Sweep.many) FOR UPDATE SKIP LOCKED))
            RETURNING udid
            """
        }
    }

    /// Returns the SQL of the accounts as an operator sees them. The other parameters are the limits of sessions by their
    /// beginning and their use, and of guesses.
    private static func overview(_ condition: String) -> String {
        let lasting = "account = accounts.id AND began > $2 AND used > $3"
        return """
            SELECT id, name, locked, (SELECT count(*) FROM sessions WHERE \(lasting)),
                (SELECT max(used) FROM sessions WHERE \(lasting)),
                (SELECT count(*) FROM guesses WHERE guesses.name = accounts.name AND at > $4 AND at < $5)
            FROM accounts WHERE \(condition)
            """
    }
}
#endif
