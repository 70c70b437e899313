#if Server
import CalearningDomain
import Usecases

extension PostgreSQLSession {
    /// Configures the session and returns warnings for the operator.
    mutating func configure(
        _ limits: PostgreSQLDatabase.Limits, by deadline: Duration
    ) throws(PostgreSQLFailure) -> [String] {
        let settings = [
            ("idle_in_transaction_session_timeout", "\(max(1, limits.batch.milliseconds))"),
            ("default_transaction_isolation", "read committed"),
            // PostgreSQLNotices must receive the notices.
            ("client_min_messages", "warning"),
            // Each statement is planned once, possibly for an empty table. The plan must remain good as the table
            // grows.
            ("plan_cache_mode", "force_generic_plan"), ("enable_seqscan", "off"), ("jit", "off"),
        ].map { "set_config('\($0)', '\($1)', false)" }
        let result = try run(
            """
            SELECT current_setting('fsync'), current_setting('full_page_writes'),
                CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')
                    THEN set_config('synchronous_commit', 'on', false) END,
                \(settings.joined(separator: ", "))
            """, by: deadline)
        try wait(as: limits.whole, by: deadline)
        return ["fsync", "full_page_writes"].enumerated().compactMap { column, name in
            result.text(row: 0, column: column) == "off"
                ? "\(name) is off on the database server: a power cut may lose or damage what is registered" : nil
        }
    }

    mutating func prepareStatements(by deadline: Duration) throws(PostgreSQLFailure) {
        let found = "SELECT key, udid, kind, false FROM registrations WHERE key = ANY"
        // Another server may record a key after this statement has looked for it. The row is then rewritten, to be as
        // durable as a new record.
        let recorded = """
            INSERT INTO registrations (key, udid, kind)
            SELECT * FROM unnest($2, $3, $4) AS new (key, udid, kind) WHERE key NOT IN (SELECT key FROM found)
            ON CONFLICT (key) DO UPDATE SET key = registrations.key RETURNING key, udid, kind, true
            """
        _ = try run(
            """
            PREPARE "\(RegistrationBatch.Statement.find.rawValue)" (text[]) AS \(found) ($1);
            PREPARE "\(RegistrationBatch.Statement.record.rawValue)" (text[], text[], text[], smallint[]) AS
                WITH found AS (\(found) ($1)), recorded AS (\(recorded))
                SELECT * FROM found UNION ALL SELECT * FROM recorded;
            PREPARE "confirm" AS
                SELECT \(Self.barrier("found")) WHERE current_setting('synchronous_standby_names') <> '';
            \(PostgreSQLAccountStatement.allCases.map(\.preparation).joined(separator: ";\n"));
            \(PostgreSQLBrowserStatement.allCases.map(\.preparation).joined(separator: ";\n"))
            """, by: deadline)
    }

    /// Waits for the standby servers. After a crash of the server, rows may be visible although nothing waited for
    /// their commit. When a later commit has reached the standby servers, these rows have reached them, too.
    mutating func waitForReplicas(by deadline: Duration) throws(PostgreSQLFailure) {
        _ = try run("SELECT \(Self.barrier("connected"))", by: deadline)
    }

    /// Waits until the configured standby servers have the found rows. The session that recorded the rows may have been
    /// interrupted before.
    mutating func confirm(by deadline: Duration) throws(PostgreSQLFailure) {
        _ = try run(prepared: "confirm", PostgreSQLParameters(), by: deadline)
    }

    /// Throws a failure if the database cannot record data. An insert that is rolled back detects a table that cannot
    /// grow. A commit detects a log that cannot be written, or missing standby servers.
    mutating func check(by deadline: Duration) throws(PostgreSQLFailure) {
        do throws(PostgreSQLFailure) {
            _ = try run(DatabaseSchema.probe, by: deadline)
        } catch  where ["42P01", "42703"].contains(error.sqlState) {
            // A new connection would not find the table or the column either.
            throw PostgreSQLFailure(.refused, sqlState: error.sqlState, error.message)
        }
        // No client can send an empty key.
        let probe = """
            INSERT INTO registrations (key, udid, kind) VALUES ('', '', 0)
            ON CONFLICT (key) DO UPDATE SET key = registrations.key
            """
        do throws(PostgreSQLFailure) {
            _ = try run("BEGIN; \(probe); ROLLBACK; SELECT \(Self.barrier("checked"))", by: deadline)
        } catch {
            switch error.kind {
            case .lost, .unresponsive: break
            case .conflict, .content, .refused, .unusable: _ = try run("ROLLBACK", by: deadline)
            }
            throw error
        }
    }

    /// Returns a write that leaves no data, but whose commit waits like any other.
    private static func barrier(_ text: String) -> String {
        "pg_logical_emit_message(true, '\(Product.own.name)', '\(text)')"
    }
}

/// The maximum waiting times of a session. They do not apply while a commit waits for standby servers.
struct PostgreSQLTimeouts: Sendable, Hashable {
    let statement: Duration
    let lock: Duration

    /// The function calls that set the timeouts for the session. 0 milliseconds would mean no limit.
    var calls: String {
        [("statement_timeout", statement), ("lock_timeout", lock)]
            .map { "set_config('\($0)', '\(max(1, $1.milliseconds))', false)" }.joined(separator: ", ")
    }
}
#endif
