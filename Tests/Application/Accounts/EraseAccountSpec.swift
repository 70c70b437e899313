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
private let erasing = "サーバはアカウントに属するものをすべて消す"

private func erase(
    _ request: ConfirmedRequest = .example, with dependencies: Dependencies
) async throws -> Scenario<EraseAccount> {
    try await EraseAccount.interact(
        from: EraseAccount.initial(request: request), as: .application, with: dependencies)
}

extension InMemoryAccountRegistry {
    /// Expects that the account and its sessions are still there.
    fileprivate func expectNoChange(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(account(named: .example)?.passwordHash == .stub(), sourceLocation: sourceLocation)
        #expect(lasting() == [.fixture(1), .fixture(2), .fixture(3)], sourceLocation: sourceLocation)
        #expect(lasting(of: .fixture(4)) == [.fixture(4)], sourceLocation: sourceLocation)
    }
}

@Suite(.behaviour) struct `ユースケース【アカウントを消す】` {
    @Suite struct パスワードが合う場合 {
        @Test(arguments: [1, 2]) func サーバはアカウントに属するものだけをすべて消す(strength: Int) async throws {
            let registry = await InMemoryAccountRegistry.crowded(hash: .stub(strength: strength))
            let hasher = StubCredentialHasher()

            let scenario = try await erase(with: .fixture(accountRegistry: registry, credentialHasher: hasher))

            #expect(scenario.goal == .サーバは消したことを返す(account: .example))
            #expect(scenario.sentences == [finding, counting, comparing, erasing, "サーバは消したことを返す"])
            await expect(registry.account(named: .example), equals: nil)
            await expect(registry.lasting(), equals: [])
            await expect(registry.session(under: .stub(.fixture(2)), at: .example), equals: nil)
            await expect(registry.account(named: .fixture(4)), equals: .fixture(4))
            await expect(registry.lasting(of: .fixture(4)), equals: [.fixture(4)])
            #expect(hasher.calls == [.digest, .compare])
        }

        @Test(arguments: Overtaking.allCases) func 別の変更が先だったなら_サーバは拒否し何も消さない(other: Overtaking) async throws {
            let registry = await InMemoryAccountRegistry.crowded()

            let scenario = try await erase(
                with: .fixture(accountRegistry: registry).before("AccountRegistry.erase") {
                    await other.change(registry)
                })

            #expect(scenario.goal == .ほかの変更が先だった場合_サーバは拒否する)
            #expect(scenario.sentences == [finding, counting, comparing, erasing, "ほかの変更が先だった場合_サーバは拒否する"])
            await expect(registry.account(named: .example)?.passwordHash, equals: other.hash)
            await expect(registry.lasting(), equals: other.rest)
        }
    }

    @Suite struct サーバが断る場合 {
        @Test func トークンのセッションがなければ_何も調べない() async throws {
            let registry = await InMemoryAccountRegistry.crowded()
            let hasher = StubCredentialHasher()
            let request = ConfirmedRequest(password: .example, token: .fixture(9), network: "192.0.2.1")

            let scenario = try await erase(
                request, with: .fixture(accountRegistry: registry, credentialHasher: hasher))

            #expect(scenario.goal == .セッションがない場合_サーバは拒否する)
            #expect(scenario.sentences == [finding, "セッションがない場合_サーバは拒否する"])
            #expect(hasher.calls == [.digest])
            await registry.expectNoChange()
        }

        @Test func パスワードが違えば_何も消さない() async throws {
            let registry = await InMemoryAccountRegistry.crowded()

            let scenario = try await erase(.wrong, with: .fixture(accountRegistry: registry))

            #expect(scenario.goal == .パスワードが違う場合_サーバは拒否する(account: .example))
            #expect(scenario.sentences == [finding, counting, comparing, "パスワードが違う場合_サーバは拒否する"])
            await registry.expectNoChange()
        }

        @Test func 間違いが多すぎれば_照合せずに次に試せる時刻を返す() async throws {
            let registry = await InMemoryAccountRegistry.crowded()
            for _ in 0..<GuessRules.limit { _ = await registry.admit(.confirmed, at: .example) }
            let hasher = StubCredentialHasher()

            let scenario = try await erase(with: .fixture(accountRegistry: registry, credentialHasher: hasher))

            #expect(scenario.goal == .間違いが多すぎる場合_サーバは次に試せる時刻を返す(account: .example, until: .example + GuessRules.window))
            #expect(scenario.sentences == [finding, counting, "間違いが多すぎる場合_サーバは次に試せる時刻を返す"])
            #expect(hasher.calls == [.digest])
            await registry.expectNoChange()
        }

        @Test func アカウントがなくなっていれば_照合しない() async throws {
            let hasher = StubCredentialHasher()
            let registry = ForgetfulAccountRegistry(base: await .crowded())

            let scenario = try await erase(with: .fixture(accountRegistry: registry, credentialHasher: hasher))

            #expect(scenario.goal == .セッションがない場合_サーバは拒否する)
            #expect(scenario.sentences == [finding, counting, "セッションがない場合_サーバは拒否する"])
            #expect(hasher.calls == [.digest])
        }
    }
}

@Suite struct `ユースケース【アカウントを消す】の約束` {
    @Test func 間違えられるのは限りまで() async throws {
        let hasher = StubCredentialHasher()
        let dependencies = Dependencies.fixture(
            accountRegistry: await InMemoryAccountRegistry.crowded(), credentialHasher: hasher)

        for _ in 0..<GuessRules.limit {
            try await expect(erase(.wrong, with: dependencies).goal, equals: .パスワードが違う場合_サーバは拒否する(account: .example))
        }
        let scenario = try await erase(with: dependencies)

        #expect(scenario.goal == .間違いが多すぎる場合_サーバは次に試せる時刻を返す(account: .example, until: .example + GuessRules.window))
        #expect(hasher.calls.count { $0 == .compare } == GuessRules.limit)
    }

    /// The name is free again, for anyone. Nothing of the former account is found under it.
    @Test func 同じ名前で作ったアカウントは別のもの() async throws {
        let registry = await InMemoryAccountRegistry.crowded()
        for _ in 1..<GuessRules.limit {
            _ = try await erase(.wrong, with: .fixture(accountRegistry: registry))
        }
        _ = try await erase(with: .fixture(accountRegistry: registry))

        let next = StoredAccount.fixture(7, name: .example)
        let record = await registry.record(next, under: .example, beginning: .fixture(7, of: .fixture(7)))

        #expect(record == .recorded)
        await expect(registry.lasting(of: .fixture(7)), equals: [.fixture(7)])
        for _ in 0..<GuessRules.limit { await expect(registry.admit(.confirmed, at: .example).until, equals: nil) }
    }
}
