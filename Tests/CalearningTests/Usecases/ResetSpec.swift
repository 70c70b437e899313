import Application
import Domain
import Infrastructure
import Presentation
import Testing

@MainActor
@Suite(.behaviour) struct `ユースケース【アプリを初期状態に戻す】` {
    @MainActor
    @Suite struct 消せる場合 {
        private let dataStore = InMemoryDataStore()
        private let backend = StubBackend()
        private let presenter: Presenter

        init() {
            presenter = Presenter(dependencies: .fixture(dataStore: dataStore, backend: backend))
        }

        @Test func アプリは初期状態に戻ったことを表示() async throws {
            await presenter.dispatch(Boot.initial)
            await presenter.dispatch(CompleteTutorial.initial)

            let report = await presenter.dispatch(Reset.initial)

            #expect(presenter.store == Store())
            #expect(report.sentences == ["アプリはUDIDとチュートリアル完了の記録を消す", "アプリは初期状態に戻ったことを表示"])
            #expect(try await dataStore.get(KeyValue.StringKey.udid) == nil)
            #expect(try await dataStore.get(KeyValue.BoolKey.hasCompletedTutorial) == nil)
        }

        @Test func 次の起動では新しいインストールキーで尋ねる() async {
            await presenter.dispatch(Boot.initial)
            await presenter.dispatch(Reset.initial)
            await presenter.dispatch(Boot.initial)

            #expect(Set(backend.installations).count == 2)
            #expect(presenter.store.screen == .tutorial)
        }
    }

    @MainActor
    @Suite struct 消せない場合 {
        @Test func エラーとそれまでのシーンを伝える() async {
            let presenter = Presenter(dependencies: .fixture(dataStore: FailingDataStore()))

            let report = await presenter.dispatch(Reset.initial)

            #expect(report.failure?.name == "書き込みに失敗")
            #expect(report.exitStatus == .storeFailure)
            #expect(report.sentences == ["アプリはUDIDとチュートリアル完了の記録を消す"])
        }
    }
}
