import ArgumentParser
import CalearningApplication
import CalearningDomain
import Usecases
import UsecasesTerminal

struct UserCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        let variable = CompositionRoot.gitHubToken
        return CommandConfiguration(
            commandName: "user", abstract: Sentence(en: "Look up a user of GitHub.", ja: "GitHubユーザを調べる。"),
            usage: "\(Product.own.name) user <login> [<options>]",
            discussion: Sentence(
                en: "With a token in \(variable), GitHub can be asked more often.",
                ja: "\(variable)にトークンがあれば、GitHubにより多く問い合わせられる。"))
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

    fileprivate static let malformedLogin = UsageError.malformed(
        Sentence(
            en: "A login has 1 to 39 letters, digits and single hyphens, none at its ends.",
            ja: "ログイン名は1〜39文字の英数字です。ハイフンは両端以外にひとつずつ使えます。"))

    @OptionGroup var options: CommonOptions<CompositionRoot>

    @MainActor func run() async throws {
        let scene = LookUpGitHubUser.initial(login: login)
        try await options.program().run { await $0.dispatch(scene) }
    }
}

extension LookUpGitHubUser: CommandedUsecase {
    static var command: any ParsableCommand.Type { UserCommand.self }
    static var usageErrors: [UsageError] { [UserCommand.malformedLogin] }
}
