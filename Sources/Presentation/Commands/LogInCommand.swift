import ArgumentParser
import CalearningApplication
import CalearningDomain
import Usecases
import UsecasesTerminal

struct LogInCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "login", abstract: Sentence(en: "Log in to an account.", ja: "アカウントにログインする。"),
            usage: "\(Product.own.name) login [--name <name>] [--password-stdin] [<options>]",
            discussion: Sentence(
                en: "The password is asked for on the terminal, which does not show it.", ja: "パスワードは端末で尋ね、表示しない。"))
    }

    @OptionGroup var input: CredentialsInput
    @OptionGroup var options: CommonOptions<CompositionRoot>

    @MainActor func run() async throws {
        let program = try options.program()
        let scene = LogIn.initial(credentials: try await input.credentials(in: program.settings.language))
        try await program.run { await $0.dispatch(scene) }
    }
}

extension LogIn: CommandedUsecase {
    static var command: any ParsableCommand.Type { LogInCommand.self }
}
