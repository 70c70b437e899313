import ArgumentParser
import CalearningApplication
package import CalearningDomain
package import UsecasesEngine
package import UsecasesTerminal

struct WhoAmICommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "whoami",
            abstract: Sentence(
                en: "Say who is logged in on this device.", ja: "このデバイスで誰がログインしているかを表示する。"),
            usage: "\(Product.own.name) whoami [<options>]")
    }

    @OptionGroup var options: CommonOptions<CompositionRoot>

    @MainActor func run() async throws {
        try await options.program().run { await $0.dispatch(RestoreSession.initial) }
    }
}

extension RestoreSession: CommandedUsecase, PagedUsecase {
    static var command: any ParsableCommand.Type { WhoAmICommand.self }

    static let isSafe = true

    static let exitStatuses: [ExitStatus: [Sentence]] = [.notAllowed: [.nobodyLoggedIn]]

    static func show(_ scenario: Scenario<RestoreSession>) -> Screen {
        switch scenario.goal {
        case .アプリはホーム画面を表示(let loggedIn):
            .home(account: loggedIn.account, udid: loggedIn.session.udid)
        case .ログインしていない場合_アプリはログイン画面を表示(let udid):
            // The user did not ask for this message.
            scenario.walk.actor == .application
                ? .login(udid: udid) : .login(udid: udid, notice: .nobodyIsLoggedIn, exitStatus: .notAllowed)
        }
    }
}

extension Screen {
    /// Returns the home screen after login. It shows `account` and `udid` if they are known. `notice` describes the
    /// previous event.
    package static func home(account: Account?, udid: UDID?, notice: Sentence? = nil) -> Screen {
        let name = account.map {
            Sentence(en: "Logged in as \($0.name)", ja: "\($0.name)としてログインしています")
        }
        let device = udid.map { [Sentence.udid($0)] } ?? []
        return Screen(
            "home",
            Page(
                heading: name ?? Sentence(en: "Logged in", ja: "ログインしています"),
                notice: notice,
                paragraphs: device,
                keys: [
                    KeyBinding(
                        "s", Sentence(en: "devices", ja: "ログイン中のデバイス"), .dispatch(Behaviour(ShowSessions.initial))),
                    KeyBinding("p", Sentence(en: "change the password", ja: "パスワードを変える"), .show(.password())),
                    KeyBinding("f", Sentence(en: "the second factor", ja: "二つ目の要素"), .show(.secondFactor())),
                    KeyBinding(
                        "e", Sentence(en: "the account's data", ja: "アカウントのデータ"),
                        .dispatch(Behaviour(ExportAccount.initial))),
                    KeyBinding(
                        "d", Sentence(en: "delete the account", ja: "アカウントを削除する"),
                        .show(.accountDeletion(of: account?.name.rawValue))),
                    .logOut, .quit,
                ]),
            isStart: true, place: Behaviour(RestoreSession.initial))
    }
}

extension KeyBinding {
    static let logOut = KeyBinding(
        "l", Sentence(en: "log out", ja: "ログアウト"), .dispatch(Behaviour(LogOut.initial)))
}
