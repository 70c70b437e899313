import ArgumentParser
import CalearningApplication
import CalearningDomain
import Usecases
import UsecasesTerminal

struct SignUpCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "signup",
            abstract: Sentence(en: "Make an account, and log in to it.", ja: "アカウントを作り、ログインする。"),
            usage: "\(Product.own.name) signup [--name <name>] [--password-stdin] [<options>]",
            discussion: Sentence(
                en:
                    "A password has 15 to 256 characters of any kind, such as a sentence. It is asked for twice on the terminal, which does not show it.",
                ja: "パスワードは15〜256文字で、どんな文字でもよく、文でもよい。端末では表示せずに二度尋ねる。"))
    }

    @OptionGroup var input: CredentialsInput
    @OptionGroup var options: CommonOptions<CompositionRoot>

    @MainActor func run() async throws {
        let program = try options.program()
        let scene = SignUp.initial(credentials: try await input.newCredentials(in: program.settings.language))
        try await program.run { await $0.dispatch(scene) }
    }
}

extension SignUp: CommandedUsecase {
    static var command: any ParsableCommand.Type { SignUpCommand.self }
}
