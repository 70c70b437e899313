import CalearningApplication
import Usecases
package import UsecasesTerminal

extension ReadZen: PagedUsecase {
    static let isSafe = true

    static let exitStatuses: [ExitStatus: [Sentence]] = [.tryAgainLater: [.gitHubAskedTooOften]]

    static func show(_ scenario: Scenario<ReadZen>) -> Screen {
        switch scenario.goal {
        case .アプリは禅の言葉を表示(let zen): .zen(zen)
        case .利用制限に達している場合_アプリは制限が終わる時刻を表示(let until, let hasToken):
            .rateLimit(until: until, at: scenario.walk.startedAt, hasToken: hasToken)
        }
    }
}

extension Screen {
    package static func zen(_ zen: String) -> Screen {
        done("zen", Sentence(zen))
    }
}
