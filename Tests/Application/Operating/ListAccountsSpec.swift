import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.behaviour) struct `ユースケース【アカウントの一覧を見る】` {
    @Test func アプリはアカウントの一覧を表示() async throws {
        try await expectOperation(
            ListAccounts.initial(after: .fixture()),
            reaching: .アプリはアカウントの一覧を表示(page: AccountPage(accounts: [.example], hasMore: false)),
            calling: [.accounts(after: .fixture())])
    }
}
