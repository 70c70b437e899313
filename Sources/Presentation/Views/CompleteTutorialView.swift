import CalearningApplication
import Usecases
import UsecasesTerminal

extension CompleteTutorial: ShownUsecase {
    static func show(_ scenario: Scenario<CompleteTutorial>) -> Screen {
        switch scenario.goal {
        case .アプリはログイン画面を表示: .login(udid: nil)
        }
    }
}
