import ArgumentParser
import CalearningApplication
import CalearningDomain
import Usecases
import UsecasesTerminal

struct PasswordCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "password",
            abstract: Sentence(en: "Change the password of the account.", ja: "アカウントのパスワードを変える。"),
            usage: "\(Product.own.name) password [--password-stdin] [<options>]",
            discussion: Sentence(
                en: "All other devices are logged out. Standard input has the present password, then the new one.",
                ja: "ほかの端末はすべてログアウトされる。標準入力には、今のパスワード、新しいパスワードの順に書く。"))
    }

    @OptionGroup var input: PasswordInput
    @OptionGroup var options: CommonOptions<CompositionRoot>

    @MainActor func run() async throws {
        let program = try options.program()
        let scene = ChangePassword.initial(change: try await input.change(in: program.settings.language))
        try await program.run { await $0.dispatch(scene) }
    }
}

extension ChangePassword: CommandedUsecase {
    static var command: any ParsableCommand.Type { PasswordCommand.self }
}
