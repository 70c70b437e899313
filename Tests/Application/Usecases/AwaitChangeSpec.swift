import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Testing
import Usecases
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

@MainActor
@Suite(.behaviour) struct `ユースケース【書き換えを待つ】` {
    @Test func アプリは書き換えられたことを知る() async {
        let presenter = Presenter(dependencies: .fixture())

        let report = await presenter.dispatch(AwaitChange.initial)

        #expect(report.sentences == ["アプリはファイルが書き換えられるのを待つ", "アプリは書き換えられたことを知る"])
        #expect(report.exitStatus == .success)
    }
}
