import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Testing
import UsecasesEngine
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

@MainActor
@Suite(.behaviour) struct `ユースケース【GitHubの稼働状況を調べる】` {
    @MainActor
    @Suite struct すべて稼働している場合 {
        @Test func アプリは稼働状況を表示() async {
            let presenter = ScreenPresenter(dependencies: .fixture())

            let report = await presenter.dispatch(CheckServiceStatus.initial)

            #expect(presenter.screen == .status(.fixture()))
            #expect(report.sentences == ["アプリはサービスに稼働状況を尋ねる", "すべて稼働している場合_アプリは稼働状況を表示"])
            #expect(report.values["status"] as? ServiceStatus == .fixture())
            #expect(report.exitStatus == .success)
        }
    }

    @MainActor
    @Suite struct 障害がある場合 {
        @Test(arguments: ["minor", "major", "critical", "maintenance", "unheard-of"])
        func アプリは稼働状況を表示(indicator: String) async {
            let status = ServiceStatus.fixture(indicator: indicator, description: "Partial Outage")
            let presenter = ScreenPresenter(
                dependencies: .fixture { $0.statusPage.adapter = StubStatusPage(answer: status) })

            let report = await presenter.dispatch(CheckServiceStatus.initial)

            #expect(presenter.screen == .status(status))
            #expect(report.sentences.last == "障害がある場合_アプリは稼働状況を表示")
            #expect(report.exitStatus == .unavailable)
        }
    }
}
