import CalearningApplication
import CalearningDomain
package import UsecasesEngine
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
        page("zen", Sentence(zen))
    }
}

extension Screen {
    /// Returns the screen about GitHub's rate limit. `until` is the end of the limit, if known. With a token, the limit
    /// applies to the token. `hasToken` is `nil` if that does not concern the user.
    package static func rateLimit(until: WrittenTime?, at now: Timestamp, hasToken: Bool?) -> Screen {
        let heading =
            hasToken == true
            ? Sentence(en: "GitHub has been asked too often with this token.", ja: "このトークンでのGitHubの利用制限に達しています。")
            : Sentence(en: "GitHub has been asked too often from here.", ja: "GitHubの利用制限に達しています。")
        let advice =
            until.map { RelativeTime($0.timestamp, at: now).sentenceWithTime }.map {
                Sentence(en: "It answers again \($0.text(in: .en)).", ja: "\($0.text(in: .ja))に解除されます。")
            }
            ?? Sentence(en: "Try again later.", ja: "時間をおいて、もう一度お試しください。")
        let tokenHelps = Sentence(
            en: "With a token in \(Product.own.variablePrefix)GITHUB_TOKEN it can be asked more often.",
            ja: "\(Product.own.variablePrefix)GITHUB_TOKENにトークンを設定すると、制限が緩くなります。")
        return .page(
            "rate-limit", heading, [advice] + (hasToken == false ? [tokenHelps] : []), exitStatus: .tryAgainLater)
    }
}

extension Sentence {
    static let gitHubAskedTooOften = Sentence(en: "GitHub was asked too often", ja: "GitHubの利用制限に達した")
}
