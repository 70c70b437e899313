import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Testing
import UsecasesEngine
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

@MainActor
@Suite(.behaviour) struct `ユースケース【GitHubの禅の言葉を読む】` {
    @MainActor
    @Suite struct GitHubが答える場合 {
        @Test func アプリは禅の言葉を表示() async {
            let presenter = ScreenPresenter(dependencies: .fixture())

            let report = await presenter.dispatch(ReadZen.initial)

            #expect(presenter.screen == .zen("Keep it logically awesome."))
            #expect(report.sentences == ["アプリはGitHubに禅の言葉を尋ねる", "アプリは禅の言葉を表示"])
            #expect(report.values["zen"] as? String == "Keep it logically awesome.")
            #expect(report.exitStatus == .success)
        }
    }

    @MainActor
    @Suite struct 利用制限に達している場合 {
        @Test func アプリは制限が終わる時刻を表示() async {
            let gitHub = StubGitHub(zenAnswer: .rateLimited(until: .example))
            let presenter = ScreenPresenter(dependencies: .fixture { $0.gitHub.adapter = gitHub })

            let report = await presenter.dispatch(ReadZen.initial)

            #expect(
                presenter.screen == .rateLimit(until: .init(timestamp: .example), at: .example, hasToken: nil))
            #expect(report.sentences.last == "利用制限に達している場合_アプリは制限が終わる時刻を表示")
            #expect(report.exitStatus == .tryAgainLater)
        }
    }
}
