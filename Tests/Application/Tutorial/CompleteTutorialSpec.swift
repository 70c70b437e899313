import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

@MainActor
@Suite(.behaviour) struct `ユースケース【チュートリアルを完了する】` {
    @MainActor
    @Suite struct 記録を保存できる場合 {
        @Test func アプリはログイン画面を表示() async throws {
            let dataStore = InMemoryDataStore(DeviceMemory.keys.udid.with("u-1"))
            let presenter = ScreenPresenter(dependencies: .fixture(dataStore: dataStore))

            let report = await presenter.dispatch(CompleteTutorial.initial)

            #expect(presenter.screen == .login(udid: nil))
            #expect(report.sentences == ["アプリはチュートリアル完了の記録を保存する", "アプリはログイン画面を表示"])
            #expect(report.exitStatus == .success)
            try await expect(
                dataStore.contents,
                equals: StoredContents(
                    DeviceMemory.keys.udid.with("u-1"), DeviceMemory.keys.hasCompletedTutorial.with(true)))
        }
    }
}
