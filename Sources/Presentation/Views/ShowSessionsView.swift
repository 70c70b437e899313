import CalearningApplication
import Usecases
import UsecasesTerminal

extension ShowSessions: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = [.notAllowed: [.nobodyLoggedIn]]

    static func show(_ scenario: Scenario<ShowSessions>) -> Screen {
        switch scenario.goal {
        case .アプリはログイン中の端末を表示(let list):
            .sessions(list)
        case .ログインしていない場合_アプリはログイン画面を表示:
            .nobodyLoggedIn
        }
    }
}
