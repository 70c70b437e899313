import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

private let finding = "サーバはトークンのセッションを探す"
private let collecting = "サーバはアカウントのセッションを集める"

private func list(
    _ token: SessionToken = .example, with dependencies: Dependencies
) async throws -> Scenario<ListSessions> {
    try await ListSessions.interact(
        from: ListSessions.initial(token: token), as: .application, with: dependencies)
}

@Suite(.behaviour) struct `ユースケース【アカウントのセッションを並べる】` {
    @Suite struct セッションがある場合 {
        @Test func サーバはそのアカウントのセッションだけを返す() async throws {
            let registry = await InMemoryAccountRegistry.withExample()
            await registry.log(in: 2)
            await registry.add(.fixture(3), session: 3, token: .fixture(3))

            let scenario = try await list(.fixture(2), with: .fixture(accountRegistry: registry))

            #expect(scenario.sentences == [finding, collecting, "サーバはセッションの一覧を返す"])
            let sessions = [(1, SessionToken.example), (2, .fixture(2))].map { number, token in
                StoredSession.fixture(number, of: Account.example.id, token: token).session
            }
            #expect(scenario.goal == .サーバはセッションの一覧を返す(list: SessionList(own: .fixture(2), sessions: sessions)))
        }
    }

    @Suite struct セッションがない場合 {
        @Test func サーバは拒否する() async throws {
            let registry = await InMemoryAccountRegistry.withExample()

            let scenario = try await list(.fixture(), with: .fixture(accountRegistry: registry))

            #expect(scenario.goal == .セッションがない場合_サーバは拒否する)
            #expect(scenario.sentences == [finding, "セッションがない場合_サーバは拒否する"])
        }
    }
}
