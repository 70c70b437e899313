import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Testing
import Usecases
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.behaviour) struct `ユースケース【古い記録を掃除する】` {
    @Test func アプリは取り除いた数を表示() async throws {
        let administration = StubAdministration()

        let scenario = try await SweepDatabase.interact(
            from: SweepDatabase.initial, as: .operator, with: .operated(administration))

        #expect(scenario.sentences == ["アプリは終わったセッションと古い間違いを取り除く", "アプリは取り除いた数を表示"])
        #expect(scenario.goal == .アプリは取り除いた数を表示(rows: SweptRows(sessions: 2, guesses: 10)))
        #expect(administration.calls == [.sweep])
    }
}
