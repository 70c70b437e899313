import Application
import Domain

extension ChangePassword: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .badData: [.againstRules], .notAllowed: [.wrongNameOrPassword, .nobodyLoggedIn], .tryAgainLater: [.tooOften],
    ]

    static func show(_ scenario: Scenario<ChangePassword>, in store: inout Store) -> Screen {
        switch scenario.goal {
        case .アプリはパスワードが変わったことを表示:
            store.sessions = store.sessions?.without(.others)
            return .home(
                account: store.account, udid: store.udid,
                notice: Sentence(
                    en: "The password was changed. All other devices are logged out.",
                    ja: "パスワードを変えました。ほかの端末はすべてログアウトしました。"))
        case .規則に合わない場合_アプリは直すところを表示(let flaws):
            return .password(flaws: flaws, exitStatus: .badData)
        case .今のパスワードが違う場合_アプリは違うことを表示:
            return .password(
                remark: Sentence(en: "The present password is wrong.", ja: "今のパスワードが違います。"),
                exitStatus: .notAllowed)
        case .間違いが多すぎる場合_アプリは次に試せる時刻を表示(let until):
            return .password(notice: .tooOften(until: until), exitStatus: .tryAgainLater)
        case .ログインしていない場合_アプリはログイン画面を表示:
            store.account = nil
            return .nobodyLoggedIn(udid: store.udid)
        }
    }
}
