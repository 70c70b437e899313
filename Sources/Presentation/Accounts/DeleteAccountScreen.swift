import ArgumentParser
import CalearningApplication
package import CalearningDomain
package import UsecasesEngine
package import UsecasesTerminal

struct DeleteAccountCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "delete-account",
            abstract: Sentence(
                en: "Delete the account that is logged in on this device.", ja: "このデバイスでログインしているアカウントを削除する。"),
            usage: "\(Product.own.name) delete-account [--export] [--password-stdin] [--with-code] [<options>]",
            discussion: Sentence(
                en: """
                    The server deletes the account, its name and all its sessions. All devices are logged out at once. If \
                    the service has a time of grace, the account is kept until then, and logging in takes the deletion \
                    back. Its password is needed.
                    """,
                ja: """
                    サーバにあるアカウントの名前も、すべてのセッションも消え、どのデバイスもすぐにログアウトされる。サービスに猶予があれば、\
                    アカウントはその間残り、ログインすれば取り消される。パスワードが必要。
                    """))
    }

    @Flag(
        help: ArgumentHelp(
            Sentence(
                en: "Show everything that the server keeps about the account.", ja: "アカウントについてサーバが保管しているものをすべて表示する。")))
    var export = false

    @OptionGroup var input: PasswordInput
    @OptionGroup var code: WithCode
    @OptionGroup var options: CommonOptions<CompositionRoot>

    @MainActor func run() async throws {
        let program = try await input.program(with: options)
        let scene = DeleteAccount.initial(
            proof: try await input.proof(code, in: program.settings.language), withExport: export)
        try await program.run { await $0.dispatch(scene) }
    }
}

extension DeleteAccount: CommandedUsecase, PagedUsecase {
    static var command: any ParsableCommand.Type { DeleteAccountCommand.self }

    static let needsUser = true

    static func form(with texts: [String: String], for user: String?) -> Screen? { .accountDeletion(of: user) }

    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .notAllowed: [.wrongNameOrPassword, .wrongCode, .nobodyLoggedIn], .tryAgainLater: [.tooOften],
    ]

    static func show(_ scenario: Scenario<DeleteAccount>) -> Screen {
        switch scenario.goal {
        case .アプリはアカウントを削除したことを表示(let export): .deleted(.deleted, export)
        case .猶予がある場合_アプリは削除される時刻を表示(let time, let export):
            .deleted(.deleted(at: time, after: scenario.walk.startedAt), export)
        case .パスワードが違う場合_アプリは違うことを表示:
            .accountDeletion(remark: .wrongPassword, exitStatus: .notAllowed)
        case .コードが要る場合_アプリはコードを尋ねる: .accountDeletion(fault: .needed, exitStatus: .notAllowed)
        case .コードが違う場合_アプリは違うことを表示: .accountDeletion(fault: .wrong, exitStatus: .notAllowed)
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
        of user: String? = nil, notice: Sentence? = nil, remark: Sentence? = nil, fault: CodeFault? = nil,
        exitStatus: ExitStatus = .success
    ) -> Screen {
        Screen(
            "delete-account",
            Form(
                heading: user.map { Sentence(en: "Delete the account \($0)", ja: "アカウント\($0)を削除する") }
                    ?? Sentence(en: "Delete the account", ja: "アカウントを削除する"),
                notice: notice,
                fields: [.password(remark), .secondCode(fault)],
                action: Sentence(en: "delete the account", ja: "アカウントを削除する"),
                submission: DeleteAccountSubmission(),
                isDangerous: true,
                paragraphs: [
                    Sentence(
                        en: """
                            All devices will be logged out at once. You will see until when logging in takes the deletion \
                            back, if the service has a time of grace. To keep your data, look at them before.
                            """,
                        ja: "どのデバイスもすぐにログアウトされます。サービスに猶予があれば、いつまでにログインすれば取り消せるかを表示します。データを残すには、先に見ておいてください。")
                ]),
            exitStatus: exitStatus)
    }
}

extension Sentence {
    fileprivate static let deleted = Sentence(en: "The account was deleted.", ja: "アカウントを削除しました。")

    fileprivate static func deleted(at time: WrittenTime, after now: Timestamp) -> Sentence {
        let time = RelativeTime(time.timestamp, at: now).sentenceWithTime
        return Sentence(
            en: "You are logged out. The account will be deleted \(time.text(in: .en)). To keep it, log in before.",
            ja: "ログアウトしました。アカウントは\(time.text(in: .ja))に削除されます。残すには、それまでにログインしてください。")
    }

    static let deletionTakenBack = Sentence(
        en: "The account is kept: logging in has taken its deletion back.", ja: "ログインしたので削除は取り消され、アカウントは残ります。")
}

extension Screen {
    /// Returns the screen after a deletion: the login screen, or the data of the account if it was asked for.
    fileprivate static func deleted(_ notice: Sentence, _ export: AccountExport?) -> Screen {
        guard let export else { return .login(udid: nil, notice: notice) }
        return .accountData(export, notice: notice)
    }
}
