import StarterApplication
import StarterDomain
import Testing
import UsecasesEngine
import UsecasesTerminal
import UsecasesTesting

@testable import StarterPresentation

/// The adapter of the specs, with a prepared answer.
private struct StubStatusPage: StatusPage {
    let answer: ServiceStatus

    func status() -> ServiceStatus { answer }
}

@MainActor
@Suite(.behaviour) struct `ユースケース【サービスの稼働状況を調べる】` {
    private func report(when answer: ServiceStatus) async -> Report {
        let dependencies = Dependencies.testing { $0.statusPage.adapter = StubStatusPage(answer: answer) }
        return await ScreenPresenter(dependencies: dependencies).dispatch(CheckStatus.initial)
    }

    @Test(arguments: ["none", "minor", "unheard-of"])
    func アプリは稼働状況を表示(indicator: String) async {
        let report = await report(when: ServiceStatus(indicator: indicator, description: "As it is"))

        #expect(
            report.sentences == [
                "アプリはサービスに稼働状況を尋ねる",
                indicator == "none"
                    ? "すべて稼働している場合_アプリは稼働状況を表示"
                    : "障害がある場合_アプリは稼働状況を表示",
            ])
        #expect(report.exitStatus == (indicator == "none" ? .success : .unavailable))
    }
}
