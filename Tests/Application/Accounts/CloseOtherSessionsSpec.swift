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
private let counting = "サーバは試した回数を数えアカウントを探す"
private let comparing = "サーバはパスワードを照合する"
private let ending = "サーバはほかのセッションを終わらせる"

private func close(
    _ ended: EndedSessions = .others, _ request: ConfirmedRequest = .example, with dependencies: Dependencies
) async throws -> Scenario<CloseOtherSessions> {
    try await CloseOtherSessions.interact(
        from: CloseOtherSessions.initial(request: request, ended: ended), as: .application, with: dependencies)
}

@Suite(.behaviour) struct `ユースケース【ほかのセッションを終える】` {
    @Suite struct パスワードが合う場合 {
        private static let rest: [(EndedSessions, [UUIDv7])] = [
            (.one(.fixture(2)), [.fixture(1), .fixture(3)]), (.one(.fixture(1)), [.fixture(2), .fixture(3)]),
            (.others, [.fixture(1)]),
        ]

        @Test(arguments: rest, [1, 2])
        func サーバは頼まれたセッションだけを終わらせる(row: (EndedSessions, [UUIDv7]), strength: Int) async throws {
            let (ended, rest) = row
            let registry = await InMemoryAccountRegistry.crowded(hash: .stub(strength: strength))

            let scenario = try await close(ended, with: .fixture(accountRegistry: registry))

            #expect(scenario.goal == .サーバは終わったことを返す(account: .example))
            #expect(scenario.sentences == [finding, counting, comparing, ending, "サーバは終わったことを返す"])
            await expect(registry.lasting(), equals: rest)
            await expect(registry.lasting(of: .fixture(4)), equals: [.fixture(4)])
        }

        /// A user cannot end or discover the sessions of other accounts.
        @Test(arguments: [UUIDv7.fixture(4), .fixture(9)])
        func 終わらせるセッションがなければ_サーバは拒否しほかのアカウントのセッションも終わらせない(session: UUIDv7) async throws {
            let registry = await InMemoryAccountRegistry.crowded()

            let scenario = try await close(.one(session), with: .fixture(accountRegistry: registry))

            #expect(scenario.goal == .終わらせるセッションがない場合_サーバは拒否する)
            #expect(scenario.sentences == [finding, counting, comparing, ending, "終わらせるセッションがない場合_サーバは拒否する"])
            await registry.expectNoEnd()
        }
    }

    @Suite struct サーバが断る場合 {
        @Test(arguments: [EndedSessions.one(.fixture(2)), .others])
        func トークンのセッションがなければ_何も調べない(ended: EndedSessions) async throws {
            let registry = await InMemoryAccountRegistry.crowded()
            let hasher = StubCredentialHasher()
            let request = ConfirmedRequest(password: .example, token: .fixture(9), network: "192.0.2.1")

            let scenario = try await close(
                ended, request, with: .fixture(accountRegistry: registry, credentialHasher: hasher))

            #expect(scenario.goal == .セッションがない場合_サーバは拒否する)
            #expect(scenario.sentences == [finding, "セッションがない場合_サーバは拒否する"])
            #expect(hasher.calls == [.digest])
            await registry.expectNoEnd()
        }

        @Test(arguments: [EndedSessions.one(.fixture(2)), .others])
        func パスワードが違えば_何も終わらせない(ended: EndedSessions) async throws {
            let registry = await InMemoryAccountRegistry.crowded()

            let scenario = try await close(ended, .wrong, with: .fixture(accountRegistry: registry))

            #expect(scenario.goal == .パスワードが違う場合_サーバは拒否する(account: .example))
            #expect(scenario.sentences == [finding, counting, comparing, "パスワードが違う場合_サーバは拒否する"])
            await registry.expectNoEnd()
        }

        @Test func 間違いが多すぎれば_照合せずに次に試せる時刻を返す() async throws {
            let registry = await InMemoryAccountRegistry.crowded()
            for _ in 0..<GuessRules.limit { _ = await registry.admit(.confirmed, at: .example) }
            let hasher = StubCredentialHasher()

            let scenario = try await close(with: .fixture(accountRegistry: registry, credentialHasher: hasher))

            #expect(
                scenario.goal
                    == .間違いが多すぎる場合_サーバは次に試せる時刻を返す(account: .example, until: .example + GuessRules.window))
            #expect(scenario.sentences == [finding, counting, "間違いが多すぎる場合_サーバは次に試せる時刻を返す"])
            #expect(hasher.calls == [.digest])
            await registry.expectNoEnd()
        }

        @Test func アカウントがなくなっていれば_照合しない() async throws {
            let hasher = StubCredentialHasher()
            let registry = ForgetfulAccountRegistry(base: await .crowded())

            let scenario = try await close(with: .fixture(accountRegistry: registry, credentialHasher: hasher))

            #expect(scenario.goal == .セッションがない場合_サーバは拒否する)
            #expect(scenario.sentences == [finding, counting, "セッションがない場合_サーバは拒否する"])
            #expect(hasher.calls == [.digest])
        }
    }
}

@Suite struct `ユースケース【ほかのセッションを終える】の約束` {
    /// The requested state is already reached.
    @Test func 別の要求が先にすべて終わらせていても_終わったことになる() async throws {
        let registry = await InMemoryAccountRegistry.crowded()

        let scenario = try await close(
            with: .fixture(accountRegistry: registry).before("AccountRegistry.end") {
                for number in UInt64(1)...3 {
                    _ = await registry.end(.one(.fixture(number)), of: Account.example.id, at: .example)
                }
            })

        #expect(scenario.goal == .サーバは終わったことを返す(account: .example))
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

    /// Only a wrong password counts.
    @Test func 間違えられるのは限りまでで_合うパスワードは数えない() async throws {
        let registry = await InMemoryAccountRegistry.crowded()
        let dependencies = Dependencies.fixture(accountRegistry: registry)

        for _ in 0..<GuessRules.limit { _ = try await close(.one(.fixture(9)), with: dependencies) }
        for _ in 0..<GuessRules.limit {
            try await expect(
                close(.others, .wrong, with: dependencies).goal, equals: .パスワードが違う場合_サーバは拒否する(account: .example))
        }
        let scenario = try await close(with: dependencies)

        #expect(
            scenario.goal == .間違いが多すぎる場合_サーバは次に試せる時刻を返す(account: .example, until: .example + GuessRules.window))
        await registry.expectNoEnd()
    }
}

extension InMemoryAccountRegistry {
    /// Expects that all sessions are still there.
    fileprivate func expectNoEnd(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(lasting() == [.fixture(1), .fixture(2), .fixture(3)], sourceLocation: sourceLocation)
        #expect(lasting(of: .fixture(4)) == [.fixture(4)], sourceLocation: sourceLocation)
    }
}
