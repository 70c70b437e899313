import ArgumentParser
import CalearningApplication
package import CalearningDomain
package import UsecasesEngine
package import UsecasesTerminal

struct SignUpCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "signup",
            abstract: Sentence(en: "Make an account, and log in to it.", ja: "アカウントを作り、ログインする。"),
            usage: "\(Product.own.name) signup [--name <name>] [--password-stdin] [<options>]",
            discussion: Sentence(
                en:
                    "A password has 15 to 256 characters of any kind, such as a sentence. It is asked for twice on the terminal, which does not show it.",
                ja: "パスワードは15〜256文字。どの文字も使え、文でもよい。ターミナルでは表示せずに2度尋ねる。"))
    }

    @OptionGroup var input: CredentialsInput
    @OptionGroup var options: CommonOptions<CompositionRoot>

    @MainActor func run() async throws {
        let program = try options.program()
        let scene = SignUp.initial(credentials: try await input.newCredentials(in: program.settings.language))
        try await program.run { await $0.dispatch(scene) }
    }
}

extension SignUp: CommandedUsecase, PagedUsecase {
    static var command: any ParsableCommand.Type { SignUpCommand.self }

    static func form(with texts: [String: String], for user: String?) -> Screen? { .signUp() }

    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .badData: [.againstRules], .refusedByServer: [Sentence(en: "the name is taken", ja: "名前が使われている")],
        .tryAgainLater: [.tooOften],
    ]

    static func show(_ scenario: Scenario<SignUp>) -> Screen {
        switch scenario.goal {
        case .アプリはホーム画面を表示(let account, let udid): .home(account: account, udid: udid)
        case .規則に合わない場合_アプリは直すところを表示(let flaws):
            .signUp(flaws: flaws, exitStatus: .badData)
        case .名前が使われている場合_アプリは使われていることを表示:
            .signUp(isNameTaken: true, exitStatus: .refusedByServer)
        case .頼みすぎた場合_アプリは次に頼める時刻を表示(let until):
            .signUp(notice: .tooOften(until: until, at: scenario.walk.startedAt), exitStatus: .tryAgainLater)
        }
    }
}

extension Screen {
    /// Returns the form for a new account. The user must correct `flaws`, and a name that is taken.
    package static func signUp(
        flaws: [AccountFlaw] = [], notice: Sentence? = nil, isNameTaken: Bool = false,
        exitStatus: ExitStatus = .success
    ) -> Screen {
        let taken = isNameTaken ? Sentence(en: "This name is taken.", ja: "この名前は使われています。") : nil
        return Screen(
            "signup",
            Form(
                heading: Sentence(en: "Sign up", ja: "新規登録"),
                notice: notice,
                fields: [
                    .accountName(taken ?? flaws.remark(on: .name), isNew: true),
                    .password(flaws.remark(on: .password), isNew: true),
                ],
                action: Sentence(en: "sign up", ja: "登録"),
                submission: SignUpSubmission()),
            exitStatus: exitStatus)
    }
}
