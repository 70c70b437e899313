#if Server
import CalearningInfrastructure
import GRDB
import Synchronization
import Testing
import UsecasesEngine
import UsecasesRuns
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct SQLiteの実行の待ち行列 {
    @Test(arguments: RunQueueContract.allCases) func どの約束も守る(promise: RunQueueContract) async throws {
        try await promise.check { body in
            let directory = TemporaryDirectory()
            let database = try SQLiteDatabase.fixture(at: directory.path + "/runs.sqlite", log: RecordedLog())
            try await body(database.runs) { try await SystemClock().sleep(for: $0) }
            try database.close(within: .seconds(5))
        }
    }

    /// A service keeps runs that have ended, and each server looks for others every second.
    @Test func どの文も索引で探す() async throws {
        let statements = Mutex<[String]>([])
        let queue = SQLiteRunQueue(at: "nowhere") { statement, _ in
            statements.withLock { $0.append(statement) }
            return []
        }
        _ = try await queue.claim(atMost: 1, by: "a", for: .seconds(1))
        _ = try await queue.run(UUIDv7(at: .example, random: (0, 1)))
        _ = try await queue.runs(after: nil, limit: 1, withEnded: false)
        _ = try await queue.removeEnded(for: .zero, limit: 1)

        let plans = try await DatabaseQueue().write { db in
            try db.execute(sql: SQLiteRunQueue.schema)
            return try statements.withLock(\.self).map { statement in
                let explanation = try db.makeStatement(sql: "EXPLAIN QUERY PLAN \(statement)")
                explanation.setUncheckedArguments(["1", "1", "1"])
                return try Row.fetchAll(explanation).map { $0["detail"] as String }
            }
        }

        #expect(plans.count == 5)
        #expect(plans.allSatisfy { $0.allSatisfy { !$0.hasPrefix("SCAN") } }, "\(plans)")
        #expect(plans[0].contains("SEARCH runs USING INDEX runs_by_due (due<?)"), "\(plans[0])")
        #expect(plans[2].contains("SEARCH runs USING INDEX runs_open (key>?)"), "\(plans[2])")
    }
}
#endif
