import CalearningApplication
import Usecases
import UsecasesTerminal

extension LogIn: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .notAllowed: [.wrongNameOrPassword], .tryAgainLater: [.tooOften],
    ]

    static func show(_ scenario: Scenario<LogIn>) -> Screen {
        switch scenario.goal {
        case .アプリはホーム画面を表示(let account, let udid): .home(account: account, udid: udid)
        case .名前かパスワードが違う場合_アプリは違うことを表示(let udid):
            .login(
                udid: udid,
                notice: Sentence(en: "The name or the password is wrong.", ja: "名前かパスワードが違います。"),
                exitStatus: .notAllowed)
        case .間違いが多すぎる場合_アプリは次に試せる時刻を表示(let until, let udid):
            .login(udid: udid, notice: .tooOften(until: until), exitStatus: .tryAgainLater)
        }
    }
}
