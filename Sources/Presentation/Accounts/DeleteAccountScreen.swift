import ArgumentParser
import CalearningApplication
import CalearningDomain
package import UsecasesEngine
package import UsecasesTerminal

struct DeleteAccountCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "delete-account",
            abstract: Sentence(
                en: "Delete the account that is logged in on this device.", ja: "このデバイスでログインしているアカウントを削除する。"),
            usage: "\(Product.own.name) delete-account [--password-stdin] [<options>]",
            discussion: Sentence(
                en: """
                    The server deletes the account, its name and all its sessions. All devices are logged out. It cannot be \
                    undone. Its password is needed.
                    """,
                ja: "サーバにあるアカウントの名前も、すべてのセッションも消え、どのデバイスもログアウトされる。元には戻せない。パスワードが必要。"))
    }

    @OptionGroup var input: PasswordInput
    @OptionGroup var options: CommonOptions<CompositionRoot>

    @MainActor func run() async throws {
        let program = try await input.program(with: options)
        let scene = DeleteAccount.initial(password: try await input.password(in: program.settings.language))
        try await program.run { await $0.dispatch(scene) }
    }
}

extension DeleteAccount: CommandedUsecase, PagedUsecase {
    static var command: any ParsableCommand.Type { DeleteAccountCommand.self }

    static let needsUser = true

    static func form(with texts: [String: String], for user: String?) -> Screen? { .accountDeletion(of: user) }

    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .notAllowed: [.wrongNameOrPassword, .nobodyLoggedIn], .tryAgainLater: [.tooOften],
    ]

    static func show(_ scenario: Scenario<DeleteAccount>) -> Screen {
        switch scenario.goal {
        case .アプリはアカウントを削除したことを表示:
            .login(udid: nil, notice: Sentence(en: "The account was deleted.", ja: "アカウントを削除しました。"))
        case .パスワードが違う場合_アプリは違うことを表示:
            .accountDeletion(
                remark: Sentence(en: "The password is wrong.", ja: "パスワードが違います。"), exitStatus: .notAllowed)
        case .間違いが多すぎる場合_アプリは次に試せる時刻を表示(let until):
            .accountDeletion(notice: .tooOften(until: until, at: scenario.walk.startedAt), exitStatus: .tryAgainLater)
        case .ログインしていない場合_アプリはログイン画面を表示:
            .nobodyLoggedIn
        }
    }
}

extension Screen {
    /// Returns the form to delete the account of `user`.
    package static func accountDeletion(
        of user: String? = nil, notice: Sentence? = nil, remark: Sentence? = nil,
        exitStatus: ExitStatus = .success
    ) -> Screen {
        Screen(
            "delete-account",
            Form(
                heading: user.map { Sentence(en: "Delete the account \($0)", ja: "アカウント\($0)を削除する") }
                    ?? Sentence(en: "Delete the account", ja: "アカウントを削除する"),
                notice: notice,
                fields: [.password(remark)],
                action: Sentence(en: "delete the account", ja: "アカウントを削除する"),
                submission: DeleteAccountSubmission(),
                isDangerous: true,
                paragraphs: [
                    Sentence(
                        en: "All devices will be logged out. It cannot be undone.",
                        ja: "どのデバイスもログアウトされます。元には戻せません。")
                ]),
            exitStatus: exitStatus)
    }
}
