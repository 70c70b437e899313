import CalearningApplication
import CalearningDomain
import Usecases
import UsecasesTerminal

extension RestoreSession: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = [.notAllowed: [.nobodyLoggedIn]]

    static func show(_ scenario: Scenario<RestoreSession>) -> Screen {
        switch scenario.goal {
        case .アプリはホーム画面を表示(let loggedIn):
            .home(account: loggedIn.account, udid: loggedIn.session.udid)
        case .ログインしていない場合_アプリはログイン画面を表示(let udid):
            // That is no news for somebody who did not ask.
            scenario.walk.actor == .application
                ? .login(udid: udid) : .login(udid: udid, notice: .nobodyIsLoggedIn, exitStatus: .notAllowed)
        }
    }
}
