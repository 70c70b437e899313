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
@Suite(.behaviour) struct `Use case: Check the status of the service` {
    private func report(when answer: ServiceStatus) async -> Report {
        let dependencies = Dependencies.testing { $0.statusPage.adapter = StubStatusPage(answer: answer) }
        return await ScreenPresenter(dependencies: dependencies).dispatch(CheckStatus.initial)
    }

    @Test(arguments: ["none", "minor", "unheard-of"])
    func `The application shows the status`(indicator: String) async {
        let report = await report(when: ServiceStatus(indicator: indicator, description: "As it is"))

        #expect(
            report.sentences == [
                "The application asks the service for its status",
                indicator == "none"
                    ? "If all of it is in operation, the application shows its status"
                    : "If there are problems, the application shows its status",
            ])
        #expect(report.exitStatus == (indicator == "none" ? .success : .unavailable))
    }
}
