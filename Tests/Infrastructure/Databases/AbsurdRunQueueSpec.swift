#if Server
import Foundation
import Testing
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport
@testable import UsecasesRuns

/// A queue of Absurd in the cluster that `make test` starts, removed with the spec.
private final class AbsurdSandbox: Sendable {
    private let sandbox: PostgreSQLSandbox

    init() throws {
        sandbox = try PostgreSQLSandbox()
        try sandbox.client().run("SELECT absurd.create_queue('\(sandbox.name)')")
    }

    deinit {
        do {
            try sandbox.client().run("SELECT absurd.drop_queue('\(sandbox.name)')")
        } catch {
            print("left behind: \(sandbox.name): \(error)")
        }
    }

    var name: String { sandbox.name }

    func client() throws -> PostgreSQLClient { try sandbox.client() }

    var queue: AbsurdRunQueue { queue(named: name) }

    func queue(named name: String) -> AbsurdRunQueue {
        AbsurdRunQueue(name, at: "the cluster") { [self] statement, parameters throws(ErrorWrapper) in
            do {
                let client = try sandbox.client()
                let arguments = parameters.map { text in
                    text.map { "'\($0.replacing("'", with: "''"))'" } ?? "NULL"
                }
                let list = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
                try client.run("PREPARE asked AS \(statement)")
                return try client.run("EXECUTE asked\(list)").map { row in row.map { $0.isEmpty ? nil : $0 } }
            } catch {
                throw .system(error: .dataStore(.unwritable(location: "the cluster", content: nil)), causedBy: error)
            }
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct PostgreSQLの実行の待ち行列 {
    private static let run = QueuedRun(
        key: UUIDv7(at: .example, random: (0, 1)), usecase: "Send", beginning: Data("{}\n".utf8))

    @Test(arguments: RunQueueContract.allCases) func どの約束も守る(promise: RunQueueContract) async throws {
        try await promise.check { body in
            let sandbox = try AbsurdSandbox()
            try await body(sandbox.queue) { try await SystemClock().sleep(for: $0) }
        }
    }

    @Test func 待ち行列がなければ_作り方を言う() async throws {
        let sandbox = try AbsurdSandbox()
        try await sandbox.queue.check()

        let error = await #expect(throws: ErrorWrapper.self) { try await sandbox.queue(named: "none").check() }

        #expect("\(error.map { "\($0)" } ?? "")".contains("absurdctl create-queue none"))
    }

    /// The engine's own function writes without a lock, so a server that is frozen between its look and its write would write
    /// after its claim was lost. The statement of the queue waits for the lock instead.
    @Test func 引き受けを失うあいだの書き込みは_何も残さない() async throws {
        let sandbox = try AbsurdSandbox()
        try await sandbox.queue.add(Self.run)
        let run = try #require(try await sandbox.queue.claim(atMost: 1, by: "a", for: .seconds(60)).first)
        let other = try sandbox.client()
        let attempt = run.claim.attempt.prefix(36)
        let held = "absurd.r_\(sandbox.name) WHERE run_id = '\(attempt)'"
        try other.run("BEGIN; SELECT FROM \(held) FOR UPDATE")
        let late = Task { try await sandbox.queue.note(Data("late\n".utf8), as: 1, of: run.claim, for: .seconds(1)) }
        try await eventually("the note waits") {
            try sandbox.client().run(
                "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%\(attempt)%'"
            ).count == 1
        }
        try other.run("SELECT absurd.fail_run('\(sandbox.name)', '\(attempt)', '{}'); COMMIT")

        let isNoted = try await late.value

        let notes = try sandbox.client().run("SELECT checkpoint_name FROM absurd.c_\(sandbox.name)")
        #expect(!isNoted)
        #expect(notes == [])
    }

    @Test func 終わった実行は片付けられる() async throws {
        let sandbox = try AbsurdSandbox()
        try await sandbox.queue.add(Self.run)
        let run = try #require(try await sandbox.queue.claim(atMost: 1, by: "a", for: .seconds(1)).first)
        let isEnded = try await sandbox.queue.end(run.claim, with: .goal(Data("{}".utf8)))
        let early = try await sandbox.queue.removeEnded(for: .seconds(3_600), limit: 10)

        try await eventually("the run has ended more than a second ago") {
            try await sandbox.queue.removeEnded(for: .seconds(1), limit: 10) == 1
        }

        let state = try await sandbox.queue.run(Self.run.key)
        #expect(isEnded)
        #expect(early == 0)
        #expect(state == nil)
    }
}
#endif
