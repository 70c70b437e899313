import CalearningApplication
import UsecasesEngine
import UsecasesTerminal

extension LogOut: PagedUsecase {
    static let isHarmless = true

    static let exitStatuses: [ExitStatus: [Sentence]] = [.notAllowed: [.nobodyLoggedIn]]

    static func show(_ scenario: Scenario<LogOut>) -> Screen {
        switch scenario.goal {
        case .アプリはログイン画面を表示:
            .login(udid: nil, notice: Sentence(en: "Logged out.", ja: "ログアウトしました。"))
        case .ログインしていない場合_アプリはログインしていないことを表示: .nobodyLoggedIn
        case .サーバが終えられない場合_アプリはサーバにはまだ残っていることを表示:
            .login(
                udid: nil,
                notice: Sentence(
                    en:
                        "Logged out on this device. The server could not end the session, which still has to end there: end it from another device, or wait until it ends by itself.",
                    ja: "このデバイスではログアウトしましたが、サーバではセッションがまだ終わっていません。別のデバイスから終わらせるか、期限が切れるまでお待ちください。"))
        }
    }
}
