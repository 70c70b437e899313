import CalearningDomain
import Usecases
package import UsecasesTerminal

extension Screen {
    /// GitHub has been asked too often; `until` is when the limit ends, if that is known. With a token, it is the limit
    /// of that token.
    package static func rateLimit(until: String?, hasToken: Bool) -> Screen {
        let heading =
            hasToken
            ? Sentence(en: "GitHub has been asked too often with this token.", ja: "このトークンでのGitHubの利用制限に達しています。")
            : Sentence(en: "GitHub has been asked too often from here.", ja: "GitHubの利用制限に達しています。")
        let advice =
            until.map { Sentence(en: "It answers again at \($0).", ja: "\($0)に解除されます。") }
            ?? Sentence(en: "Try again later.", ja: "時間をおいて、もう一度お試しください。")
        let tokenHelps = Sentence(
            en: "With a token in \(Product.own.variablePrefix)GITHUB_TOKEN it can be asked more often.",
            ja: "\(Product.own.variablePrefix)GITHUB_TOKENにトークンを設定すると、制限が緩くなります。")
        return Screen(
            "rate-limit", Page(heading: heading, paragraphs: [advice] + (hasToken ? [] : [tokenHelps]), keys: []),
            exitStatus: .tryAgainLater)
    }
}

extension Sentence {
    static let gitHubAskedTooOften = Sentence(en: "GitHub was asked too often", ja: "GitHubの利用制限に達した")
}
