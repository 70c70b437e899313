import ArgumentParser
import CalearningApplication
package import CalearningDomain
package import UsecasesEngine
package import UsecasesTerminal

struct LogInCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "login", abstract: Sentence(en: "Log in to an account.", ja: "アカウントにログインする。"),
            usage: "\(Product.own.name) login [--name <name>] [--password-stdin] [<options>]",
            discussion: Sentence(
                en: "The password is asked for on the terminal, which does not show it.", ja: "パスワードはターミナルで尋ね、表示しない。"))
    }

    @OptionGroup var input: CredentialsInput
    @OptionGroup var options: CommonOptions<CompositionRoot>

    @MainActor func run() async throws {
        let program = try options.program()
        let scene = LogIn.initial(credentials: try await input.credentials(in: program.settings.language))
        try await program.run { await $0.dispatch(scene) }
    }
}

extension LogIn: CommandedUsecase, PagedUsecase {
    static var command: any ParsableCommand.Type { LogInCommand.self }

    static func form(with texts: [String: String], for user: String?) -> Screen? { .login(udid: nil) }

    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .notAllowed: [.wrongNameOrPassword, .wrongCode], .tryAgainLater: [.tooOften],
    ]

    static func show(_ scenario: Scenario<LogIn>) -> Screen {
        switch scenario.goal {
        case .アプリはホーム画面を表示(let account, let udid): .home(account: account, udid: udid)
        case .削除が取り消された場合_アプリはそれを伝えてホーム画面を表示(let account, let udid):
            .home(account: account, udid: udid, notice: .deletionTakenBack)
        case .コードが要る場合_アプリはコードを尋ねる(let udid): .loginCode(udid: udid, exitStatus: .notAllowed)
        case .名前かパスワードが違う場合_アプリは違うことを表示(let udid):
            .login(
                udid: udid,
                notice: Sentence(en: "The name or the password is wrong.", ja: "名前かパスワードが違います。"),
                exitStatus: .notAllowed)
        case .間違いが多すぎる場合_アプリは次に試せる時刻を表示(let until, let udid):
            .login(udid: udid, notice: .tooOften(until: until, at: scenario.walk.startedAt), exitStatus: .tryAgainLater)
        }
    }
}

extension Screen {
    /// Returns the login screen. `notice` describes the previous event.
    ///
    /// When the screen appears first, the application checks for an existing login.
    package static func login(
        udid: UDID?, notice: Sentence? = nil, exitStatus: ExitStatus = .success
    ) -> Screen {
        Screen(
            "login",
            Form(
                heading: Sentence(en: "Log in", ja: "ログイン"),
                notice: notice,
                fields: [.accountName(nil), .password(nil)],
                action: Sentence(en: "log in", ja: "ログイン"),
                submission: LogInSubmission(),
                paragraphs: [Sentence(en: "This device is ready.", ja: "このデバイスの準備ができました。")]
                    + (udid.map { [.udid($0)] } ?? []),
                keys: [
                    KeyBinding(
                        name: "ctrl-n", action: Sentence(en: "sign up", ja: "新規登録"), keys: [.control("n")],
                        effect: .show(.signUp())),
                    KeyBinding(
                        name: "ctrl-f", action: Sentence(en: "forgot your password?", ja: "パスワードを忘れた場合"),
                        keys: [.control("f")],
                        effect: .show(.recovery())),
                ]),
            exitStatus: exitStatus, isStart: true, onAppear: Behaviour(RestoreSession.initial))
    }

    /// The login screen after an action that requires a login.
    package static let nobodyLoggedIn = login(udid: nil, notice: .nobodyIsLoggedIn, exitStatus: .notAllowed)
}
