import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import CalearningPresentation
import Testing
import Usecases
import UsecasesTerminal
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

private func expectFailure(
    _ failure: PortFailure, after scenes: [String], with dependencies: Dependencies,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    try await ListSessions.expectFailure(
        failure, after: scenes, from: ListSessions.initial(token: .example), as: .application, with: dependencies,
        sourceLocation: sourceLocation)
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

    @Suite struct セッションを探せない場合 {
        @Test(arguments: PortFailure.whenChanged) func 失敗とそれまでのシーンを伝える(failure: PortFailure) async throws {
            let failing = FailingAccountRegistry(base: await .withExample(), operation: .session, failure: failure)

            try await expectFailure(failure, after: [finding], with: .fixture(accountRegistry: failing))
        }

        @Test func トークンを要約できなければ_失敗を伝える() async throws {
            try await expectFailure(
                .withoutLibrary, after: [finding],
                with: .fixture(credentialHasher: StubCredentialHasher(failingAt: .digest, with: .withoutLibrary)))
        }
    }

    @Suite struct セッションを集められない場合 {
        @Test(arguments: PortFailure.whenRead) func 失敗とそれまでのシーンを伝える(failure: PortFailure) async throws {
            let failing = FailingAccountRegistry(base: await .withExample(), operation: .sessions, failure: failure)

            try await expectFailure(failure, after: [finding, collecting], with: .fixture(accountRegistry: failing))
        }
    }
}
