import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Testing
import Usecases
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.behaviour) struct `ユースケース【アカウントの一覧を見る】` {
    @Test func アプリはアカウントの一覧を表示() async throws {
        let administration = StubAdministration()

        let scenario = try await ListAccounts.interact(
            from: ListAccounts.initial(after: .fixture()), as: .operator, with: .operated(administration))

        #expect(scenario.sentences == ["アプリはアカウントを名前の順に集める", "アプリはアカウントの一覧を表示"])
        #expect(scenario.goal == .アプリはアカウントの一覧を表示(page: AccountPage(accounts: [.example], hasMore: false)))
        #expect(administration.calls == [.accounts(after: .fixture())])
    }
}
