import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTesting

@testable import CalearningTestSupport

/// The ninth chapter of the tutorial.
@Suite struct 途切れても続く実行の章 {
    private let backend = StubBackend()
    private let dataStore = InMemoryDataStore()

    /// Boots and is ended by a crash, right after the answer of the backend.
    private func bootThatCrashes(_ journal: any Journal) async throws {
        var dependencies = Dependencies.fixture(dataStore: dataStore, backend: backend, journal: journal)
        // The calls that can fail are: the UDID, the installation key, the answer of the backend, and two more.
        let crash = Crash(at: 3, .after)
        dependencies.taps = [crash]
        await #expect(throws: UnfinishedScenario<Boot>.self) {
            try await Boot.interact(from: Boot.initial, with: dependencies)
        }
        #expect(crash.happened)
    }

    private func boot(_ journal: any Journal) async throws -> Scenario<Boot> {
        try await Boot.interact(
            from: Boot.initial, with: .fixture(dataStore: dataStore, backend: backend, journal: journal))
    }

    @Test func 次の実行が途切れたところから続ける() async throws {
        let journal = InMemoryJournal()
        try await bootThatCrashes(journal)

        let scenario = try await boot(journal)

        #expect(scenario.goal == .チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示)
        #expect(backend.installations.count == 1)
        let (udid, text) = (try await dataStore.get(DeviceMemory.keys.udid), await journal.text)
        #expect(udid == UDID.fixture().rawValue)
        #expect(text == "")
    }

    @Test func 途切れた実行はジャーナルに残り_秘密は残らない() async throws {
        let journal = InMemoryJournal()

        try await bootThatCrashes(journal)

        let key = try #require(backend.installations.first)
        let (udid, text) = (try await dataStore.get(DeviceMemory.keys.udid), await journal.text)
        #expect(udid == nil)
        #expect(text.contains(#""operation":"publishUdid(for:)""#))
        #expect(text.contains(UDID.fixture().rawValue))
        #expect(!text.contains(key.rawValue))
    }

    @Test func ジャーナルを失うとサーバに二度尋ねる() async throws {
        try await bootThatCrashes(InMemoryJournal())

        _ = try await boot(InMemoryJournal())

        #expect(backend.installations.count == 2)
        #expect(Set(backend.installations).count == 1)
    }
}
