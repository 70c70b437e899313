public import Foundation
public import UsecasesEngine

/// A queue of runs in a PostgreSQL database, for any number of servers.
///
/// [Absurd](https://github.com/earendil-works/absurd) 0.5.1 is the engine: tables and functions in the schema `absurd`, which
/// `absurdctl init` and `absurdctl create-queue` create. Each method is one statement, and therefore one transaction. The
/// statement locks the claim before it calls a function that writes, because `set_task_checkpoint_state` does not.
public struct AbsurdRunQueue: RunQueue {
    /// Executes a statement with these parameters, which are texts or NULL, and returns the texts of the rows. The change is
    /// durable on return. If the outcome is unknown, the statement is executed again. Throws a system error of the data store.
    public typealias Execute =
        @Sendable (_ statement: String, _ parameters: [String?]) async throws(ErrorWrapper) -> [[String?]]

    /// The version of the schema.
    public static let version = "0.5.1"

    private let name: String
    private let location: String
    private let execute: Execute

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
            SELECT run_id::text, task_id::text, task_name, attempt::text, params ->> 'beginning',
                (SELECT jsonb_agg(state ORDER BY checkpoint_name)::text
                FROM absurd.get_task_checkpoint_states('\(name)', task_id, run_id))
            FROM absurd.claim_task('\(name)', $1, $2::text::int, $3::text::int)
            """, [worker, Self.seconds(lease), "\(limit)"])
        return try rows.map { row throws(ErrorWrapper) in
            guard row.count == 6, let attempt = row[0], let task = row[1], let usecase = row[2],
                let number = row[3].flatMap({ Int($0) }), let beginning = row[4],
                let notes = try? JSONDecoder().decode([String].self, from: Data((row[5] ?? "[]").utf8))
            else { throw .system(error: .dataStore(.damaged(location: location, content: nil))) }
            return ClaimedRun(
                RunClaim(attempt: attempt, run: task), usecase: usecase, number: number,
                beginning: Data(beginning.utf8), notes: notes.map { Data($0.utf8) })
        }
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
        case .givenBack(let time):
            try await change(
                claim, "absurd.schedule_run('\(name)', run_id, to_timestamp($2::text::float8))",
                ["\(Double(time.milliseconds) / 1000)"])
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

    /// Returns the state of the run, or `nil` if there is none.
    public func state(of key: UUIDv7) async throws(ErrorWrapper) -> RunState? {
        let rows = try await execute(
            """
            SELECT t.state, t.completed_payload #>> '{}', r.failure_reason #>> '{}'
            FROM absurd.t_\(name) AS t LEFT JOIN absurd.r_\(name) AS r ON r.run_id = t.last_attempt_run
            WHERE t.idempotency_key = $1
            """, ["\(key)"])
        return rows.first.map { row in
            switch row[0] {
            case "completed": .goal(Data((row[1] ?? "").utf8))
            case "failed": .failure(reason: row[2] ?? "")
            case "cancelled": .cancelled
            default: .unfinished
            }
        }
    }

    /// Removes at most this number of runs that ended before this time, and returns how many. Throws a system error of the
    /// data store.
    public func removeEnded(for time: Duration, limit: Int) async throws(ErrorWrapper) -> Int {
        let rows = try await execute(
            "SELECT absurd.cleanup_tasks('\(name)', $1::text::int, $2::text::int)::text",
            [Self.seconds(time), "\(limit)"])
        return rows.first?.first.flatMap { $0 }.flatMap { Int($0) } ?? 0
    }

    /// Calls a function of Absurd under the claim. Returns `false`, and calls nothing, if the claim was lost. Other claims of
    /// the run, and its end, wait for the lock.
    private func change(
        _ claim: RunClaim, _ call: String, _ parameters: [String?], after other: String = "", of table: String = "held"
    ) async throws(ErrorWrapper) -> Bool {
        let rows = try await execute(
            """
            WITH held AS MATERIALIZED (
                SELECT run_id, task_id FROM absurd.r_\(name) WHERE run_id = $1::text::uuid AND state = 'running' FOR UPDATE)
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
