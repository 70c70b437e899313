import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

private let finding = "サーバはトークンのセッションを探す"
private let recording = "サーバは端末の名前を記録する"
private let refusing = "セッションがない場合_サーバは拒否する"

private func name(
    by token: SessionToken = .example, with dependencies: Dependencies
) async throws -> Scenario<SetDeviceName> {
    try await SetDeviceName.interact(
        from: SetDeviceName.initial(name: .example, token: token), as: .application, with: dependencies)
}

private func names(_ registry: InMemoryAccountRegistry) async -> [DeviceName?] {
    await registry.sessions(of: Account.example.id, at: .example).map(\.device)
}

@Suite(.behaviour) struct `ユースケース【端末の名前を記録する】` {
    @Suite struct セッションがある場合 {
        @Test func サーバはその端末の名前だけを記録する() async throws {
            let registry = await InMemoryAccountRegistry.crowded()

            let scenario = try await name(by: .fixture(2), with: .fixture(accountRegistry: registry))

            #expect(scenario.sentences == [finding, recording, "サーバは名前が変わったことを返す"])
            #expect(scenario.goal == .サーバは名前が変わったことを返す(account: .example))
            await expect(names(registry), equals: [nil, .example, nil])
        }
    }

    @Suite struct セッションがない場合 {
        @Test func サーバは拒否する() async throws {
            let registry = await InMemoryAccountRegistry.withExample()

            let scenario = try await name(by: .fixture(), with: .fixture(accountRegistry: registry))

            #expect(scenario.goal == .セッションがない場合_サーバは拒否する)
            #expect(scenario.sentences == [finding, refusing])
            await expect(names(registry), equals: [nil])
        }
    }

    @Suite struct その間にセッションが終わった場合 {
        @Test func サーバは拒否する() async throws {
            let registry = await InMemoryAccountRegistry.withExample()
            let dependencies = Dependencies.fixture(accountRegistry: registry).after("AccountRegistry.session") {
                _ = await registry.end(.one(.fixture(1)), of: Account.example.id, at: .example)
            }

            let scenario = try await name(with: dependencies)

            #expect(scenario.goal == .セッションがない場合_サーバは拒否する)
            #expect(scenario.sentences == [finding, recording, refusing])
        }
    }
}
