import CalearningApplication
import Usecases
import UsecasesTerminal

extension SignUp: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .badData: [.againstRules], .refusedByServer: [Sentence(en: "the name is taken", ja: "名前が使われている")],
        .tryAgainLater: [.tooOften],
    ]

    static func show(_ scenario: Scenario<SignUp>) -> Screen {
        switch scenario.goal {
        case .アプリはホーム画面を表示(let account, let udid): .home(account: account, udid: udid)
        case .規則に合わない場合_アプリは直すところを表示(let flaws):
            .signUp(flaws: flaws, exitStatus: .badData)
        case .名前が使われている場合_アプリは使われていることを表示:
            .signUp(isNameTaken: true, exitStatus: .refusedByServer)
        case .頼みすぎた場合_アプリは次に頼める時刻を表示(let until):
            .signUp(notice: .tooOften(until: until), exitStatus: .tryAgainLater)
        }
    }
}
