import ArgumentParser
import CalearningApplication
package import CalearningDomain
package import UsecasesEngine
package import UsecasesTerminal

struct RecoverCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "recover",
            abstract: Sentence(en: "Choose a new password with a recovery code.", ja: "復旧コードを使って、新しいパスワードを決める。"),
            usage: "\(Product.own.name) recover [--name <name>] [--password-stdin] [--with-code] [<options>]",
            discussion: Sentence(
                en: """
                    The operator of the service issues the code, which can be used once. All devices are logged out. \
                    Standard input has the code, then the new password.
                    """,
                ja: "復旧コードはサービスの運用者が発行する。一度だけ使え、使うとすべてのデバイスがログアウトされる。標準入力には、コード、新しいパスワードの順に書く。"))
    }

    @OptionGroup var input: CredentialsInput
    @OptionGroup var code: WithCode
    @OptionGroup var options: CommonOptions<CompositionRoot>

    @MainActor func run() async throws {
        let program = try options.program()
        let scene = RecoverAccount.initial(recovery: try await input.recovery(code, in: program.settings.language))
        try await program.run { await $0.dispatch(scene) }
    }
}

extension RecoverAccount: CommandedUsecase, PagedUsecase {
    static var command: any ParsableCommand.Type { RecoverCommand.self }

    static func form(with texts: [String: String], for user: String?) -> Screen? { .recovery() }

    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .badData: [.againstRules], .notAllowed: [.wrongNameOrCode, .wrongCode], .tryAgainLater: [.tooOften],
    ]

    static func show(_ scenario: Scenario<RecoverAccount>) -> Screen {
        switch scenario.goal {
        case .アプリはパスワードが変わったことを表示:
            .login(
                udid: nil,
                notice: Sentence(
                    en: "The password was changed. Log in with the new one.", ja: "パスワードを変えました。新しいパスワードでログインしてください。"))
        case .規則に合わない場合_アプリは直すところを表示(let flaws): .recovery(flaws: flaws, exitStatus: .badData)
        case .名前かコードが違う場合_アプリは違うことを表示:
            .recovery(
                notice: Sentence(
                    en: "The name or the code is wrong, or the code has expired.", ja: "名前かコードが違うか、コードの期限が切れています。"),
                exitStatus: .notAllowed)
        case .二つ目の要素のコードが要る場合_アプリはコードを尋ねる: .recovery(fault: .needed, exitStatus: .notAllowed)
        case .二つ目の要素のコードが違う場合_アプリは違うことを表示: .recovery(fault: .wrong, exitStatus: .notAllowed)
        case .間違いが多すぎる場合_アプリは次に試せる時刻を表示(let until):
            .recovery(notice: .tooOften(until: until, at: scenario.walk.startedAt), exitStatus: .tryAgainLater)
        }
    }
}

extension Sentence {
    fileprivate static let wrongNameOrCode = Sentence(en: "a name or a recovery code is wrong", ja: "名前か復旧コードが違う")
}

extension Screen {
    /// Returns the form to choose a new password with a recovery code.
    package static func recovery(
        flaws: [AccountFlaw] = [], notice: Sentence? = nil, fault: CodeFault? = nil,
        exitStatus: ExitStatus = .success
    ) -> Screen {
        Screen(
            "recover",
            Form(
                heading: Sentence(en: "Recover the account", ja: "アカウントを復旧する"),
                notice: notice,
                fields: [
                    .accountName(flaws.remark(on: .name)), .recoveryCode, .newPassword(flaws.remark(on: .password)),
                    .secondCode(fault),
                ],
                action: Sentence(en: "recover", ja: "復旧する"),
                submission: RecoverAccountSubmission()),
            exitStatus: exitStatus)
    }
}
