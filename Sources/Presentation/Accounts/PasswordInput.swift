import ArgumentParser
import CalearningApplication
import CalearningDomain
import UsecasesEngine
import UsecasesTerminal

/// The options for passwords. They are read from the terminal or from standard input. They are never arguments or
/// variables, because other users can see those.
struct PasswordInput: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            Sentence(
                en: "Read the password from standard input, a line for each that is needed, instead of asking for it.",
                ja: "パスワードを尋ねず、標準入力から読む。1行にひとつずつ書く。")))
    var passwordStdin = false

    static let option = "--password-stdin"

    func validate() throws {
        guard passwordStdin || Console.isInputTerminal else {
            throw ValidationError(.noTerminalForSecret(option: Self.option))
        }
    }

    @MainActor func password(in language: Language) async throws -> Password {
        if isRead { return Password(typed: try SecretInput.lines(1)[0].reveal()) }
        let prompt = await SecretPrompt.open()
        defer { prompt.close() }
        return try await answer(to: .password, on: prompt, in: language)
    }

    /// Returns a new password. The user types it twice, unless its length is wrong.
    @MainActor func newPassword(in language: Language) async throws -> Password {
        if isRead { return Password(typed: try SecretInput.lines(1)[0].reveal()) }
        let prompt = await SecretPrompt.open()
        defer { prompt.close() }
        return try await newPassword(.password, on: prompt, in: language)
    }

    /// Returns the program of a command that changes the account. If the user is not logged in, the program ends before it
    /// asks for a password.
    @MainActor func program(with options: CommonOptions<CompositionRoot>) async throws -> Program {
        var membership: Membership?
        let program = try options.program { membership = Membership($0) }
        // A store that cannot be read ends the run of the command itself.
        if !isRead, program.settings.format == .text, let membership, await membership.isKnownToBeLoggedOut {
            try await program.run { await $0.dispatch(RestoreSession.initial) }
        }
        return program
    }

    /// Returns the answer to the question, and a new password.
    @MainActor func newPassword(after question: Sentence, in language: Language) async throws -> (Password, Password) {
        if isRead {
            let lines = try SecretInput.lines(2).map { Password(typed: $0.reveal()) }
            return (lines[0], lines[1])
        }
        let prompt = await SecretPrompt.open()
        defer { prompt.close() }
        let first = try await answer(to: question, on: prompt, in: language)
        return (first, try await newPassword(.newPassword, on: prompt, in: language))
    }

    /// Whether passwords come from standard input. A terminal never shows the typed password, even with this option.
    private var isRead: Bool { passwordStdin && !Console.isInputTerminal }

    @MainActor private func newPassword(
        _ question: Sentence, on prompt: SecretPrompt, in language: Language
    ) async throws -> Password {
        Console.note(Sentence.passwordRule.text(in: language))
        for _ in 1...Self.tries {
            let password = try await answer(to: question, on: prompt, in: language)
            // The use case reports a wrong length. A second question would be in vain.
            guard AccountRules.passwordLength.contains(password.count) else { return password }
            if try await answer(to: Self.repetition, on: prompt, in: language) == password { return password }
            Console.note(Self.difference.text(in: language))
        }
        throw ValidationError(.unrepeatedSecret)
    }

    @MainActor private func answer(
        to question: Sentence, on prompt: SecretPrompt, in language: Language
    ) async throws -> Password {
        let line: [UInt8]
        do throws(SecretPrompt.Refusal) {
            line = try await prompt.answer(to: Self.question(question, in: language))
        } catch {
            switch error {
            case .endOfInput: throw ExitCode(ExitStatus.interrupted.rawValue)
            case .interrupted(let signal): throw ExitCode(128 + signal)
            }
        }
        return Password(typed: try SecretInput.lines(1, in: line)[0].reveal())
    }

    private static let tries = 3
    private static let repetition = Sentence(en: "Once more", ja: "もう一度")
    private static let difference = Sentence(en: "They are not the same. Try again.", ja: "一致しません。もう一度入力してください。")

    static func question(_ sentence: Sentence, in language: Language) -> String {
        sentence.text(in: language) + ": "
    }
}

extension Membership {
    /// Whether the store has no session. `false` if it cannot be read.
    fileprivate var isKnownToBeLoggedOut: Bool {
        get async {
            do throws(ErrorWrapper) {
                return try await token == nil
            } catch {
                return false
            }
        }
    }
}

/// The options for the name of an account and its password.
struct CredentialsInput: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "The name of the account: 3 to 32 of a to z, 0 to 9, _ and -. It is asked for if it is not given.",
                ja: "アカウントの名前。a〜z、0〜9、_、-からなる3〜32文字。省略時は尋ねる。")))
    var name: String?

    @OptionGroup var input: PasswordInput

    /// Without a terminal, the program cannot ask for a name.
    func validate() throws {
        guard name != nil || Console.isInputTerminal else { throw ValidationError(.noTerminal(option: "--name")) }
    }

    @MainActor func credentials(in language: Language) async throws -> Credentials {
        let name = try typedName(in: language)
        return Credentials(name: name, password: try await input.password(in: language))
    }

    /// Returns the credentials of a new account.
    @MainActor func newCredentials(in language: Language) async throws -> Credentials {
        let name = try typedName(in: language)
        return Credentials(name: name, password: try await input.newPassword(in: language))
    }

    /// Returns the data to recover an account.
    @MainActor func recovery(in language: Language) async throws -> AccountRecovery {
        let name = try typedName(in: language)
        let (code, password) = try await input.newPassword(after: .recoveryCode, in: language)
        return AccountRecovery(
            credentials: Credentials(name: name, password: password), code: RecoveryCode(typed: code.reveal()))
    }

    /// Returns the name from the option, or the name that the user types on the terminal.
    private func typedName(in language: Language) throws -> String {
        if let name { return name }
        Console.note(PasswordInput.question(.accountName, in: language), terminator: "")
        guard let answer = Console.typedLine() else { throw ExitCode(ExitStatus.interrupted.rawValue) }
        return answer
    }
}
