import Application
import Domain
import Infrastructure
import Presentation
import Testing

@MainActor
@Suite(.behaviour) struct `ユースケース【チュートリアルを完了する】` {
    @MainActor
    @Suite struct 記録を保存できる場合 {
        private let dataStore = InMemoryDataStore()
        private let presenter: Presenter

        init() {
            presenter = Presenter(dependencies: .fixture(dataStore: dataStore))
        }

        @Test func アプリはログイン画面を表示() async throws {
            let report = await presenter.dispatch(CompleteTutorial.initial)

            #expect(presenter.store.screen == .login)
            #expect(report.sentences == ["アプリはチュートリアル完了の記録を保存する", "アプリはログイン画面を表示"])
            #expect(try await dataStore.get(KeyValue.BoolKey.hasCompletedTutorial) == true)
        }

        @Test func 次の起動ではログイン画面になる() async {
            await presenter.dispatch(CompleteTutorial.initial)
            await presenter.dispatch(Boot.initial)

            #expect(presenter.store.screen == .login)
        }
    }

    @MainActor
    @Suite struct 記録を保存できない場合 {
        @Test func エラーとそれまでのシーンを伝える() async {
            let presenter = Presenter(dependencies: .fixture(dataStore: FailingDataStore()))

            let report = await presenter.dispatch(CompleteTutorial.initial)

            #expect(presenter.store.screen == report.failure.map(Store.Screen.error))
            #expect(report.failure?.name == "書き込みに失敗")
            #expect(report.exitStatus == .storeFailure)
            #expect(report.sentences == ["アプリはチュートリアル完了の記録を保存する"])
        }
    }

    @MainActor
    @Suite struct アプリ自身がアクターの場合 {
        @Test func 最初のシーンの前に断る() async throws {
            let dataStore = InMemoryDataStore()
            let presenter = Presenter(dependencies: .fixture(dataStore: dataStore), actor: .application)

            let report = await presenter.dispatch(CompleteTutorial.initial)

            #expect(report.failure?.name == "実行を許可されていません")
            #expect(report.exitStatus == .notAllowed)
            #expect(report.sentences.isEmpty)
            #expect(try await dataStore.get(KeyValue.BoolKey.hasCompletedTutorial) == nil)
        }
    }
}
