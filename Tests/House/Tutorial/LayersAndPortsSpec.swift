import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

/// The second chapter of the tutorial.
@Suite struct 層とポートの章 {
    private let loggingIn = Boot.Goals.チュートリアル完了の記録がある場合_アプリはログイン画面を表示(udid: .fixture())
    private let learning = Boot.Goals.チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示

    @Test func 同時に動く二つの実行は互いを見ない() async throws {
        let newcomer = Dependencies.fixture()
        var regular = newcomer
        regular.dataStore.adapter = InMemoryDataStore(DeviceMemory.keys.hasCompletedTutorial.with(true))

        async let one = Boot.interact(from: Boot.initial, with: newcomer)
        async let other = Boot.interact(from: Boot.initial, with: regular)

        let goals = try await [one.goal, other.goal]
        #expect(goals == [learning, loggingIn])
    }

    @Test func 渡し忘れたポートは名を挙げて失敗する() async {
        let dependencies = Dependencies(clock: ImmediateClock(), randomSource: SeededRandomSource()) {
            $0.journal.adapter = InMemoryJournal()
        }

        let unfinished = await #expect(throws: UnfinishedScenario<Boot>.self) {
            try await Boot.interact(from: Boot.initial, with: dependencies)
        }

        #expect(unfinished?.error.system == .dependency(.portNotProvided(port: "DataStore")))
    }

    /// Dependencies that all tests share and any test may replace.
    @MainActor private enum Shared {
        static var dependencies = Dependencies.fixture()
    }

    @MainActor @Test func 一つのものを皆で使うと後の用意が先の用意を消す() async throws {
        Shared.dependencies.dataStore.adapter = InMemoryDataStore(DeviceMemory.keys.hasCompletedTutorial.with(true))
        // A concurrent test begins.
        Shared.dependencies.dataStore.adapter = InMemoryDataStore()

        let scenario = try await Boot.interact(from: Boot.initial, with: Shared.dependencies)

        #expect(scenario.goal != loggingIn)
    }
}
