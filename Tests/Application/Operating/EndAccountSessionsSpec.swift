import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.behaviour) struct `ユースケース【アカウントのセッションを終わらせる】` {
    @Suite struct アカウントがある場合 {
        @Test func アプリは終わらせたセッションの数を表示() async throws {
            try await expectOperation(
                EndAccountSessions.initial(name: .example), reaching: .アプリは終わらせたセッションの数を表示(name: .example, count: 2),
                calling: [.endSessions(.example)])
        }
    }

    @Suite struct アカウントがない場合 {
        @Test func アプリはないことを表示() async throws {
            try await expectOperation(
                EndAccountSessions.initial(name: .example), reaching: .アカウントがない場合_アプリはないことを表示(name: .example),
                calling: [.endSessions(.example)], on: StubAdministration(accounts: []))
        }
    }
}
