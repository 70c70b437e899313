import Application

extension CompleteTutorial: ShownUsecase {
    static func show(_ scenario: Scenario<CompleteTutorial>, in store: inout Store) -> Screen {
        switch scenario.goal {
        case .アプリはログイン画面を表示: .login(udid: store.udid)
        }
    }
}
