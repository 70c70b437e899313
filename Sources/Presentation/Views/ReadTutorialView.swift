import CalearningApplication
import CalearningDomain
import Usecases
import UsecasesTerminal

extension ReadTutorial: ShownUsecase {
    static func show(_ scenario: Scenario<ReadTutorial>) -> Screen {
        switch scenario.goal {
        case .ページの記録がある場合_アプリはそのページを表示(let page), .アプリは開いたページを表示(let page): .tutorialPage(page)
        case .ページの記録がない場合_アプリは最初のページを表示: .tutorialPage(.first)
        }
    }
}
