import CalearningApplication
import CalearningDomain
import Testing
import Usecases
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
            let presenter = Presenter(dependencies: .fixture(dataStore: dataStore))

            let report = await presenter.dispatch(Reset.initial)

            #expect(presenter.store == Store(screen: .reset))
            #expect(report.sentences == ["アプリは端末に覚えたことをすべて消す", "アプリは初期状態に戻ったことを表示"])
            #expect(report.exitStatus == .success)
            try await expect(
                dataStore.contents,
                equals: StoredContents(DeviceMemory.keys.all.filter { $0.forgottenAs == nil }.map(\.example)))
        }
    }

    @MainActor
    @Suite struct 消せない場合 {
        @Test(arguments: Forgotten.allCases, PortFailure.whenChanged)
        func エラーとそれまでのシーンを伝えUDIDは最後まで残る(forgotten: Forgotten, failure: PortFailure) async throws {
            let dataStore = await InMemoryDataStore.used()
            let presenter = Presenter(dependencies: forgotten.dependencies(over: dataStore, failing: failure))

            let report = await presenter.dispatch(Reset.initial)

            #expect(presenter.store.screen == report.failure.map(Screen.error))
            #expect(report.failure?.name == failure.name)
            #expect(report.failure?.args == failure.error.args)
            #expect(report.exitStatus == failure.exitStatus)
            #expect(report.sentences == ["アプリは端末に覚えたことをすべて消す"])
            try await expect(dataStore.contents, equals: forgotten.rest)
        }
    }
}

/// The stored data in the order of deletion. Unfinished runs come first, then each value.
enum Forgotten: CaseIterable {
    case 終わっていない実行
    case 値(number: Int)

    private static let values = DeviceMemory.keys.forgottenByReset
    static let allCases = [終わっていない実行] + values.indices.map { .値(number: $0) }

    @MainActor func dependencies(over store: InMemoryDataStore, failing failure: PortFailure) -> Dependencies {
        switch self {
        case .終わっていない実行: .fixture(dataStore: store, journal: FailingJournal(with: failure))
        case .値(let number):
            .fixture(dataStore: FailingDataStore(over: store, at: .delete, Self.values[number], with: failure))
        }
    }

    /// The remaining contents if this deletion fails.
    var rest: StoredContents {
        switch self {
        case .終わっていない実行: StoredContents(Self.values.map(\.example))
        case .値(let number): StoredContents(Self.values[number...].map(\.example))
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
    private let dataStore = InMemoryDataStore()
    private let backend = StubBackend()
    private let presenter: Presenter

    init() {
        presenter = Presenter(dependencies: .fixture(dataStore: dataStore, backend: backend))
    }

    /// An interrupted reset leaves a working application that can be reset again.
    @Test func UDIDは最後に忘れる() {
        #expect(DeviceMemory.keys.forgottenByReset.last?.name == DeviceMemory.keys.udid.name)
    }

    /// The sentence of the scene says that the application forgets everything.
    @Test func シーンの言うとおり_端末に覚えるものはどれも消す() async throws {
        let deleted = await Explorations.of(Reset.self).ways.compactMap { way -> Set<String>? in
            guard case .goal = way.ending else { return nil }
            let calls = way.events.compactMap { if case .call(let name, _) = $0 { "\(name)" } else { nil } }
            return Set(calls.filter { $0.hasPrefix("DataStore.delete") })
        }

        #expect(deleted == [Set(DeviceMemory.keys.all.map { "DataStore.delete(\($0.name))" })])
    }

    @Test(arguments: Language.allCases) func 消すものをどれも言葉で言う(language: Language) {
        let text = Screen.reset.view.plainLines(in: language).joined(separator: "\n")

        for key in DeviceMemory.keys.forgottenByReset {
            let words = key.forgottenAs?.text(in: language) ?? key.name
            #expect(text.contains(words), "\(key.name)")
        }
        #expect(DeviceMemory.keys.forgottenByReset.count >= 6)
    }

    @Test func 起動してチュートリアルを完了していてもすべて忘れる() async throws {
        await presenter.dispatch(Boot.initial)
        await presenter.dispatch(CompleteTutorial.initial)

        await presenter.dispatch(Reset.initial)

        #expect(presenter.store == Store(screen: .reset))
        try await expect(dataStore.contents, equals: StoredContents())
    }

    @Test func 次の起動では新しいインストールキーで尋ねる() async {
        await presenter.dispatch(Boot.initial)
        await presenter.dispatch(Reset.initial)
        await presenter.dispatch(Boot.initial)

        #expect(Set(backend.installations).count == 2)
        #expect(presenter.store.screen == .tutorial)
    }
}
