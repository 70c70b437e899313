import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.behaviour) struct `ユースケース【アカウントを調べる】` {
    @Suite struct アカウントがある場合 {
        @Test func アプリはアカウントを表示() async throws {
            try await expectOperation(
                ShowAccount.initial(name: .example), reaching: .アプリはアカウントを表示(overview: .example),
                calling: [.account(.example)])
        }
    }

    @Suite struct アカウントがない場合 {
        @Test func アプリはないことを表示() async throws {
            try await expectOperation(
                ShowAccount.initial(name: .example), reaching: .アカウントがない場合_アプリはないことを表示(name: .example),
                calling: [.account(.example)], on: StubAdministration(accounts: []))
        }
    }
}
