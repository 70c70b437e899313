import ArgumentParser
import CalearningApplication
package import CalearningDomain
package import UsecasesEngine
package import UsecasesTerminal

struct PasswordCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "password",
            abstract: Sentence(en: "Change the password of the account.", ja: "アカウントのパスワードを変える。"),
            usage: "\(Product.own.name) password [--password-stdin] [--with-code] [<options>]",
            discussion: Sentence(
                en: "All other devices are logged out. Standard input has the current password, then the new one.",
                ja: "ほかのデバイスはすべてログアウトされる。標準入力には、今のパスワード、新しいパスワードの順に書く。"))
    }

    @OptionGroup var input: PasswordInput
    @OptionGroup var code: WithCode
    @OptionGroup var options: CommonOptions<CompositionRoot>

    @MainActor func run() async throws {
        let program = try await input.program(with: options)
        let (old, new, code) = try await input.newPassword(
            after: .currentPassword, code, in: program.settings.language)
        let scene = ChangePassword.initial(change: PasswordChange(old: old, new: new, code: code))
        try await program.run { await $0.dispatch(scene) }
    }
}

extension ChangePassword: CommandedUsecase, PagedUsecase {
    static var command: any ParsableCommand.Type { PasswordCommand.self }

    static let needsUser = true

    static func form(with texts: [String: String], for user: String?) -> Screen? { .password() }

    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .badData: [.againstRules], .notAllowed: [.wrongNameOrPassword, .wrongCode, .nobodyLoggedIn],
        .tryAgainLater: [.tooOften],
    ]

    static func show(_ scenario: Scenario<ChangePassword>) -> Screen {
        switch scenario.goal {
        case .アプリはパスワードが変わったことを表示(let account):
            .home(
                account: account, udid: nil,
                notice: Sentence(
                    en: "The password was changed. All other devices are logged out.",
                    ja: "パスワードを変えました。ほかのデバイスはすべてログアウトしました。"))
        case .規則に合わない場合_アプリは直すところを表示(let flaws):
            .password(flaws: flaws, exitStatus: .badData)
        case .今のパスワードが違う場合_アプリは違うことを表示:
            .password(
                remark: Sentence(en: "The current password is wrong.", ja: "今のパスワードが違います。"),
                exitStatus: .notAllowed)
        case .コードが要る場合_アプリはコードを尋ねる: .password(fault: .needed, exitStatus: .notAllowed)
        case .コードが違う場合_アプリは違うことを表示: .password(fault: .wrong, exitStatus: .notAllowed)
        case .間違いが多すぎる場合_アプリは次に試せる時刻を表示(let until):
            .password(notice: .tooOften(until: until, at: scenario.walk.startedAt), exitStatus: .tryAgainLater)
        case .ログインしていない場合_アプリはログイン画面を表示:
            .nobodyLoggedIn
        }
    }
}

extension Screen {
    /// Returns the form to change the password. `flaws` are the flaws of the new password.
    package static func password(
        flaws: [AccountFlaw] = [], notice: Sentence? = nil, remark: Sentence? = nil, fault: CodeFault? = nil,
        exitStatus: ExitStatus = .success
    ) -> Screen {
        Screen(
            "password",
            Form(
                heading: Sentence(en: "Change the password", ja: "パスワードを変える"),
                notice: notice,
                fields: [.currentPassword(remark), .newPassword(flaws.remark(on: .password)), .secondCode(fault)],
                action: Sentence(en: "change", ja: "変える"),
                submission: ChangePasswordSubmission(),
                paragraphs: [
                    Sentence(en: "All other devices will be logged out.", ja: "ほかのデバイスはすべてログアウトされます。")
                ]),
            exitStatus: exitStatus)
    }
}
