import Application
import Domain

extension ReadZen: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = [.tryAgainLater: [.gitHubAskedTooOften]]

    static func show(_ scenario: Scenario<ReadZen>, in store: inout Store) -> Screen {
        switch scenario.goal {
        case .アプリは禅の言葉を表示(let zen): .zen(zen)
        case .利用制限に達している場合_アプリは制限が終わる時刻を表示(let until): .rateLimit(until: until, hasToken: store.hasGitHubToken)
        }
    }
}

extension Screen {
    package static func zen(_ zen: String) -> Screen {
        Screen("zen", Page(heading: Sentence(zen), paragraphs: [], keys: []))
    }
}
