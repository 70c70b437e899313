import ArgumentParser
import CalearningApplication
package import CalearningDomain
package import UsecasesEngine
package import UsecasesTerminal

struct LogInCodeCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "login-code",
            abstract: Sentence(en: "Continue a login with a code of the second factor.", ja: "二つ目の要素のコードでログインを続ける。"),
            usage: "\(Product.own.name) login-code [--code-stdin] [<options>]",
            discussion: Sentence(
                en: """
                    The code is from your authenticator application, or a backup code. It is asked for on the terminal, which \
                    does not show it.
                    """,
                ja: "コードは、認証アプリが示す数字かバックアップコード。ターミナルで尋ね、表示しない。"))
    }

    @OptionGroup var input: CodeInput
    @OptionGroup var options: CommonOptions<CompositionRoot>

    @MainActor func run() async throws {
        let program = try options.program()
        let scene = EnterCode.initial(code: try await input.code(in: program.settings.language))
        try await program.run { await $0.dispatch(scene) }
    }
}

extension EnterCode: CommandedUsecase, PagedUsecase {
    static var command: any ParsableCommand.Type { LogInCodeCommand.self }

    static func form(with texts: [String: String], for user: String?) -> Screen? { .loginCode() }

    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .notAllowed: [.wrongCode, Sentence(en: "no login waits for a code", ja: "コードを待つログインがない")],
        .tryAgainLater: [.tooOften],
    ]

    static func show(_ scenario: Scenario<EnterCode>) -> Screen {
        switch scenario.goal {
        case .アプリはホーム画面を表示(let account): .home(account: account, udid: nil)
        case .削除が取り消された場合_アプリはそれを伝えてホーム画面を表示(let account):
            .home(account: account, udid: nil, notice: .deletionTakenBack)
        case .途中のログインがない場合_アプリはログイン画面を表示:
            .login(
                udid: nil,
                notice: Sentence(en: "No login waits for a code. Log in first.", ja: "コードを待つログインがありません。先にログインしてください。"),
                exitStatus: .notAllowed)
        case .ログインが終わっている場合_アプリはログイン画面を表示:
            .login(
                udid: nil,
                notice: Sentence(en: "The login has ended. Log in again.", ja: "ログインの途中で時間が切れました。もう一度ログインしてください。"),
                exitStatus: .notAllowed)
        case .コードが違う場合_アプリは違うことを表示: .loginCode(fault: .wrong, exitStatus: .notAllowed)
        case .間違いが多すぎる場合_アプリは次に試せる時刻を表示(let until):
            .loginCode(notice: .tooOften(until: until, at: scenario.walk.startedAt), exitStatus: .tryAgainLater)
        }
    }
}

struct EnterCodeSubmission: Submission {
    typealias Target = EnterCode

    func behaviour(with entry: FormEntry) -> Behaviour {
        Behaviour(EnterCode.initial(code: entry.secondCode ?? .other))
    }
}

extension Screen {
    /// Returns the form for the code with which a login continues.
    package static func loginCode(
        udid: UDID? = nil, notice: Sentence? = nil, fault: CodeFault? = nil, exitStatus: ExitStatus = .success
    ) -> Screen {
        Screen(
            "login-code",
            Form(
                heading: Sentence(en: "Log in with a code", ja: "コードでログイン"),
                notice: notice,
                fields: [.secondCode(fault, isOptional: false, hint: .secondCodeRule)],
                action: Sentence(en: "log in", ja: "ログイン"),
                submission: EnterCodeSubmission(),
                paragraphs: [
                    Sentence(
                        en: "The second factor of the account is on. Without a code, the login ends in a few minutes.",
                        ja: "このアカウントは二つ目の要素を使っています。コードがなければ、ログインは数分で終わります。")
                ] + (udid.map { [.udid($0)] } ?? [])),
            exitStatus: exitStatus)
    }
}
