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
@Suite(.behaviour) struct `Use case: Check the status of the service` {
    private func report(when answer: Result<ServiceStatus, ErrorWrapper>) async -> Report {
        let dependencies = Dependencies.testing { $0.statusPage.adapter = StubStatusPage(answer: answer) }
        return await Presenter(dependencies: dependencies).dispatch(CheckStatus.initial)
    }

    @Test(arguments: ["none", "minor", "unheard-of"])
    func `The application shows the status`(indicator: String) async {
        let report = await report(when: .success(ServiceStatus(indicator: indicator, description: "As it is")))

        #expect(
            report.sentences == [
                "The application asks the service for its status",
                indicator == "none"
                    ? "If all of it is in operation, the application shows its status"
                    : "If there are problems, the application shows its status",
            ])
        #expect(report.exitStatus == (indicator == "none" ? .success : .unavailable))
    }

    @Test(arguments: PortFailure.whenAsked)
    func `A failure is reported with the scenes before it`(failure: PortFailure) async {
        let report = await report(when: .failure(failure.error))

        #expect(report.failure?.name == failure.name)
        #expect(report.sentences == ["The application asks the service for its status"])
        #expect(report.exitStatus == failure.exitStatus)
    }
}
