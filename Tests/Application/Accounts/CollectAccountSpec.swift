import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

private let finding = "サーバはトークンのセッションを探す"

private func collect(
    _ token: SessionToken, with dependencies: Dependencies
) async throws -> Scenario<CollectAccount> {
    try await CollectAccount.interact(
        from: CollectAccount.initial(token: token), as: .application, with: dependencies)
}

@Suite(.behaviour) struct `ユースケース【アカウントに属するものを集める】` {
    @Suite struct セッションがある場合 {
        @Test func サーバはそのアカウントのものだけを返す() async throws {
            let registry = await InMemoryAccountRegistry.withExample()
            await registry.log(in: 2)
            await registry.add(.fixture(3), session: 3, token: .fixture(3))

            let scenario = try await collect(.fixture(2), with: .fixture(accountRegistry: registry))

            #expect(scenario.sentences == [finding, "サーバはアカウントに属するものを集める", "サーバは集めたものを返す"])
            let sessions = [(1, SessionToken.example), (2, .fixture(2))].map { number, token in
                StoredSession.fixture(number, of: Account.example.id, token: token).session
            }
            #expect(scenario.goal == .サーバは集めたものを返す(export: AccountExport(account: .example, sessions: sessions)))
        }
    }

    @Suite struct セッションがない場合 {
        @Test func サーバは拒否する() async throws {
            let registry = await InMemoryAccountRegistry.withExample()

            let scenario = try await collect(.fixture(), with: .fixture(accountRegistry: registry))

            #expect(scenario.goal == .セッションがない場合_サーバは拒否する)
            #expect(scenario.sentences == [finding, "セッションがない場合_サーバは拒否する"])
        }
    }
}
