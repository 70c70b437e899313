public import Foundation
public import UsecasesEngine

/// A queue of runs in a PostgreSQL database, for any number of servers.
///
/// [Absurd](https://github.com/earendil-works/absurd) 0.5.1 is the engine: tables and functions in the schema `absurd`, which
/// `absurdctl init` and `absurdctl create-queue` create. Each method is one statement, and therefore one transaction. The
/// statement locks the claim before it calls a function that writes, because `set_task_checkpoint_state` does not.
public struct AbsurdRunQueue: RunQueue, RowRunQueue {
    /// Executes a statement with these parameters, which are texts or NULL, and returns the texts of the rows. The change is
    /// durable on return. If the outcome is unknown, the statement is executed again. Throws a system error of the data store.
    public typealias Execute =
        @Sendable (_ statement: String, _ parameters: [String?]) async throws(ErrorWrapper) -> [[String?]]

    /// The version of the schema.
    public static let version = "0.5.1"

    private let name: String
    let location: String
    let execute: Execute

    /// Creates a queue that exists in the database. The `name` has lower-case letters, digits and underscores. `location`
    /// names the database in errors, without secrets.
    public init(_ name: String, at location: String, execute: @escaping Execute) {
        precondition(name.wholeMatch(of: #/[a-z0-9_]{1,57}/#) != nil, "\(name) is no name of a queue")
        self.name = name
        self.location = location
        self.execute = execute
    }

    /// Throws `damaged` if the database has no queue with this name, or another version of Absurd.
    public func check() async throws(ErrorWrapper) {
        let found = try await execute("SELECT to_regclass('absurd.t_\(name)')", [])
        let version = found == [[nil]] ? nil : try await execute("SELECT absurd.get_schema_version()", []).first?.first
        guard version == Self.version else {
            throw .system(
                error: .dataStore(.damaged(location: location, content: nil)),
                causedBy: MissingQueue(name: name, version: version ?? nil))
        }
    }

    /// Adds a run, unless there is one with its key.
    public func add(_ run: QueuedRun) async throws(ErrorWrapper) {
        _ = try await execute(
            """
            SELECT task_id FROM absurd.spawn_task(
                '\(name)', $1, jsonb_build_object('beginning', $2::text), jsonb_build_object('idempotency_key', $3::text))
            """, [run.usecase, String(decoding: run.beginning, as: UTF8.self), "\(run.key)"])
    }

    /// Claims runs that wait, or whose lease has ended. Leases are whole seconds.
    public func claim(
        atMost limit: Int, by worker: String, for lease: Duration
    ) async throws(ErrorWrapper) -> [ClaimedRun] {
        let rows = try await execute(
            """
            SELECT run_id || ' ' || $1, task_id::text, task_name, attempt::text, params ->> 'beginning',
                (SELECT jsonb_agg(state ORDER BY checkpoint_name)::text
                FROM absurd.get_task_checkpoint_states('\(name)', task_id, run_id) WHERE \(Self.isNote))
            FROM absurd.claim_task('\(name)', $1, $2::text::int, $3::text::int)
            """, [worker, Self.seconds(lease), "\(limit)"])
        return try rows.map { row throws(ErrorWrapper) in try parsed(row, ClaimedRun.init) }
    }

    /// Notes the lines. Returns `false` if the claim was lost.
    public func note(
        _ lines: Data, as number: Int, of claim: RunClaim, for lease: Duration
    ) async throws(ErrorWrapper) -> Bool {
        // Names are ordered as texts.
        let checkpoint = String("\(1_000_000 + number)".dropFirst())
        // A note whose outcome was unknown is not written again.
        return try await change(
            claim,
            """
            CASE WHEN NOT EXISTS (
                SELECT FROM absurd.c_\(name) AS c
                WHERE c.task_id = held.task_id AND c.checkpoint_name = $2 AND c.owner_run_id = run_id)
            THEN absurd.set_task_checkpoint_state(
                '\(name)', task_id, $2, to_jsonb($3::text), run_id, $4::text::int)::text END
            """, [checkpoint, String(decoding: lines, as: UTF8.self), Self.seconds(lease)])
    }

    /// Extends the lease. Returns `false` if the claim was lost.
    public func extend(_ claim: RunClaim, for lease: Duration) async throws(ErrorWrapper) -> Bool {
        try await change(claim, "absurd.extend_claim('\(name)', run_id, $2::text::int)", [Self.seconds(lease)])
    }

    /// Ends the run or the attempt. Returns `false` if the claim was lost.
    public func end(_ claim: RunClaim, with ending: AttemptEnding) async throws(ErrorWrapper) -> Bool {
        switch ending {
        case .goal(let goal):
            try await change(
                claim, "absurd.complete_run('\(name)', run_id, to_jsonb($2::text))",
                [String(decoding: goal, as: UTF8.self)])
        case .givenBack(let time, nil):
            try await change(
                claim,
                """
                absurd.schedule_run(
                    '\(name)', run_id, absurd.current_time() + make_interval(secs => $2::text::float8))
                """, ["\(time / .seconds(1))"])
        case .givenBack(let time, let event?):
            // Locks the row of the event as `emit_event` does, which then wakes the runs in the table of waits.
            try await change(
                claim, "absurd.schedule_run('\(name)', run_id, wake_at)", ["\(time / .seconds(1))", event],
                after: """
                    , event AS (INSERT INTO absurd.e_\(name) (event_name, payload, emitted_at)
                        SELECT $3, NULL, 'epoch' FROM held
                        ON CONFLICT (event_name) DO UPDATE SET event_name = excluded.event_name RETURNING payload)
                    , rest AS MATERIALIZED (SELECT run_id, task_id, payload, absurd.current_time()
                            + CASE WHEN payload IS NULL THEN make_interval(secs => $2::text::float8) ELSE '0' END AS wake_at
                        FROM held, event)
                    , wait AS (INSERT INTO absurd.w_\(name) AS w (task_id, run_id, step_name, event_name, timeout_at)
                        SELECT task_id, run_id, 'event', $3, wake_at FROM rest WHERE payload IS NULL
                        ON CONFLICT (run_id, step_name)
                            DO UPDATE SET event_name = excluded.event_name, timeout_at = excluded.timeout_at)
                    """, of: "rest")
        case .failure(let reason, let pause?):
            try await change(
                claim,
                """
                absurd.fail_run('\(name)', run_id, to_jsonb($2::text),
                    absurd.current_time() + make_interval(secs => $3::text::float8))
                """, [reason, "\(pause / .seconds(1))"])
        case .failure(let reason, nil):
            try await change(
                claim, "absurd.fail_run('\(name)', run_id, to_jsonb($2::text))", [reason],
                after: """
                    , last AS (UPDATE absurd.t_\(name) AS t SET max_attempts = attempts FROM held
                        WHERE t.task_id = held.task_id RETURNING held.run_id)
                    """, of: "last")
        }
    }

    /// Returns the content of the event, or `nil`.
    public func told(_ event: String) async throws(ErrorWrapper) -> Data? {
        let rows = try await read(
            "SELECT payload #>> '{}' FROM absurd.e_\(name) WHERE event_name = $1 AND payload IS NOT NULL", [event])
        return rows.first?.first.flatMap { $0 }.map { Data($0.utf8) }
    }

    /// Tells the event, unless it was told already, and lets the runs go on that wait for it.
    public func tell(_ event: String, _ content: Data) async throws(ErrorWrapper) {
        _ = try await execute(
            "SELECT absurd.emit_event('\(name)', $1, to_jsonb($2::text))::text",
            [event, String(decoding: content, as: UTF8.self)])
    }

    /// Returns how many runs wait, and for how long.
    public func counts() async throws(ErrorWrapper) -> RunCounts {
        let rows = try await read(
            """
            SELECT (count(*) FILTER (WHERE due <= now))::text,
                (count(*) FILTER (WHERE due > now AND r.state <> 'running'))::text,
                (count(*) FILTER (WHERE due > now AND r.state = 'running'))::text,
                (count(*) FILTER (WHERE r.state = 'failed'))::text,
                coalesce((extract(epoch FROM greatest('0', max(now - due))) * 1000)::bigint, 0)::text
            FROM \(runs), (SELECT absurd.current_time() AS now OFFSET 0) AS clock
            WHERE r.state IN ('pending', 'sleeping', 'running') OR r.state = 'failed' AND t.state = 'failed'
            """, [])
        return try parsed(rows.first ?? [], RunCounts.init)
    }

    /// Returns runs in the order of their keys.
    public func runs(
        after key: UUIDv7?, limit: Int, withEnded isEnded: Bool
    ) async throws(ErrorWrapper) -> [DurableRun] {
        try await shown(
            """
            idempotency_key > $1 \(isEnded ? "" : "AND t.state NOT IN ('completed', 'cancelled')")
            ORDER BY idempotency_key LIMIT $2::text::int
            """, [key.map { "\($0)" } ?? "", "\(limit)"])
    }

    /// Returns the run, or `nil` if there is none.
    public func run(_ key: UUIDv7) async throws(ErrorWrapper) -> DurableRun? {
        try await shown("idempotency_key = $1", ["\(key)"]).first
    }

    /// Cancels the run. Returns `false` if it cannot go on anyway.
    public func cancel(_ key: UUIDv7) async throws(ErrorWrapper) -> Bool {
        // `cancel_task` leaves a failed one as it is. A second look finds an attempt that has begun since.
        for _ in 1...2 {
            let rows = try await execute(
                """
                WITH task AS (SELECT task_id FROM absurd.t_\(name) WHERE idempotency_key = $1)
                , held AS MATERIALIZED (SELECT r.task_id FROM absurd.r_\(name) AS r JOIN task USING (task_id)
                    WHERE r.state IN ('pending', 'sleeping', 'running') FOR UPDATE OF r)
                , failed AS (UPDATE absurd.t_\(name) AS t SET state = 'cancelled', cancelled_at = absurd.current_time()
                    FROM task WHERE t.task_id = task.task_id AND t.state = 'failed' RETURNING t.task_id)
                SELECT absurd.cancel_task('\(name)', task_id)::text FROM held UNION ALL SELECT '' FROM failed
                """, ["\(key)"])
            if !rows.isEmpty { return true }
        }
        return false
    }

    /// Lets a run that failed or rests go on now. Returns `false` if it does neither.
    public func retry(_ key: UUIDv7) async throws(ErrorWrapper) -> Bool {
        let rows = try await execute(
            """
            WITH task AS (SELECT task_id FROM absurd.t_\(name) WHERE idempotency_key = $1)
            , failed AS MATERIALIZED (SELECT t.task_id FROM absurd.t_\(name) AS t JOIN task USING (task_id)
                WHERE t.state = 'failed' FOR UPDATE OF t)
            , woken AS (UPDATE absurd.r_\(name) AS r SET available_at = absurd.current_time() FROM task
                WHERE r.task_id = task.task_id AND r.state = 'sleeping' AND r.available_at > absurd.current_time()
                RETURNING r.run_id)
            , waits AS (DELETE FROM absurd.w_\(name) AS w USING woken WHERE w.run_id = woken.run_id)
            SELECT absurd.retry_task('\(name)', task_id, '{"max_attempts": 2147483647}')::text FROM failed
                UNION ALL SELECT '' FROM woken
            """, ["\(key)"])
        return !rows.isEmpty
    }

    /// Removes runs that ended, and events that were told, before this time. Returns the number of runs. `cleanup_tasks` would
    /// also remove runs that failed.
    public func removeEnded(for time: Duration, limit: Int) async throws(ErrorWrapper) -> Int {
        func removal(from tables: String...) -> String {
            tables.map { table in
                """
                , \(table) AS (DELETE FROM absurd.\(table)_\(name) WHERE task_id IN (SELECT task_id FROM old) RETURNING task_id)
                """
            }.joined()
        }
        let rows = try await execute(
            """
            WITH old AS MATERIALIZED (
                SELECT task.task_id FROM absurd.t_\(name) AS task JOIN absurd.r_\(name) AS run ON run.run_id = task.last_attempt_run
                WHERE CASE task.state WHEN 'completed' THEN run.completed_at WHEN 'cancelled' THEN task.cancelled_at END
                    < absurd.current_time() - make_interval(secs => $1::text::int)
                LIMIT $2::text::int)
                \(removal(from: "w", "c", "r", "t"))
            SELECT (SELECT count(*) FROM t)::text,
                absurd.cleanup_events('\(name)', $1::text::int, $2::text::int)::text
            """,
            [Self.seconds(time), "\(limit)"])
        return rows.first?.first.flatMap { $0 }.flatMap { Int($0) } ?? 0
    }

    /// The condition for checkpoints that are notes. The others are those of events.
    private static let isNote = "checkpoint_name ~ '^[0-9]{6}$'"

    /// The last attempts, with the time when the lease of one ends or when it can be claimed.
    private var runs: String {
        """
        absurd.t_\(name) AS t JOIN absurd.r_\(name) AS r ON r.run_id = t.last_attempt_run
            CROSS JOIN LATERAL (SELECT CASE WHEN r.state = 'running' THEN r.claim_expires_at
                WHEN r.state IN ('pending', 'sleeping') THEN r.available_at END AS due) AS d
        """
    }

    private func shown(_ condition: String, _ parameters: [String?]) async throws(ErrorWrapper) -> [DurableRun] {
        let rows = try await read(
            """
            SELECT idempotency_key, task_name, CASE WHEN due IS NULL THEN t.state WHEN due <= absurd.current_time() THEN 'waits'
                    WHEN r.state = 'running' THEN 'plays' ELSE 'rests' END,
                CASE WHEN first_started_at IS NULL THEN 0 ELSE t.attempts END::text, claimed_by,
                (extract(epoch FROM due) * 1000)::bigint::text,
                (SELECT event_name FROM absurd.w_\(name) AS w WHERE w.run_id = r.run_id),
                coalesce(completed_payload, failure_reason) #>> '{}', params ->> 'beginning',
                (SELECT jsonb_agg(c.state ORDER BY checkpoint_name)::text FROM absurd.c_\(name) AS c
                    WHERE c.task_id = t.task_id AND \(Self.isNote))
            FROM \(runs) WHERE \(condition)
            """, parameters)
        return try rows.map { row throws(ErrorWrapper) in try parsed(row, DurableRun.init) }
    }

    /// Calls a function of Absurd under the claim. Returns `false`, and calls nothing, if the claim was lost. Other claims of
    /// the run, and its end, wait for the lock.
    private func change(
        _ claim: RunClaim, _ call: String, _ parameters: [String?], after other: String = "", of table: String = "held"
    ) async throws(ErrorWrapper) -> Bool {
        let rows = try await execute(
            """
            WITH held AS MATERIALIZED (
                SELECT run_id, task_id FROM absurd.r_\(name)
                WHERE run_id = left($1::text, 36)::uuid AND claimed_by = substr($1::text, 38) AND state = 'running'
                FOR UPDATE)
                \(other)
            SELECT 'held', \(call) FROM \(table)
            """, [claim.attempt] + parameters)
        return !rows.isEmpty
    }

    /// Returns whole seconds, at least one.
    private static func seconds(_ duration: Duration) -> String {
        "\(max(1, Int((duration / .seconds(1)).rounded(.up))))"
    }
}

/// The error of a database without the queue.
private struct MissingQueue: Error, CustomStringConvertible {
    let name: String
    let version: String?

    var description: String {
        let found = version.map { "has version \($0) of Absurd" } ?? "has no queue \(name) of Absurd"
        return
            "the database \(found): absurdctl \(AbsurdRunQueue.version) creates it (absurdctl init, absurdctl create-queue \(name))"
    }
}
