import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

private let finding = "サーバはトークンのセッションを探す"
private let ending = "サーバはセッションを終わらせる"

private func close(
    by token: SessionToken = .example, with dependencies: Dependencies
) async throws -> Scenario<CloseSession> {
    try await CloseSession.interact(
        from: CloseSession.initial(token: token), as: .application, with: dependencies)
}

@Suite(.behaviour) struct `ユースケース【セッションを終える】` {
    @Test func セッションがあれば_サーバはそれだけを終わらせる() async throws {
        let registry = await InMemoryAccountRegistry.crowded()

        let scenario = try await close(with: .fixture(accountRegistry: registry))

        #expect(scenario.goal == .サーバは終わったことを返す(account: .example))
        #expect(scenario.sentences == [finding, ending, "サーバは終わったことを返す"])
        await expect(registry.lasting(), equals: [.fixture(2), .fixture(3)])
        await expect(registry.lasting(of: .fixture(4)), equals: [.fixture(4)])
    }

    @Test func セッションがなければ_サーバは拒否し何も終わらせない() async throws {
        let registry = await InMemoryAccountRegistry.crowded()

        let scenario = try await close(by: .fixture(9), with: .fixture(accountRegistry: registry))

        #expect(scenario.goal == .セッションがない場合_サーバは拒否する)
        #expect(scenario.sentences == [finding, "セッションがない場合_サーバは拒否する"])
        await expect(registry.lasting().count, equals: 3)
    }
}

@Suite struct `ユースケース【セッションを終える】の約束` {
    /// The requested state is already reached.
    @Test func 別の要求が先に終わらせていても_終わったことになる() async throws {
        let registry = await InMemoryAccountRegistry.crowded()

        let scenario = try await close(
            with: .fixture(accountRegistry: registry).before("AccountRegistry.end") {
                _ = await registry.end(.one(.fixture(1)), of: Account.example.id, at: .example)
            })

        #expect(scenario.goal == .サーバは終わったことを返す(account: .example))
    }
}
