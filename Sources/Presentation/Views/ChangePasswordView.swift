import CalearningApplication
import Usecases
import UsecasesTerminal

extension ChangePassword: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .badData: [.againstRules], .notAllowed: [.wrongNameOrPassword, .nobodyLoggedIn], .tryAgainLater: [.tooOften],
    ]

    static func show(_ scenario: Scenario<ChangePassword>) -> Screen {
        switch scenario.goal {
        case .アプリはパスワードが変わったことを表示(let account):
            .home(
                account: account, udid: nil,
                notice: Sentence(
                    en: "The password was changed. All other devices are logged out.",
                    ja: "パスワードを変えました。ほかの端末はすべてログアウトしました。"))
        case .規則に合わない場合_アプリは直すところを表示(let flaws):
            .password(flaws: flaws, exitStatus: .badData)
        case .今のパスワードが違う場合_アプリは違うことを表示:
            .password(
                remark: Sentence(en: "The present password is wrong.", ja: "今のパスワードが違います。"),
                exitStatus: .notAllowed)
        case .間違いが多すぎる場合_アプリは次に試せる時刻を表示(let until):
            .password(notice: .tooOften(until: until), exitStatus: .tryAgainLater)
        case .ログインしていない場合_アプリはログイン画面を表示:
            .nobodyLoggedIn
        }
    }
}
