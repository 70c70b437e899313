import CalearningApplication
import Testing
import UsecasesEngine
import UsecasesRuns
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.behaviour) struct `ユースケース【再開できる実行を調べる】` {
    @Suite struct 実行がある場合 {
        @Test func アプリは実行を表示() async throws {
            let queue = InMemoryRunQueue(clock: ManualClock())
            let key = try await queue.add()

            let scenario = try await ShowRun.interact(
                from: ShowRun.initial(key: key), as: .operator, with: .operated(queue))

            let run = try #require(await queue.run(key))
            #expect(run.usecase == "Boot")
            #expect(scenario.goal == .アプリは実行を表示(run: run))
            #expect(scenario.sentences == ["アプリは実行を探す", "アプリは実行を表示"])
        }
    }

    @Suite struct 実行がない場合 {
        @Test func アプリはないことを表示() async throws {
            let key = DurableRun.example.key

            let scenario = try await ShowRun.interact(
                from: ShowRun.initial(key: key), as: .operator,
                with: .operated(InMemoryRunQueue(clock: ManualClock())))

            #expect(scenario.goal == .実行がない場合_アプリはないことを表示(key: key))
            #expect(scenario.sentences == ["アプリは実行を探す", "実行がない場合_アプリはないことを表示"])
        }
    }
}
