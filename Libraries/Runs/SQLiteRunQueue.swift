public import Foundation
public import UsecasesEngine

/// A queue of runs in a SQLite database, for the servers of one machine.
///
/// The database needs the tables of ``schema``. Each method is one statement, and therefore one transaction. Only
/// ``removeEnded(for:limit:)`` is two.
public struct SQLiteRunQueue: RunQueue, RowRunQueue {
    /// Executes a statement with these parameters, which are texts or NULL, as a transaction that is durable on return.
    /// Returns the texts of the rows. Throws a system error of the data store.
    public typealias Execute = AbsurdRunQueue.Execute

    /// The statements that create the tables if they are missing. Times are in milliseconds since 1970.
    ///
    /// A run is `due` when its lease ends, while a server plays it, and otherwise when a server can claim it. One that has
    /// ended or failed is not due. The `claim` is the number of the last one, so a former one changes nothing.
    public static let schema = """
        CREATE TABLE IF NOT EXISTS runs (
            key TEXT NOT NULL PRIMARY KEY,
            usecase TEXT NOT NULL,
            state TEXT NOT NULL DEFAULT 'unfinished' CHECK (state IN ('unfinished', 'failed', 'ended', 'cancelled')),
            attempt INTEGER NOT NULL DEFAULT 0,
            claim INTEGER NOT NULL DEFAULT 0,
            server TEXT,
            due INTEGER,
            event TEXT,
            ended INTEGER,
            result TEXT,
            beginning TEXT NOT NULL,
            notes TEXT NOT NULL DEFAULT '[]'
        ) STRICT;
        CREATE INDEX IF NOT EXISTS runs_by_due ON runs (due) WHERE due IS NOT NULL;
        CREATE INDEX IF NOT EXISTS runs_by_event ON runs (event) WHERE event IS NOT NULL;
        CREATE INDEX IF NOT EXISTS runs_by_end ON runs (ended) WHERE ended IS NOT NULL;
        CREATE INDEX IF NOT EXISTS runs_open ON runs (key) WHERE state IN ('unfinished', 'failed');
        CREATE TABLE IF NOT EXISTS run_events (
            name TEXT NOT NULL PRIMARY KEY,
            told INTEGER NOT NULL,
            content TEXT NOT NULL
        ) STRICT;
        CREATE INDEX IF NOT EXISTS run_events_by_time ON run_events (told);
        CREATE TRIGGER IF NOT EXISTS run_events_wake AFTER INSERT ON run_events BEGIN
            UPDATE runs SET due = NEW.told WHERE event = NEW.name AND due > NEW.told;
        END
        """

    /// Statements without rows, which fail if a table or a column is missing.
    public static let probe = """
        SELECT key, usecase, state, attempt, claim, server, due, event, ended, result, beginning, notes FROM runs LIMIT 0;
        SELECT name, told, content FROM run_events LIMIT 0
        """

    /// The time of the statement. It is the same in all places of a statement.
    private static let now = "CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER)"
    private static let open = "state IN ('unfinished', 'failed')"

    let location: String
    let execute: Execute

    /// Creates a queue. `location` names the database in errors.
    public init(at location: String, execute: @escaping Execute) {
        self.location = location
        self.execute = execute
    }

    /// Adds a run, unless there is one with its key.
    public func add(_ run: QueuedRun) async throws(ErrorWrapper) {
        _ = try await execute(
            """
            INSERT INTO runs (key, usecase, beginning, due) VALUES (?1, ?2, ?3, \(Self.now)) ON CONFLICT (key) DO NOTHING
            """, ["\(run.key)", run.usecase, Self.text(run.beginning)])
    }

    /// Claims runs that wait, or whose lease has ended.
    public func claim(
        atMost limit: Int, by worker: String, for lease: Duration
    ) async throws(ErrorWrapper) -> [ClaimedRun] {
        // Only a lost claim begins another attempt. One that was given back goes on.
        let rows = try await execute(
            """
            UPDATE runs SET attempt = attempt + (server IS NOT NULL OR attempt = 0), claim = claim + 1, server = ?1,
                due = \(Self.now) + CAST(?2 AS INTEGER), event = NULL
            WHERE key IN (SELECT key FROM runs WHERE due <= \(Self.now) ORDER BY due LIMIT CAST(?3 AS INTEGER))
            RETURNING CAST(claim AS TEXT), key, usecase, CAST(attempt AS TEXT), beginning, notes
            """, [worker, Self.milliseconds(lease), "\(limit)"])
        let runs = try rows.map { row throws(ErrorWrapper) in try parsed(row, ClaimedRun.init) }
        // SQLite does not order the rows that it has changed.
        return runs.sorted { $0.claim.run < $1.claim.run }
    }

    /// Notes the lines. Returns `false` if the claim was lost.
    public func note(
        _ lines: Data, as number: Int, of claim: RunClaim, for lease: Duration
    ) async throws(ErrorWrapper) -> Bool {
        // A note whose outcome was unknown is not written again.
        try await change(
            claim,
            """
            notes = iif(json_array_length(notes) < CAST(?3 AS INTEGER), json_insert(notes, '$[#]', ?4), notes),
                due = \(Self.now) + CAST(?5 AS INTEGER)
            """, ["\(number)", Self.text(lines), Self.milliseconds(lease)])
    }

    /// Extends the lease. Returns `false` if the claim was lost.
    public func extend(_ claim: RunClaim, for lease: Duration) async throws(ErrorWrapper) -> Bool {
        try await change(claim, "due = \(Self.now) + CAST(?3 AS INTEGER)", [Self.milliseconds(lease)])
    }

    /// Ends the run or the attempt. Returns `false` if the claim was lost.
    public func end(_ claim: RunClaim, with ending: AttemptEnding) async throws(ErrorWrapper) -> Bool {
        let end = "server = NULL, due = NULL, ended = \(Self.now), result = ?3"
        return switch ending {
        case .goal(let goal): try await change(claim, "state = 'ended', \(end)", [Self.text(goal)])
        case .failure(let reason, nil): try await change(claim, "state = 'failed', \(end)", [reason])
        case .failure(_, let pause?):
            try await change(
                claim, "server = NULL, attempt = attempt + 1, due = \(Self.now) + CAST(?3 AS INTEGER)",
                [Self.milliseconds(pause)])
        case .givenBack(let time, let event):
            try await change(
                claim,
                """
                server = NULL, event = ?4, due = \(Self.now)
                    + iif(EXISTS (SELECT 1 FROM run_events WHERE name = ?4), 0, CAST(?3 AS INTEGER))
                """, [Self.milliseconds(time), event])
        }
    }

    /// Returns the content of the event, or `nil`.
    public func told(_ event: String) async throws(ErrorWrapper) -> Data? {
        let rows = try await read("SELECT content FROM run_events WHERE name = ?1", [event])
        return rows.first?.first.flatMap { $0 }.map { Data($0.utf8) }
    }

    /// Tells the event, unless it was told already. A trigger lets the runs go on that wait for it.
    public func tell(_ event: String, _ content: Data) async throws(ErrorWrapper) {
        _ = try await execute(
            """
            INSERT INTO run_events (name, told, content) VALUES (?1, \(Self.now), ?2) ON CONFLICT (name) DO NOTHING
            """, [event, Self.text(content)])
    }

    /// Returns how many runs wait, and for how long.
    public func counts() async throws(ErrorWrapper) -> RunCounts {
        let rows = try await read(
            """
            SELECT CAST(count(*) FILTER (WHERE due <= \(Self.now)) AS TEXT),
                CAST(count(*) FILTER (WHERE due > \(Self.now) AND server IS NULL) AS TEXT),
                CAST(count(*) FILTER (WHERE due > \(Self.now) AND server IS NOT NULL) AS TEXT),
                CAST(count(*) FILTER (WHERE state = 'failed') AS TEXT),
                CAST(max(0, \(Self.now) - coalesce(min(due), \(Self.now))) AS TEXT)
            FROM runs WHERE \(Self.open)
            """, [])
        return try parsed(rows.first ?? [], RunCounts.init)
    }

    /// Returns runs in the order of their keys.
    public func runs(
        after key: UUIDv7?, limit: Int, withEnded isEnded: Bool
    ) async throws(ErrorWrapper) -> [DurableRun] {
        try await shown(
            "key > ?1 \(isEnded ? "" : "AND \(Self.open)") ORDER BY key LIMIT CAST(?2 AS INTEGER)",
            [key.map { "\($0)" } ?? "", "\(limit)"])
    }

    /// Returns the run, or `nil` if there is none.
    public func run(_ key: UUIDv7) async throws(ErrorWrapper) -> DurableRun? {
        try await shown("key = ?1", ["\(key)"]).first
    }

    /// Cancels the run. Returns `false` if it cannot go on anyway.
    public func cancel(_ key: UUIDv7) async throws(ErrorWrapper) -> Bool {
        try await change(
            """
            state = 'cancelled', server = NULL, due = NULL, event = NULL, ended = \(Self.now), result = NULL
            WHERE key = ?1 AND \(Self.open)
            """, ["\(key)"])
    }

    /// Lets a run that failed or rests go on now. Returns `false` if it does neither.
    public func retry(_ key: UUIDv7) async throws(ErrorWrapper) -> Bool {
        try await change(
            """
            state = 'unfinished', attempt = attempt + (state = 'failed'), due = \(Self.now), ended = NULL, result = NULL
            WHERE key = ?1 AND (state = 'failed' OR server IS NULL AND due > \(Self.now))
            """, ["\(key)"])
    }

    /// Removes runs that ended, and events that were told, before this time. Returns the number of runs.
    public func removeEnded(for time: Duration, limit: Int) async throws(ErrorWrapper) -> Int {
        let parameters = [Self.milliseconds(time), "\(limit)"]
        func removal(of key: String, from table: String, by column: String, if condition: String = "true") -> String {
            """
            DELETE FROM \(table) WHERE \(key) IN (
                SELECT \(key) FROM \(table) WHERE \(condition) AND \(column) <= \(Self.now) - CAST(?1 AS INTEGER)
                ORDER BY \(column) LIMIT CAST(?2 AS INTEGER))
            RETURNING \(key)
            """
        }
        _ = try await execute(removal(of: "name", from: "run_events", by: "told"), parameters)
        return try await execute(removal(of: "key", from: "runs", by: "ended", if: "state <> 'failed'"), parameters)
            .count
    }

    /// Changes the run under the claim. Returns `false`, and changes nothing, if the claim was lost.
    private func change(
        _ claim: RunClaim, _ columns: String, _ parameters: [String?]
    ) async throws(ErrorWrapper) -> Bool {
        try await change(
            "\(columns) WHERE key = ?1 AND claim = CAST(?2 AS INTEGER) AND server IS NOT NULL",
            [claim.run, claim.attempt] + parameters)
    }

    private func change(_ columns: String, _ parameters: [String?]) async throws(ErrorWrapper) -> Bool {
        try await !execute("UPDATE runs SET \(columns) RETURNING key", parameters).isEmpty
    }

    private func shown(_ condition: String, _ parameters: [String?]) async throws(ErrorWrapper) -> [DurableRun] {
        let rows = try await read(
            """
            SELECT key, usecase,
                CASE WHEN state <> 'unfinished' THEN state WHEN due <= \(Self.now) THEN 'waits'
                    WHEN server IS NULL THEN 'rests' ELSE 'plays' END,
                CAST(attempt AS TEXT), server, CAST(due AS TEXT), event, result, beginning, notes
            FROM runs WHERE \(condition)
            """, parameters)
        return try rows.map { row throws(ErrorWrapper) in try parsed(row, DurableRun.init) }
    }

    private static func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

    private static func milliseconds(_ duration: Duration) -> String {
        "\(Int64((duration / .milliseconds(1)).rounded(.up)))"
    }
}
