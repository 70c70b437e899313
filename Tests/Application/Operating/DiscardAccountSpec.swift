import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.behaviour) struct `ユースケース【アカウントを取り除く】` {
    @Suite struct アカウントがある場合 {
        @Test func アプリは消したアカウントを表示() async throws {
            try await expectOperation(
                DiscardAccount.initial(name: .example), reaching: .アプリは消したアカウントを表示(account: .example),
                calling: [.delete(.example)])
        }
    }

    @Suite struct アカウントがない場合 {
        @Test func アプリはないことを表示() async throws {
            try await expectOperation(
                DiscardAccount.initial(name: .example), reaching: .アカウントがない場合_アプリはないことを表示(name: .example),
                calling: [.delete(.example)], on: StubAdministration(accounts: []))
        }
    }
}
