import Application
import Domain

extension RestoreSession: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = [.notAllowed: [.nobodyLoggedIn]]

    static func show(_ scenario: Scenario<RestoreSession>, in store: inout Store) -> Screen {
        switch scenario.goal {
        case .アプリはホーム画面を表示(let loggedIn):
            store.account = loggedIn.account
            store.udid = loggedIn.session.udid
            return .home(account: loggedIn.account, udid: loggedIn.session.udid)
        case .ログインしていない場合_アプリはログイン画面を表示:
            store.account = nil
            // That is no news for somebody who did not ask.
            return scenario.walk.actor == .application
                ? .login(udid: store.udid) : .nobodyLoggedIn(udid: store.udid)
        }
    }
}
