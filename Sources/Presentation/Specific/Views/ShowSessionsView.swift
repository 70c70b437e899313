import Application
import Domain

extension ShowSessions: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = [.notAllowed: [.nobodyLoggedIn]]

    static func show(_ scenario: Scenario<ShowSessions>, in store: inout Store) -> Screen {
        switch scenario.goal {
        case .アプリはログイン中の端末を表示(let list):
            store.sessions = list
            return .sessions(list)
        case .ログインしていない場合_アプリはログイン画面を表示:
            store.account = nil
            return .nobodyLoggedIn(udid: store.udid)
        }
    }
}
