import CalearningApplication
import Usecases
import UsecasesTerminal

extension EndSession: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .refusedByServer: [Sentence(en: "there is no such session", ja: "そのセッションはない")],
        .notAllowed: [.nobodyLoggedIn],
    ]

    static func show(_ scenario: Scenario<EndSession>) -> Screen {
        switch scenario.goal {
        case .アプリは端末がログアウトしたことを表示(let list):
            .sessions(list, notice: Sentence(en: "The device is logged out.", ja: "端末をログアウトさせました。"))
        case .セッションがない場合_アプリはないことを表示(let list):
            .sessions(
                list, notice: Sentence(en: "There is no such session.", ja: "そのようなセッションはありません。"),
                exitStatus: .refusedByServer)
        case .ログインしていない場合_アプリはログイン画面を表示:
            .nobodyLoggedIn
        }
    }
}
