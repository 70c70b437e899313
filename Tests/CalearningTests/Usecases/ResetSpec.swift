import Application
import Domain
import Infrastructure
import Presentation
import Testing

@MainActor
@Suite(.behaviour) struct `ユースケース【アプリを初期状態に戻す】` {
    @MainActor
    @Suite struct 消せる場合 {
        @Test func アプリは初期状態に戻ったことを表示() async throws {
            let dataStore = InMemoryDataStore.used()
            let presenter = Presenter(dependencies: .fixture(dataStore: dataStore))

            let report = await presenter.dispatch(Reset.initial)

            #expect(presenter.store == Store())
            #expect(report.sentences == ["アプリはUDIDとチュートリアル完了の記録を消す", "アプリは初期状態に戻ったことを表示"])
            #expect(report.exitStatus == .success)
            #expect(try await dataStore.contents == StoredContents())
        }
    }

    @MainActor
    @Suite struct 消せない場合 {
        @Test(arguments: Forgotten.allCases, PortFailure.whenChanged)
        func エラーとそれまでのシーンを伝えUDIDは最後まで残る(forgotten: Forgotten, failure: PortFailure) async throws {
            let dataStore = InMemoryDataStore.used()
            let presenter = Presenter(dependencies: forgotten.dependencies(over: dataStore, failing: failure))

            let report = await presenter.dispatch(Reset.initial)

            #expect(presenter.store.screen == report.failure.map(Store.Screen.error))
            #expect(report.failure?.name == failure.name)
            #expect(report.failure?.args == failure.error.args)
            #expect(report.exitStatus == failure.exitStatus)
            #expect(report.sentences == ["アプリはUDIDとチュートリアル完了の記録を消す"])
            #expect(try await dataStore.contents == forgotten.rest)
        }
    }
}

/// What is forgotten one after the other, the UDID last.
enum Forgotten: CaseIterable {
    case 終わっていない実行, インストールキー, チュートリアル完了の記録, UDID

    @MainActor func dependencies(over store: InMemoryDataStore, failing failure: PortFailure) -> Dependencies {
        switch self {
        case .終わっていない実行: .fixture(dataStore: store, journal: FailingJournal(with: failure))
        case .インストールキー:
            .fixture(
                dataStore: FailingDataStore(over: store, at: .delete, KeyValue.SecretKey.installationKey, with: failure)
            )
        case .チュートリアル完了の記録:
            .fixture(
                dataStore: FailingDataStore(
                    over: store, at: .delete, KeyValue.BoolKey.hasCompletedTutorial, with: failure))
        case .UDID:
            .fixture(dataStore: FailingDataStore(over: store, at: .delete, KeyValue.StringKey.udid, with: failure))
        }
    }

    /// What is still stored when it cannot be forgotten.
    var rest: StoredContents {
        switch self {
        case .終わっていない実行, .インストールキー:
            StoredContents(udid: "u-1", hasCompletedTutorial: true, installationKey: .example)
        case .チュートリアル完了の記録: StoredContents(udid: "u-1", hasCompletedTutorial: true)
        case .UDID: StoredContents(udid: "u-1")
        }
    }
}

extension InMemoryDataStore {
    /// That of an application whose user has been through the tutorial.
    fileprivate static func used() -> InMemoryDataStore {
        InMemoryDataStore(
            .string(key: .udid, value: "u-1"), .bool(key: .hasCompletedTutorial, value: true),
            .secret(key: .installationKey, value: .example))
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

    @Test func 起動してチュートリアルを完了していてもすべて忘れる() async throws {
        await presenter.dispatch(Boot.initial)
        await presenter.dispatch(CompleteTutorial.initial)

        await presenter.dispatch(Reset.initial)

        #expect(presenter.store == Store())
        #expect(try await dataStore.contents == StoredContents())
    }

    @Test func 次の起動では新しいインストールキーで尋ねる() async {
        await presenter.dispatch(Boot.initial)
        await presenter.dispatch(Reset.initial)
        await presenter.dispatch(Boot.initial)

        #expect(Set(backend.installations).count == 2)
        #expect(presenter.store.screen == .tutorial)
    }
}
