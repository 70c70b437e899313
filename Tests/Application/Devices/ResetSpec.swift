import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesLaboratory
import UsecasesStorage
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesTerminal

@MainActor
@Suite(.behaviour) struct `ユースケース【アプリを初期状態に戻す】` {
    @MainActor
    @Suite struct 消せる場合 {
        @Test func アプリは初期状態に戻ったことを表示() async throws {
            let dataStore = await InMemoryDataStore.used()
            let presenter = ScreenPresenter(dependencies: .fixture(dataStore: dataStore))

            let report = await presenter.dispatch(Reset.initial)

            #expect(presenter.screen == .reset)
            #expect(report.sentences == ["アプリは端末に覚えたことをすべて消す", "アプリは初期状態に戻ったことを表示"])
            #expect(report.exitStatus == .success)
            try await expect(
                dataStore.contents,
                equals: StoredContents(DeviceMemory.keys.all.filter { $0.forgottenAs == nil }.map(\.example)))
        }
    }
}

extension InMemoryDataStore {
    /// The store of an application with a value for every key.
    fileprivate static func used() async -> InMemoryDataStore {
        let store = InMemoryDataStore()
        for key in DeviceMemory.keys.all { await store.save(key.example) }
        return store
    }
}

@MainActor
@Suite struct `ユースケース【アプリを初期状態に戻す】の約束` {
    /// An interrupted reset leaves a working application that can be reset again. The sentence of the scene says that the
    /// application forgets everything.
    @Test func シーンの言うとおり_端末に覚えるものはどれも消し_UDIDは最後に忘れる() async throws {
        let ways = await Explorations.of(Reset.self).ways.filter { if case .goal = $0.ending { true } else { false } }
        let calls = try #require(ways.first).events.compactMap {
            if case .call(let name, _) = $0 { "\(name)" } else { nil }
        }

        let deletions = DeviceMemory.keys.all.map { "DataStore.delete(\($0.name))" }
        #expect(ways.count == 1)
        #expect(calls == ["Journal.discard()"] + deletions + ["Journal.discard()"])
        #expect(deletions.last == "DataStore.delete(udid)")
    }

    @Test(arguments: Language.allCases) func 消すものをどれも言葉で言う(language: Language) {
        let text = Screen.reset.view.plainLines(in: language).joined(separator: "\n")

        for key in DeviceMemory.keys.forgottenByReset {
            let words = key.forgottenAs?.text(in: language) ?? key.name
            #expect(text.contains(words), "\(key.name)")
        }
        #expect(DeviceMemory.keys.forgottenByReset.count >= 6)
    }
}
