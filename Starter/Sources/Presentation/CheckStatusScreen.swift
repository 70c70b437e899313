import StarterApplication
import StarterDomain
import UsecasesEngine
import UsecasesTerminal

extension CheckStatus: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = [.unavailable: [Sentence("the service reports problems")]]

    static func show(_ scenario: Scenario<CheckStatus>) -> Screen {
        let status = scenario.goal.status
        return Screen(
            "status",
            Page(
                heading: Sentence(status.description), paragraphs: [Sentence("Indicator: \(status.indicator)")],
                keys: []),
            exitStatus: status.isOperational ? .success : .unavailable)
    }
}
