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
private let ending = "サーバはセッションを終わらせる"

private func close(
    _ target: CloseSession.Target, by token: SessionToken = .example, with dependencies: Dependencies
) async throws -> Scenario<CloseSession> {
    try await CloseSession.interact(
        from: CloseSession.initial(token: token, target: target), as: .application, with: dependencies)
}

extension InMemoryAccountRegistry {
    /// A registry with the sessions 1 (with the example token), 2 and 3 of the example account, and session 4 of
    /// another account.
    fileprivate static func crowded() async -> InMemoryAccountRegistry {
        let registry = await withExample()
        await registry.log(in: 2)
        await registry.log(in: 3)
        await registry.add(.fixture(4), session: 4, token: .fixture(4))
        return registry
    }
}

extension CloseSession.Target {
    fileprivate static let all = [own, one(.fixture(2)), others]
}

@Suite(.behaviour) struct `ユースケース【セッションを終える】` {
    @Suite struct セッションがある場合 {
        private static let rest: [(CloseSession.Target, [UUIDv7])] = [
            (.own, [.fixture(2), .fixture(3)]), (.one(.fixture(2)), [.fixture(1), .fixture(3)]),
            (.one(.fixture(1)), [.fixture(2), .fixture(3)]), (.others, [.fixture(1)]),
        ]

        @Test(arguments: rest)
        func サーバは頼まれたセッションだけを終わらせる(target: CloseSession.Target, rest: [UUIDv7]) async throws {
            let registry = await InMemoryAccountRegistry.crowded()

            let scenario = try await close(target, with: .fixture(accountRegistry: registry))

            #expect(scenario.goal == .サーバは終わったことを返す)
            #expect(scenario.sentences == [finding, ending, "サーバは終わったことを返す"])
            await expect(registry.lasting(), equals: rest)
            await expect(registry.lasting(of: .fixture(4)), equals: [.fixture(4)])
        }
    }

    @Suite struct 終わらせるセッションがない場合 {
        /// A user cannot end or discover the sessions of other accounts.
        @Test(arguments: [UUIDv7.fixture(4), .fixture(9)])
        func サーバは拒否し_ほかのアカウントのセッションも終わらせない(session: UUIDv7) async throws {
            let registry = await InMemoryAccountRegistry.crowded()

            let scenario = try await close(.one(session), with: .fixture(accountRegistry: registry))

            #expect(scenario.goal == .終わらせるセッションがない場合_サーバは拒否する)
            #expect(scenario.sentences == [finding, ending, "終わらせるセッションがない場合_サーバは拒否する"])
            await expect(registry.lasting(), equals: [.fixture(1), .fixture(2), .fixture(3)])
            await expect(registry.lasting(of: .fixture(4)), equals: [.fixture(4)])
        }
    }

    @Suite struct トークンのセッションがない場合 {
        @Test(arguments: CloseSession.Target.all) func サーバは拒否し_何も終わらせない(target: CloseSession.Target) async throws {
            let registry = await InMemoryAccountRegistry.crowded()

            let scenario = try await close(target, by: .fixture(9), with: .fixture(accountRegistry: registry))

            #expect(scenario.goal == .セッションがない場合_サーバは拒否する)
            #expect(scenario.sentences == [finding, "セッションがない場合_サーバは拒否する"])
            await expect(registry.lasting().count, equals: 3)
        }
    }
}

@Suite struct `ユースケース【セッションを終える】の約束` {
    /// The requested state is already reached.
    @Test(arguments: [CloseSession.Target.own, .others]) func 別の要求が先に終わらせていても_終わったことになる(
        target: CloseSession.Target
    ) async throws {
        let registry = await InMemoryAccountRegistry.crowded()

        let scenario = try await close(
            target,
            with: .fixture(accountRegistry: registry).before("AccountRegistry.end") {
                for number in UInt64(1)...3 {
                    _ = await registry.end(.one(.fixture(number)), of: Account.example.id, at: .example)
                }
            })

        #expect(scenario.goal == .サーバは終わったことを返す)
    }

    @Test func 別の要求が先にその一つを終わらせていれば_ないことになる() async throws {
        let registry = await InMemoryAccountRegistry.crowded()

        let scenario = try await close(
            .one(.fixture(2)),
            with: .fixture(accountRegistry: registry).before("AccountRegistry.end") {
                _ = await registry.end(.one(.fixture(2)), of: Account.example.id, at: .example)
            })

        #expect(scenario.goal == .終わらせるセッションがない場合_サーバは拒否する)
    }

    @Test func 終えたトークンではもう何もできない() async throws {
        let dependencies = Dependencies.fixture(accountRegistry: await InMemoryAccountRegistry.crowded())
        _ = try await close(.own, with: dependencies)

        for target in CloseSession.Target.all {
            try await expect(close(target, with: dependencies).goal, equals: .セッションがない場合_サーバは拒否する)
        }
    }
}
