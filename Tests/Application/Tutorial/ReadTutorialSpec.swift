import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

private let looksUp = "アプリは最後に開いたページの記録がないかを調べる"
private let records = "アプリは開いたページを記録する"
private let key = DeviceMemory.keys.tutorialPage

@MainActor
@Suite(.behaviour) struct `ユースケース【チュートリアルを読む】` {
    @MainActor
    @Suite struct ページの記録がある場合 {
        @Test(arguments: TutorialPage.allCases)
        func アプリはそのページを表示(page: TutorialPage) async throws {
            let dataStore = InMemoryDataStore(key.with(page))
            let presenter = ScreenPresenter(dependencies: .fixture(dataStore: dataStore))

            let report = await presenter.dispatch(ReadTutorial.initial)

            #expect(presenter.screen == .tutorialPage(page))
            #expect(report.sentences == [looksUp, "ページの記録がある場合_アプリはそのページを表示"])
            #expect(report.exitStatus == .success)
            try await expect(dataStore.contents, equals: StoredContents(key.with(page)))
        }
    }

    @MainActor
    @Suite struct ページの記録がない場合 {
        @Test func アプリは最初のページを表示() async throws {
            let dataStore = InMemoryDataStore()
            let presenter = ScreenPresenter(dependencies: .fixture(dataStore: dataStore))

            let report = await presenter.dispatch(ReadTutorial.initial)

            #expect(presenter.screen == .tutorialPage(.first))
            #expect(report.sentences == [looksUp, "ページの記録がない場合_アプリは最初のページを表示"])
            try await expect(dataStore.contents, equals: StoredContents())
        }
    }

    @MainActor
    @Suite struct ページを開く場合 {
        @Test(arguments: TutorialPage.allCases)
        func アプリは開いたページを表示(page: TutorialPage) async throws {
            let dataStore = InMemoryDataStore(key.with(.backends))
            let presenter = ScreenPresenter(dependencies: .fixture(dataStore: dataStore))

            let report = await presenter.dispatch(ReadTutorial.initial(page: page))

            #expect(presenter.screen == .tutorialPage(page))
            #expect(report.sentences == [records, "アプリは開いたページを表示"])
            #expect(report.values["page"] as? TutorialPage == page)
            try await expect(dataStore.contents, equals: StoredContents(key.with(page)))
        }
    }
}

@Suite struct チュートリアルのページ {
    @Test(arguments: ["", "0", "8", "-1", "1.5", "one", "１", "99999999999999999999", " 1", "1\n"])
    func 記録がページの番号でなければ読めない(text: String) {
        #expect(TutorialPage(stored: text) == nil)
    }
}
