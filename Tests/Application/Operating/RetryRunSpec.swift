import CalearningApplication
import Foundation
import Testing
import UsecasesEngine
import UsecasesRuns
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.behaviour) struct `ユースケース【再開できる実行をまた進める】` {
    fileprivate static func retry(_ key: UUIDv7, in queue: InMemoryRunQueue) async throws -> Scenario<RetryRun> {
        try await RetryRun.interact(from: RetryRun.initial(key: key), as: .operator, with: .operated(queue))
    }

    @Suite struct 実行が失敗したか休んでいる場合 {
        @Test(arguments: [AttemptEnding.failure(reason: "no", pause: nil), .givenBack(for: .seconds(1000))])
        func アプリはまた進むことを表示(ending: AttemptEnding) async throws {
            let queue = InMemoryRunQueue(clock: ManualClock())
            let key = try await queue.add(ending: ending)
            let early = try await queue.claim()

            let scenario = try await `ユースケース【再開できる実行をまた進める】`.retry(key, in: queue)

            #expect(early == nil)
            #expect(scenario.goal == .アプリはまた進むことを表示(key: key))
            #expect(scenario.sentences == ["アプリは実行をまた進める", "アプリはまた進むことを表示"])
            try await expect(queue.claim()?.run, equals: "\(key)")
        }
    }

    @Suite struct 実行が失敗も休みもしていない場合 {
        @Test func アプリは何も変えずに実行を表示() async throws {
            let queue = InMemoryRunQueue(clock: ManualClock())
            let key = try await queue.add()
            try await queue.claim()
            let run = try #require(await queue.run(key))

            let scenario = try await `ユースケース【再開できる実行をまた進める】`.retry(key, in: queue)

            #expect(scenario.goal == .実行が失敗も休みもしていない場合_アプリは何も変えずに実行を表示(run: run))
            #expect(
                scenario.sentences == [
                    "アプリは実行をまた進める", "進められない場合_アプリは実行を探す", "実行が失敗も休みもしていない場合_アプリは何も変えずに実行を表示",
                ])
            await expect(queue.run(key), equals: run)
        }
    }

    @Suite struct 実行がない場合 {
        @Test func アプリはないことを表示() async throws {
            let key = DurableRun.example.key

            let scenario = try await `ユースケース【再開できる実行をまた進める】`.retry(
                key, in: InMemoryRunQueue(clock: ManualClock()))

            #expect(scenario.goal == .実行がない場合_アプリはないことを表示(key: key))
            #expect(
                scenario.sentences == ["アプリは実行をまた進める", "進められない場合_アプリは実行を探す", "実行がない場合_アプリはないことを表示"])
        }
    }
}
