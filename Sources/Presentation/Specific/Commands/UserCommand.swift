import Application
import ArgumentParser
import Domain

struct UserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Look up a user of GitHub.", usage: "\(Product.name) user <login> [<options>]",
        discussion: "With a token in \(Product.variablePrefix)GITHUB_TOKEN, GitHub can be asked more often.")

    @Argument(
        help: "The login name: letters, digits and single hyphens, 39 at most.",
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

    @OptionGroup var options: CommonOptions

    @MainActor func run() async throws {
        let scene = LookUpGitHubUser.initial(login: login)
        try await Program(options.settings()).run { await $0.dispatch(scene) }
    }
}

extension LookUpGitHubUser: CommandedUsecase {
    static var command: any ParsableCommand.Type { UserCommand.self }
    static var usageErrors: [UsageError] { [UserCommand.malformedLogin] }
}
