#if Server
import CalearningDomain
import UsecasesEngine

/// A statement of a form that only PostgreSQL has. Its plan must suit tables of any size.
enum PostgreSQLStatement: String, CaseIterable, Sendable {
    case findDevices, recordDevices, confirm
    case addSession, sessionsUnderDigests, noteUses
    case lockGuesses, guessCounted, countGuess
    case takePasswordRate, sweepPasswordRates

    private static let microsecond = "interval '1 microsecond'"
    private static let found = "SELECT key, udid, kind, false FROM registrations WHERE key = ANY"

    /// The types of the parameters, and the SQL.
    var definition: (types: String, text: String) {
        switch self {
        case .findDevices: ("text[]", "\(Self.found) ($1)")
        case .recordDevices:
            // Another server may record a key after this statement has looked for it. The row is then rewritten, to be
            // as durable as a new record.
            (
                "text[], text[], text[], smallint[]",
                """
                WITH found AS (\(Self.found) ($1)), recorded AS (
                    INSERT INTO registrations (key, udid, kind)
                    SELECT * FROM unnest($2, $3, $4) AS new (key, udid, kind) WHERE key NOT IN (SELECT key FROM found)
                    ON CONFLICT (key) DO UPDATE SET key = registrations.key RETURNING key, udid, kind, true)
                SELECT * FROM found UNION ALL SELECT * FROM recorded
                """
            )
        case .confirm:
            // Waits until the configured standby servers have the found rows. The session that recorded the rows may
            // have been interrupted before.
            (
                "",
                """
                SELECT \(PostgreSQLSession.barrier("found")) WHERE current_setting('synchronous_standby_names') <> ''
                """
            )
        case .addSession:
            (
                "bytea, text, text, text, bigint, bigint, bigint, bigint, text",
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
            )
        case .sessionsUnderDigests:
            (
                "bytea[]",
                """
                SELECT \(SQLStatement.sessionColumns), digest, account, name FROM sessions WHERE digest = ANY ($1)
                """
            )
        case .noteUses:
            // A transaction that holds one of the sessions also records its use, or ends it.
            (
                "bytea[], bigint[]",
                """
                UPDATE sessions SET used = greatest(used, $2[array_position($1, digest)])
                WHERE digest = ANY (ARRAY(SELECT digest FROM sessions WHERE digest = ANY ($1) FOR UPDATE SKIP LOCKED))
                """
            )
        case .lockGuesses: ("text, text", "SELECT pg_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 0))")
        case .guessCounted:
            (
                "bigint, text, text, bigint",
                "SELECT FROM guesses WHERE id = $1 AND name = $2 AND network = $3 AND at = $4"
            )
        case .countGuess:
            (
                "text, text, bigint, bigint, bigint",
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
                SELECT \(SQLStatement.accountColumns), (SELECT id FROM counted), (SELECT at FROM next)
                FROM (VALUES ($1)) AS guessed LEFT JOIN accounts ON accounts.name = $1
                """
            )
        case .takePasswordRate:
            // A time too far ahead is from a clock that was set back, so the bucket counts as full. A statement that has
            // waited for another one begins less than a minute before it.
            (
                "text, bigint, bigint",
                """
                WITH taken AS (
                    INSERT INTO password_rates AS rates (site, due) VALUES ($1, now() + $2 * \(Self.microsecond))
                    ON CONFLICT (site) DO UPDATE SET due = $2 * \(Self.microsecond)
                        + CASE WHEN rates.due BETWEEN now() AND now() + $3 * \(Self.microsecond) THEN rates.due ELSE now() END
                    WHERE rates.due <= now() + ($3 - $2) * \(Self.microsecond)
                        OR rates.due > now() + $3 * \(Self.microsecond) + interval '1 minute'
                    RETURNING site)
                SELECT (SELECT count(*) FROM taken), (
                    SELECT (extract(epoch FROM due - now()) * 1000000)::bigint + $2 - $3 FROM password_rates WHERE site = $1)
                """
            )
        case .sweepPasswordRates:
            (
                "bigint",
                SQLDialect.postgreSQL.removal(from: "password_rates", by: "site", where: "due <= now() LIMIT $1")
            )
        }
    }
}

extension PostgreSQLSession: SQLSession {
    func run(_ statement: SQLStatement, _ values: SQLValue...) throws(PostgreSQLFailure) -> PostgreSQLResult {
        try run(prepared: statement.rawValue, PostgreSQLParameters(values))
    }

    /// Runs the statement. Outside a transaction, it is a separate transaction.
    func run(
        _ statement: PostgreSQLStatement, _ parameters: PostgreSQLParameters = PostgreSQLParameters()
    ) throws(PostgreSQLFailure) -> PostgreSQLResult {
        try run(prepared: statement.rawValue, parameters)
    }

    func admit(
        _ guess: Guess, at now: Timestamp, counted: Int64?
    ) throws(PostgreSQLFailure) -> (admission: Admission, counted: Int64?) {
        let (name, network) = (SQLValue.name(guess.name), SQLValue.text(guess.network))
        if let counted {
            let values = [.integer(counted), name, network, .time(now)]
            if try run(.guessCounted, PostgreSQLParameters(values)).rowCount == 1 {
                return (.account(try account(named: guess.name)), counted)
            }
        }
        let values = [name, network, .time(now), .time(now.guessesSince), .time(GuessRules.end(of: now))]
        let rows = try run(.countGuess, PostgreSQLParameters(values))
        if let last = rows.time(row: 0, column: 8) { return (.later(GuessRules.end(of: last)), nil) }
        return (.account(try account(in: rows)), rows.integer(row: 0, column: 7))
    }

    func lock(_ guess: Guess) throws(PostgreSQLFailure) {
        _ = try run(.lockGuesses, PostgreSQLParameters([.name(guess.name), .text(guess.network)]))
    }

    func add(_ new: StoredSession) throws(PostgreSQLFailure) {
        let session = new.session
        let values: [SQLValue] = [
            .bytes(new.digest.bytes), .id(session.id), .id(new.account), .text(session.udid.rawValue),
            .time(session.beganAt), .time(session.lastUsedAt), .time(session.beganAt.begunSince),
            .time(session.beganAt.idleSince), .text(session.device?.rawValue),
        ]
        _ = try run(.addSession, PostgreSQLParameters(values))
    }

    func loggedIn(under digest: TokenDigest) throws(PostgreSQLFailure) -> LoggedIn? {
        for found in try sessions(under: [digest.bytes]) { return try found.get() }
        return nil
    }

    /// Returns the session and the account of each digest, in order.
    func sessions(
        under digests: [[UInt8]]
    ) throws(PostgreSQLFailure) -> [Result<LoggedIn?, PostgreSQLFailure>] {
        var parameters = PostgreSQLParameters()
        parameters.append(byteStrings: digests)
        let rows = try run(.sessionsUnderDigests, parameters)
        var found: [[UInt8]: Result<LoggedIn?, PostgreSQLFailure>] = [:]
        for row in 0..<rows.rowCount {
            guard let digest = rows.bytes(row: row, column: 5) else { continue }
            found[digest] = Result { () throws(PostgreSQLFailure) in try loggedIn(in: rows, row: row) }
                .mapError(\.alone)
        }
        return digests.map { found[$0] ?? .success(nil) }
    }

    /// Records the uses of sessions, each at its own time.
    func note(_ digests: [[UInt8]], at times: [Timestamp]) throws(PostgreSQLFailure) {
        var parameters = PostgreSQLParameters()
        parameters.append(byteStrings: digests)
        parameters.append(bigIntegers: times.map(\.milliseconds))
        _ = try run(.noteUses, parameters)
    }

    private func loggedIn(in rows: PostgreSQLResult, row: Int) throws(PostgreSQLFailure) -> LoggedIn {
        let session = try session(in: rows, row: row)
        let id = rows.text(row: row, column: 6) ?? ""
        guard let uuid = UUIDv7(id), let name = rows.text(row: row, column: 7).flatMap({ AccountName($0) }) else {
            throw Self.damagedRow("accounts", id: id)
        }
        return LoggedIn(account: Account(id: uuid, name: name), session: session)
    }

    static func damagedRow(_ table: String, id: String) -> PostgreSQLFailure {
        PostgreSQLFailure(.unusable, "a row of the table \(table), with id \(id), is not valid")
    }

    static func refusal(_ message: String) -> PostgreSQLFailure { PostgreSQLFailure(.refused, message) }
}
#endif
