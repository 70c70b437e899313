import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

private let finding = "サーバはトークンのセッションを探す"
private let counting = "サーバは試した回数を数えアカウントを探す"
private let comparing = "サーバはパスワードを照合する"
private let erasing = "サーバはアカウントに属するものをすべて消す"
private let lockedOut = EraseAccount.Goals.間違いが多すぎる場合_サーバは次に試せる時刻を返す(
    account: .example, until: .example + GuessRules.window)

private func erase(
    _ request: ConfirmedRequest = .example, with dependencies: Dependencies
) async throws -> Scenario<EraseAccount> {
    try await EraseAccount.interact(
        from: EraseAccount.initial(request: request), as: .application, with: dependencies)
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
            try await expectRefusal(.セッションがない場合_サーバは拒否する, after: [finding], [.digest]) {
                try await erase(.unknown, with: $0)
            }
        }

        @Test func パスワードが違えば_何も消さない() async throws {
            try await expectRefusal(
                .パスワードが違う場合_サーバは拒否する(account: .example), after: [finding, counting, comparing], [.digest, .compare]
            ) { try await erase(.wrong, with: $0) }
        }

        @Test func 間違いが多すぎれば_照合せずに次に試せる時刻を返す() async throws {
            try await expectRefusal(lockedOut, after: [finding, counting], [.digest], guesses: GuessRules.limit) {
                try await erase(with: $0)
            }
        }

        @Test func アカウントがなくなっていれば_照合しない() async throws {
            try await expectRefusal(
                .セッションがない場合_サーバは拒否する, after: [finding, counting], [.digest], losesAccount: true
            ) { try await erase(with: $0) }
        }
    }
}

@Suite struct `ユースケース【アカウントを消す】の約束` {
    @Test func 間違えられるのは限りまで() async throws {
        try await expectLimit(refusing: .パスワードが違う場合_サーバは拒否する(account: .example), until: lockedOut) {
            try await erase(.wrong, with: $0)
        } right: {
            try await erase(with: $0)
        }
    }
}
