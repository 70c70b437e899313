import ArgumentParser
import CalearningApplication
import CalearningDomain
import UsecasesEngine
import UsecasesTerminal

/// Options for secrets, which are read from the terminal or from standard input. They are never arguments or variables,
/// because other users can see those.
protocol SecretOptions: ParsableArguments {
    /// The name of the option that reads the secrets from standard input.
    static var option: String { get }
    /// Whether this option was given.
    var isGiven: Bool { get }
}

/// A secret to read.
private enum Question {
    case known(Sentence)
    /// A new password. The user types it twice, unless its length is wrong.
    case new(Sentence)
}

extension SecretOptions {
    func validate() throws {
        guard isGiven || Console.isInputTerminal else {
            throw ValidationError(.noTerminalForSecret(option: Self.option))
        }
    }

    /// Returns the program of a command that changes the account. If the user is not logged in, the program ends before it
    /// asks for a secret.
    @MainActor func program(with options: CommonOptions<CompositionRoot>) async throws -> Program {
        var membership: Membership?
        let program = try options.program { membership = Membership($0) }
        // A store that cannot be read ends the run of the command itself.
        if !isRead, program.settings.format == .text, let membership, await membership.isKnownToBeLoggedOut {
            try await program.run { await $0.dispatch(RestoreSession.initial) }
        }
        return program
    }

    /// Whether secrets come from standard input. A terminal never shows a typed secret, even with this option.
    private var isRead: Bool { isGiven && !Console.isInputTerminal }

    @MainActor fileprivate func answers(to questions: [Question], in language: Language) async throws -> [Password] {
        if isRead { return try SecretInput.lines(questions.count).map { Password(typed: $0.reveal()) } }
        let prompt = await SecretPrompt.open()
        defer { prompt.close() }
        var answers: [Password] = []
        for question in questions {
            switch question {
            case .known(let sentence): answers.append(try await answer(to: sentence, on: prompt, in: language))
            case .new(let sentence): answers.append(try await newPassword(sentence, on: prompt, in: language))
            }
        }
        return answers
    }

    @MainActor private func newPassword(
        _ question: Sentence, on prompt: SecretPrompt, in language: Language
    ) async throws -> Password {
        Console.note(Sentence.passwordRule.text(in: language))
        for _ in 1...3 {
            let password = try await answer(to: question, on: prompt, in: language)
            // The use case reports a wrong length. A second question would be in vain.
            guard AccountRules.passwordLength.contains(password.count) else { return password }
            if try await answer(to: .repetition, on: prompt, in: language) == password { return password }
            Console.note(Sentence.difference.text(in: language))
        }
        throw ValidationError(.unrepeatedSecret)
    }

    @MainActor private func answer(
        to question: Sentence, on prompt: SecretPrompt, in language: Language
    ) async throws -> Password {
        let line: [UInt8]
        do throws(SecretPrompt.Refusal) {
            line = try await prompt.answer(to: question.asQuestion(in: language))
        } catch {
            switch error {
            case .endOfInput: throw ExitCode(ExitStatus.interrupted.rawValue)
            case .interrupted(let signal): throw ExitCode(128 + signal)
            }
        }
        return Password(typed: try SecretInput.lines(1, in: line)[0].reveal())
    }
}

extension Sentence {
    fileprivate static let repetition = Sentence(en: "Once more", ja: "もう一度")
    fileprivate static let difference = Sentence(
        en: "They are not the same. Try again.", ja: "一致しません。もう一度入力してください。")

    fileprivate func asQuestion(in language: Language) -> String { text(in: language) + ": " }
}

/// The option for passwords.
struct PasswordInput: SecretOptions {
    @Flag(
        help: ArgumentHelp(
            Sentence(
                en: "Read the password from standard input, a line for each that is needed, instead of asking for it.",
                ja: "パスワードを尋ねず、標準入力から読む。1行にひとつずつ書く。")))
    var passwordStdin = false

    static let option = "--password-stdin"
    var isGiven: Bool { passwordStdin }

    @MainActor func password(in language: Language) async throws -> Password {
        try await answers(to: [.known(.password)], in: language)[0]
    }

    @MainActor func newPassword(in language: Language) async throws -> Password {
        try await answers(to: [.new(.password)], in: language)[0]
    }

    /// Returns the password, and a code if the option asks for one.
    @MainActor func proof(_ code: WithCode, in language: Language) async throws -> Proof {
        let answers = try await answers(to: [.known(.password)] + code.questions, in: language)
        return Proof(password: answers[0], code: code.code(in: answers))
    }

    /// Returns the answer to the question, a new password, and a code if the option asks for one.
    @MainActor func newPassword(
        after question: Sentence, _ code: WithCode, in language: Language
    ) async throws -> (Password, Password, SecondCode?) {
        let answers = try await answers(to: [.known(question), .new(.newPassword)] + code.questions, in: language)
        return (answers[0], answers[1], code.code(in: answers))
    }
}

/// The option for a code of the second factor in addition to a password. The code comes last.
struct WithCode: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            Sentence(
                en: "Also ask for a code of the second factor, or read it from the last line of standard input.",
                ja: "二つ目の要素のコードも尋ねるか、標準入力の最後の行から読む。")))
    var withCode = false

    fileprivate var questions: [Question] { withCode ? [.known(.secondCode)] : [] }

    fileprivate func code(in answers: [Password]) -> SecondCode? {
        withCode ? answers.last.map { SecondCode(typed: $0.reveal()) } : nil
    }
}

/// The option for a code of the second factor without a password.
struct CodeInput: SecretOptions {
    @Flag(
        help: ArgumentHelp(
            Sentence(
                en: "Read the code from standard input, instead of asking for it.", ja: "コードを尋ねず、標準入力から読む。")))
    var codeStdin = false

    static let option = "--code-stdin"
    var isGiven: Bool { codeStdin }

    @MainActor func code(in language: Language) async throws -> SecondCode {
        SecondCode(typed: try await answers(to: [.known(.secondCode)], in: language)[0].reveal())
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
    @MainActor func recovery(_ code: WithCode, in language: Language) async throws -> AccountRecovery {
        let name = try typedName(in: language)
        let (recoveryCode, password, secondCode) = try await input.newPassword(
            after: .recoveryCode, code, in: language)
        return AccountRecovery(
            credentials: Credentials(name: name, password: password), code: RecoveryCode(typed: recoveryCode.reveal()),
            secondCode: secondCode)
    }

    /// Returns the name from the option, or the name that the user types on the terminal.
    private func typedName(in language: Language) throws -> String {
        if let name { return name }
        Console.note(Sentence.accountName.asQuestion(in: language), terminator: "")
        guard let answer = Console.typedLine() else { throw ExitCode(ExitStatus.interrupted.rawValue) }
        return answer
    }
}
