import CalearningApplication
import Usecases
import UsecasesTerminal

extension Boot: ShownUsecase {
    static let waiting: Screen? = .splash

    static func show(_ scenario: Scenario<Boot>) -> Screen {
        switch scenario.goal {
        case .チュートリアル完了の記録がある場合_アプリはログイン画面を表示(let udid): .login(udid: udid)
        case .チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示: .tutorial
        }
    }
}
