import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

private func check(
    _ token: SessionToken = .example, with dependencies: Dependencies
) async throws -> Scenario<CheckSession> {
    try await CheckSession.interact(
        from: CheckSession.initial(token: token), as: .application, with: dependencies)
}

@Suite(.behaviour) struct `ユースケース【セッションを確かめる】` {
    @Suite struct セッションがある場合 {
        @Test func サーバはアカウントとセッションを返す() async throws {
            let registry = await InMemoryAccountRegistry.withExample()

            let scenario = try await check(with: .fixture(accountRegistry: registry))

            let session = StoredSession.fixture(1, of: Account.example.id, token: .example).session
            #expect(
                scenario.scenes == [
                    .basic(.サーバはトークンのセッションを探す(token: .example)),
                    .last(.サーバはアカウントとセッションを返す(loggedIn: LoggedIn(account: .example, session: session))),
                ])
        }
    }

    @Suite struct セッションがない場合 {
        @Test(arguments: [SessionToken.fixture(), .fixture(2)]) func サーバは拒否する(token: SessionToken) async throws {
            let registry = await InMemoryAccountRegistry.withExample()
            await registry.log(in: 2)
            _ = await registry.end(.one(.fixture(2)), of: Account.example.id, at: .example)

            let scenario = try await check(token, with: .fixture(accountRegistry: registry))

            #expect(
                scenario.scenes == [.basic(.サーバはトークンのセッションを探す(token: token)), .last(.セッションがない場合_サーバは拒否する)])
            await expect(registry.lasting(), equals: [.fixture(1)])
        }
    }
}
