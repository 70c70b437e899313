import CalearningApplication
package import CalearningDomain
import UsecasesEngine
package import UsecasesTerminal

extension CheckServiceStatus: PagedUsecase {
    static let isSafe = true

    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .unavailable: [Sentence(en: "the service reports problems of its own", ja: "サービスが障害を報告している")]
    ]

    static func show(_ scenario: Scenario<CheckServiceStatus>) -> Screen {
        switch scenario.goal {
        case .すべて稼働している場合_アプリは稼働状況を表示(let status), .障害がある場合_アプリは稼働状況を表示(let status): .status(status)
        }
    }
}

extension Screen {
    package static func status(_ status: ServiceStatus) -> Screen {
        .page(
            "status", Sentence(status.description),
            [Sentence(en: "Indicator: \(status.indicator)", ja: "指標: \(status.indicator)")],
            exitStatus: status.isOperational ? .success : .unavailable)
    }
}
