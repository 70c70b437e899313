import Application
import ArgumentParser
import Domain

struct SignUpCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "signup",
            abstract: Sentence(en: "Make an account, and log in to it.", ja: "アカウントを作り、ログインする。"),
            usage: "\(Product.name) signup [--name <name>] [--password-stdin] [<options>]",
            discussion: Sentence(
                en:
                    "A password has 15 to 256 characters of any kind, such as a sentence. It is asked for twice on the terminal, which does not show it.",
                ja: "パスワードは15〜256文字で、どんな文字でもよく、文でもよい。端末では表示せずに二度尋ねる。"))
    }

    @Option(help: .accountName) var name: String?

    @OptionGroup var input: PasswordInput
    @OptionGroup var options: CommonOptions

    func validate() throws {
        try input.checkName(name)
    }

    @MainActor func run() async throws {
        let settings = try options.settings()
        let program = try Program(settings)
        let name = try input.name(name, in: settings.language)
        let password = try await input.newPassword(in: settings.language)
        let scene = SignUp.initial(credentials: Credentials(name: name, password: password))
        try await program.run { await $0.dispatch(scene) }
    }
}

extension ArgumentHelp {
    static var accountName: ArgumentHelp {
        ArgumentHelp(
            Sentence(
                en: "The name of the account: 3 to 32 of a to z, 0 to 9, _ and -. It is asked for if it is not given.",
                ja: "アカウントの名前。a〜z、0〜9、_、-からなる3〜32文字。なければ尋ねる。"))
    }
}

extension SignUp: CommandedUsecase {
    static var command: any ParsableCommand.Type { SignUpCommand.self }
}
