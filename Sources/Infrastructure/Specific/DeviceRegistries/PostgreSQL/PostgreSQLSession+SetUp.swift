#if PostgreSQL
import Domain
extension PostgreSQLSession {
    /// Returns what an operator has to know.
    mutating func configure(
        _ limits: PostgreSQLDeviceRegistry.Limits, by deadline: Duration
    ) throws(PostgreSQLFailure) -> [String] {
        let settings = [
            ("idle_in_transaction_session_timeout", limits.batch.inMilliseconds),
            ("default_transaction_isolation", "read committed"),
            // Remarks must be heard: see PostgreSQLNotices.
            ("client_min_messages", "warning"),
            // Each statement is planned once, maybe for an empty table, and stays good as that grows.
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
        // Whoever comes second writes too: what it answers with is then as durable as what it recorded itself.
        let recorded = """
            INSERT INTO registrations (key, udid, kind) SELECT * FROM unnest($1, $2, $3)
            ON CONFLICT (key) DO UPDATE SET key = registrations.key RETURNING key, udid, kind, true
            """
        _ = try run(
            """
            PREPARE "\(RegistrationBatch.Statement.find.rawValue)" (text[]) AS \(found) ($1);
            PREPARE "\(RegistrationBatch.Statement.record.rawValue)" (text[], text[], smallint[]) AS \(recorded);
            PREPARE "\(RegistrationBatch.Statement.recordAndFind.rawValue)" (text[], text[], smallint[], text[]) AS
                WITH recorded AS (\(recorded)) SELECT * FROM recorded UNION ALL \(found) ($4);
            PREPARE "confirm" AS
                SELECT \(Self.barrier("found")) WHERE current_setting('synchronous_standby_names') <> ''
            """, by: deadline)
    }

    /// After a crash of the server, rows may be seen whose commit nobody waited for: once a commit of our own is with the
    /// standby servers, so are they.
    mutating func waitForReplicas(by deadline: Duration) throws(PostgreSQLFailure) {
        _ = try run("SELECT \(Self.barrier("connected"))", by: deadline)
    }

    /// Waits for the standby servers, if there are any to wait for, to have what was found: whoever recorded it may have
    /// been stopped from waiting.
    mutating func confirm(by deadline: Duration) throws(PostgreSQLFailure) {
        _ = try run(prepared: "confirm", PostgreSQLParameters(), by: deadline)
    }

    /// Fails where nothing could be recorded: a row that is taken back finds a table that cannot grow, and a commit finds
    /// a log that cannot be written, and standby servers that are missing.
    mutating func check(by deadline: Duration) throws(PostgreSQLFailure) {
        // No client can send a key without a character.
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

    /// A write that leaves nothing behind, and that a commit waits for like for any other.
    private static func barrier(_ text: String) -> String {
        "pg_logical_emit_message(true, '\(Product.name)', '\(text)')"
    }
}
#endif
