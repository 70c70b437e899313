import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.behaviour) struct `ユースケース【間違いの記録を消す】` {
    @Test func アプリは消した間違いの数を表示() async throws {
        try await expectOperation(
            ForgetGuesses.initial(name: .example), reaching: .アプリは消した間違いの数を表示(name: .example, count: 10),
            calling: [.forgetGuesses(.example)])
    }
}
