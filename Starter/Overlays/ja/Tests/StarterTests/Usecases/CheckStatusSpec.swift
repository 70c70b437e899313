import StarterApplication
import StarterDomain
import Testing
import Usecases
import UsecasesTerminal
import UsecasesTesting

@testable import StarterPresentation

/// The adapter of the specs, with a prepared answer.
private struct StubStatusPage: StatusPage {
    let answer: Result<ServiceStatus, ErrorWrapper>

    func status() async throws(ErrorWrapper) -> ServiceStatus { try answer.get() }
}

@MainActor
@Suite(.behaviour) struct `ユースケース【サービスの稼働状況を調べる】` {
    private func report(when answer: Result<ServiceStatus, ErrorWrapper>) async -> Report {
        let dependencies = Dependencies.testing { $0.statusPage.adapter = StubStatusPage(answer: answer) }
        return await Presenter(dependencies: dependencies).dispatch(CheckStatus.initial)
    }

    @Test(arguments: ["none", "minor", "unheard-of"])
    func アプリは稼働状況を表示(indicator: String) async {
        let report = await report(when: .success(ServiceStatus(indicator: indicator, description: "As it is")))

        #expect(
            report.sentences == [
                "アプリはサービスに稼働状況を尋ねる",
                indicator == "none"
                    ? "すべて稼働している場合_アプリは稼働状況を表示"
                    : "障害がある場合_アプリは稼働状況を表示",
            ])
        #expect(report.exitStatus == (indicator == "none" ? .success : .unavailable))
    }

    @Test(arguments: PortFailure.whenAsked)
    func 失敗はそれまでのシーンと共に伝える(failure: PortFailure) async {
        let report = await report(when: .failure(failure.error))

        #expect(report.failure?.name == failure.name)
        #expect(report.sentences == ["アプリはサービスに稼働状況を尋ねる"])
        #expect(report.exitStatus == failure.exitStatus)
    }
}
