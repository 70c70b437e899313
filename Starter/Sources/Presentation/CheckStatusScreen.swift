import StarterApplication
import StarterDomain
import Usecases
import UsecasesTerminal

extension CheckStatus: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = [.unavailable: [Sentence("the service reports problems")]]

    static func show(_ scenario: Scenario<CheckStatus>) -> Screen {
        switch scenario.goal {
        case .`If all of it is in operation, the application shows its status`(let status),
            .`If there are problems, the application shows its status`(let status):
            Screen(
                "status",
                Page(
                    heading: Sentence(status.description),
                    paragraphs: [Sentence("Indicator: \(status.indicator)")], keys: []),
                exitStatus: status.isOperational ? .success : .unavailable)
        }
    }
}
