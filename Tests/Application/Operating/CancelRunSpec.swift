import CalearningApplication
import Foundation
import Testing
import UsecasesEngine
import UsecasesRuns
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.behaviour) struct `ユースケース【再開できる実行をやめさせる】` {
    fileprivate static func cancel(_ key: UUIDv7, in queue: InMemoryRunQueue) async throws -> Scenario<CancelRun> {
        try await CancelRun.interact(from: CancelRun.initial(key: key), as: .operator, with: .operated(queue))
    }

    @Suite struct 実行が終わっていない場合 {
        @Test func アプリはやめさせたことを表示() async throws {
            let queue = InMemoryRunQueue(clock: ManualClock())
            let key = try await queue.add()
            let claim = try #require(try await queue.claim())

            let scenario = try await `ユースケース【再開できる実行をやめさせる】`.cancel(key, in: queue)

            #expect(scenario.goal == .アプリはやめさせたことを表示(key: key))
            #expect(scenario.sentences == ["アプリは実行をやめさせる", "アプリはやめさせたことを表示"])
            await expect(queue.run(key)?.state, equals: .cancelled)
            // The server that plays it can change nothing more.
            await expect(queue.note(Data(), as: 1, of: claim, for: .seconds(1)), equals: false)
        }
    }

    @Suite struct 実行がもう終わっている場合 {
        @Test func アプリは何も変えずに実行を表示() async throws {
            let queue = InMemoryRunQueue(clock: ManualClock())
            let key = try await queue.add(ending: .goal(Data("{}".utf8)))
            let run = try #require(await queue.run(key))

            let scenario = try await `ユースケース【再開できる実行をやめさせる】`.cancel(key, in: queue)

            #expect(scenario.goal == .実行がもう終わっている場合_アプリは何も変えずに実行を表示(run: run))
            #expect(
                scenario.sentences == [
                    "アプリは実行をやめさせる", "やめさせられない場合_アプリは実行を探す", "実行がもう終わっている場合_アプリは何も変えずに実行を表示",
                ])
            await expect(queue.run(key)?.state, equals: .ended(goal: "{}"))
        }
    }

    @Suite struct 実行がない場合 {
        @Test func アプリはないことを表示() async throws {
            let key = DurableRun.example.key

            let scenario = try await `ユースケース【再開できる実行をやめさせる】`.cancel(
                key, in: InMemoryRunQueue(clock: ManualClock()))

            #expect(scenario.goal == .実行がない場合_アプリはないことを表示(key: key))
            #expect(
                scenario.sentences == ["アプリは実行をやめさせる", "やめさせられない場合_アプリは実行を探す", "実行がない場合_アプリはないことを表示"])
        }
    }
}
