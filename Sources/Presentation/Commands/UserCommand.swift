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
                throw ValidationError(.malformedLogin)
            }
            return login
        })
    var login: GitHubLogin

    @OptionGroup var options: CommonOptions

    @MainActor func run() async throws {
        let scene = LookUpGitHubUser.initial(login: login)
        try await Program(options.settings()).run { await $0.dispatch(scene) }
    }
}

extension LookUpGitHubUser: CommandedUsecase {
    static var command: any ParsableCommand.Type { UserCommand.self }
}
