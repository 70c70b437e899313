import Testing
import UsecasesTerminal
import UsecasesTesting

@testable import UsecasesTool

@MainActor
@Suite(.behaviour) struct `ユースケース【書き換えを待つ】` {
    @Test func アプリは書き換えられたことを知る() async {
        let (_, report) = await run(AwaitChange.initial)

        #expect(report.sentences == ["アプリはファイルが書き換えられるのを待つ", "アプリは書き換えられたことを知る"])
        #expect(report.exitStatus == .success)
    }
}
