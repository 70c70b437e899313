import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Testing
import Usecases
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.behaviour) struct `ユースケース【間違いの記録を消す】` {
    @Test func アプリは消した間違いの数を表示() async throws {
        let administration = StubAdministration()

        let scenario = try await ForgetGuesses.interact(
            from: ForgetGuesses.initial(name: .example), as: .operator, with: .operated(administration))

        #expect(scenario.sentences == ["アプリは名前に数えた間違いを消す", "アプリは消した間違いの数を表示"])
        #expect(scenario.goal == .アプリは消した間違いの数を表示(name: .example, count: 10))
        #expect(administration.calls == [.forgetGuesses(.example)])
    }
}
