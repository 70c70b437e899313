import ArgumentParser
import CalearningApplication
package import CalearningDomain
import UsecasesEngine
package import UsecasesTerminal

struct UserCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        let variable = CompositionRoot.gitHubToken
        return CommandConfiguration(
            commandName: "user", abstract: Sentence(en: "Look up a GitHub user.", ja: "GitHubユーザーを調べる。"),
            usage: "\(Product.own.name) user <login> [<options>]",
            discussion: Sentence(
                en: "With a token in \(variable), GitHub can be asked more often.",
                ja: "\(variable)にトークンを設定すると、GitHubの利用制限が緩くなる。"))
    }

    @Argument(
        help: ArgumentHelp(
            Sentence(
                en: "The login name: letters, digits and single hyphens, 39 at most.",
                ja: "ログイン名。39文字までの英数字と、連続しないハイフン。")),
        transform: { text in
            guard let login = GitHubLogin(text) else {
                throw ValidationError(Self.malformedLogin)
            }
            return login
        })
    var login: GitHubLogin

    private static let malformedLogin = UsageError.malformed(.loginRule)

    @OptionGroup var options: CommonOptions<CompositionRoot>

    @MainActor func run() async throws {
        let scene = LookUpGitHubUser.initial(login: login)
        try await options.program().run { await $0.dispatch(scene) }
    }
}

extension LookUpGitHubUser: CommandedUsecase, PagedUsecase {
    static var command: any ParsableCommand.Type { UserCommand.self }

    static let isSafe = true

    static func form(with texts: [String: String], for user: String?) -> Screen? { .userLookUp() }

    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .notFound: [Sentence(en: "GitHub has no such user", ja: "GitHubにそのユーザーはいない")],
        .tryAgainLater: [.gitHubAskedTooOften],
    ]

    static func show(_ scenario: Scenario<LookUpGitHubUser>) -> Screen {
        switch scenario.goal {
        case .アプリはユーザを表示(let user): .user(user)
        case .ユーザがいない場合_アプリはいないことを表示: .noSuchUser
        case .利用制限に達している場合_アプリは制限が終わる時刻を表示(let until, let hasToken):
            .rateLimit(until: until, at: scenario.walk.startedAt, hasToken: hasToken)
        }
    }
}

/// The lookup of the user whose login was typed.
struct UserLookUpSubmission: Submission {
    typealias Target = LookUpGitHubUser

    func behaviour(with entry: FormEntry) -> Behaviour {
        Behaviour(LookUpGitHubUser.initial(login: login(entry) ?? .example))
    }

    func objection(to entry: FormEntry) -> Screen? {
        login(entry) == nil ? .userLookUp(remark: .loginRule) : nil
    }

    private func login(_ entry: FormEntry) -> GitHubLogin? { GitHubLogin(entry["login"].reveal()) }
}

extension Sentence {
    fileprivate static let loginRule = Sentence(
        en: "A login has 1 to 39 letters, digits and single hyphens, none at its ends.",
        ja: "ログイン名は1〜39文字の英数字です。ハイフンは両端以外にひとつずつ使えます。")
}

extension Screen {
    /// Returns the form for the login of a GitHub user.
    static func userLookUp(remark: Sentence? = nil) -> Screen {
        Screen(
            "user-lookup",
            Form(
                heading: Sentence(en: "Look up a GitHub user", ja: "GitHubユーザーを調べる"),
                fields: [
                    Form.Field(name: "login", label: Sentence(en: "GitHub name", ja: "GitHubの名前"), remark: remark)
                ],
                action: Sentence(en: "look up", ja: "調べる"), submission: UserLookUpSubmission()))
    }

    /// Returns the screen with the user's profile. It omits empty fields.
    package static func user(_ user: GitHubUser) -> Screen {
        let facts: [(en: String, ja: String, value: String?)] = [
            ("Bio", "自己紹介", user.bio), ("Company", "所属", user.company), ("Location", "場所", user.location),
            ("Public repositories", "公開リポジトリ", user.publicRepositories.map { "\($0)" }),
            ("Followers", "フォロワー", user.followers.map { "\($0)" }), ("Page", "ページ", user.url),
            ("Id", "ID", "\(user.id)"),
        ]
        let name = user.name.map { "\($0) (\(user.login))" } ?? user.login
        return .page(
            "user", Sentence(name),
            facts.compactMap { fact in
                fact.value.map { Sentence(en: "\(fact.en): \($0)", ja: "\(fact.ja): \($0)") }
            })
    }

    package static let noSuchUser = page(
        "no-such-user", Sentence(en: "GitHub has no such user.", ja: "GitHubにそのようなユーザーはいません。"), exitStatus: .notFound)
}
