import StarterApplication
import StarterDomain
import StarterInfrastructure
import Testing
import UsecasesEngine
import UsecasesTerminal
import UsecasesTesting

@MainActor
@Suite(.behaviour) struct `ユースケース【サービスの稼働状況を調べる】` {
    @Test(arguments: ["none", "minor", "unheard-of"])
    func アプリは稼働状況を表示(indicator: String) async {
        let dependencies = Dependencies.testing { $0.statusPage.adapter = PreparedStatusPage(indicator: indicator) }

        let report = await ScreenPresenter(dependencies: dependencies).dispatch(CheckStatus.initial)

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
