import StarterApplication
import StarterDomain
import StarterInfrastructure
import Testing
import UsecasesEngine
import UsecasesTerminal
import UsecasesTesting

@MainActor
@Suite(.behaviour) struct `Use case: Check the status of the service` {
    @Test(arguments: ["none", "minor", "unheard-of"])
    func `The application shows the status`(indicator: String) async {
        let dependencies = Dependencies.testing { $0.statusPage.adapter = PreparedStatusPage(indicator: indicator) }

        let report = await ScreenPresenter(dependencies: dependencies).dispatch(CheckStatus.initial)

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
