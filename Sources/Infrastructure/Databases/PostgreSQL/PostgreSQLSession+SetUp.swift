#if Server
import CalearningDomain
import UsecasesEngine

extension PostgreSQLSession {
    /// Configures the session and returns warnings for the operator.
    func configure(_ limits: PostgreSQLDatabase.Limits) throws(PostgreSQLFailure) -> [String] {
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
            """)
        try wait(as: limits.whole)
        return ["fsync", "full_page_writes"].enumerated().compactMap { column, name in
            result.text(row: 0, column: column) == "off"
                ? "\(name) is off on the database server: a power cut may lose or damage what is registered" : nil
        }
    }

    /// The names of the statements, with the SQL that prepares them.
    static let preparations: [(name: String, sql: String)] =
        PostgreSQLStatement.allCases.map { ($0.rawValue, preparation($0.rawValue, $0.definition)) }
        + SQLStatement.allCases.map { ($0.rawValue, preparation($0.rawValue, $0.definition(in: .postgreSQL))) }

    private static func preparation(_ name: String, _ definition: (types: String, text: String)) -> String {
        let types = definition.types.isEmpty ? "" : " (\(definition.types))"
        return "PREPARE \"\(name)\"\(types) AS \(definition.text)"
    }

    func prepareStatements() throws(PostgreSQLFailure) {
        _ = try run(Self.preparations.map(\.sql).joined(separator: ";\n"))
    }

    /// Waits for the standby servers. After a crash of the server, rows may be visible although nothing waited for
    /// their commit. When a later commit has reached the standby servers, these rows have reached them, too.
    func waitForReplicas() throws(PostgreSQLFailure) {
        _ = try run("SELECT \(Self.barrier("connected"))")
    }

    /// Throws a failure if the database cannot record data. An insert that is rolled back detects a table that cannot
    /// grow. A commit detects a log that cannot be written, or missing standby servers.
    func check() throws(PostgreSQLFailure) {
        do throws(PostgreSQLFailure) {
            _ = try run("\(DatabaseSchema.probe); SELECT site, due FROM password_rates LIMIT 0")
        } catch  where ["42P01", "42703"].contains(error.sqlState) {
            // A new connection would not find the table or the column either.
            throw PostgreSQLFailure(.refused, sqlState: error.sqlState, error.message)
        }
        // No client can send an empty key.
        let probe = """
            INSERT INTO registrations (key, udid, kind) VALUES ('', '', 0)
            ON CONFLICT (key) DO UPDATE SET key = registrations.key
            """
        try rollingBack { () throws(PostgreSQLFailure) in
            _ = try run("BEGIN; \(probe); ROLLBACK; SELECT \(Self.barrier("checked"))")
        }
    }

    /// Returns a write that leaves no data, but whose commit waits like any other.
    static func barrier(_ text: String) -> String {
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
