import ArgumentParser
import CalearningDomain
import Usecases
import UsecasesTerminal

/// How a command gets the name of an account and its password.
struct CredentialsInput: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "The name of the account: 3 to 32 of a to z, 0 to 9, _ and -. It is asked for if it is not given.",
                ja: "アカウントの名前。a〜z、0〜9、_、-からなる3〜32文字。なければ尋ねる。")))
    var name: String?

    @OptionGroup var input: PasswordInput

    /// Without a terminal nobody can be asked for a name.
    func validate() throws {
        guard name != nil || Console.isInputTerminal else { throw ValidationError(.nobodyToAskFor("--name")) }
    }

    @MainActor func credentials(in language: Language) async throws -> Credentials {
        let name = try typedName(in: language)
        return Credentials(name: name, password: try await input.password(in: language))
    }

    /// Those of an account that is to be made.
    @MainActor func newCredentials(in language: Language) async throws -> Credentials {
        let name = try typedName(in: language)
        return Credentials(name: name, password: try await input.newPassword(in: language))
    }

    /// The name that was given, or else the one that is typed on the terminal.
    private func typedName(in language: Language) throws -> String {
        if let name { return name }
        Console.note(PasswordInput.question(.accountName, in: language), terminator: "")
        guard let answer = readLine() else { throw ExitCode(ExitStatus.interrupted.rawValue) }
        return answer
    }
}
