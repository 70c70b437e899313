import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesRuns
import UsecasesTesting

@testable import CalearningTestSupport

private let finding = "サーバはトークンのセッションを探す"
private let counting = "サーバは試した回数を数えアカウントを探す"
private let comparing = "サーバはパスワードを照合する"
private let erasing = "サーバはアカウントに属するものをすべて消す"
private let lockedOut = EraseAccount.Goals.間違いが多すぎる場合_サーバは次に試せる時刻を返す(
    account: .example, until: .example + GuessRules.window)

private let collecting = "データを頼まれた場合_サーバはアカウントに属するものを集める"
private let queueing = "猶予がある場合_サーバは猶予のあとに消す実行を待ち行列に入れる"
private let locking = "猶予がある場合_サーバはアカウントを止めてセッションを終わらせる"
private let grace = Duration.seconds(604_800)

private func erase(
    _ request: ConfirmedRequest = .example, _ terms: DeletionTerms = DeletionTerms(), with dependencies: Dependencies
) async throws -> Scenario<EraseAccount> {
    try await EraseAccount.interact(
        from: EraseAccount.initial(request: request, terms: terms), as: .application, with: dependencies)
}

@Suite(.behaviour) struct `ユースケース【アカウントを消す】` {
    @Test func 二つ目の要素があれば_コードが要る() async throws {
        try await expectCodes(
            needed: .コードが要る場合_サーバは求める(account: .example), wrong: .コードが違う場合_サーバは拒否する(account: .example),
            later: lockedOut,
            after: [finding, counting, comparing]
        ) { try await erase(.proved(by: $0), with: $1) }
    }

    @Suite struct パスワードが合う場合 {
        @Test(arguments: [1, 2]) func サーバはアカウントに属するものだけをすべて消す(strength: Int) async throws {
            let registry = await InMemoryAccountRegistry.crowded(hash: .stub(strength: strength))
            let hasher = StubCredentialHasher()

            let scenario = try await erase(with: .fixture(accountRegistry: registry, credentialHasher: hasher))

            #expect(scenario.goal == .サーバは消したことを返す(account: .example, export: nil))
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

    @Suite struct 猶予がある場合 {
        private let clock = ManualClock()
        private let queue: InMemoryRunQueue

        init() { queue = InMemoryRunQueue(clock: clock) }

        private func dependencies(_ registry: any AccountRegistry) -> Dependencies {
            var dependencies = Dependencies.fixture(accountRegistry: registry)
            dependencies.durableRuns.adapter = queue
            return dependencies
        }

        @Test(arguments: [false, true]) func サーバはアカウントを止め_消す実行を待ち行列に入れる(withExport: Bool) async throws {
            let registry = await InMemoryAccountRegistry.crowded()

            let scenario = try await erase(
                .example, DeletionTerms(withExport: withExport, grace: grace), with: dependencies(registry))

            guard case .サーバは消す時刻を返す(let deletion, let export) = scenario.goal else {
                return #expect(scenario.goal.name == "サーバは消す時刻を返す")
            }
            let collected = withExport ? [collecting] : []
            #expect(
                scenario.sentences == [finding, counting, comparing] + collected + [queueing, locking, "サーバは消す時刻を返す"])
            #expect(deletion.at == .example + grace)
            #expect(export?.sessions.count == (withExport ? 3 : nil))
            await expect(registry.account(named: .example)?.deletionAt, equals: deletion.at)
            await expect(registry.lasting(), equals: [])
            await expect(registry.lasting(of: .fixture(4)), equals: [.fixture(4)])
            let run = await queue.run(deletion.run)
            #expect(run?.usecase == EraseAccountLater.name)
        }

        @Test(arguments: Overtaking.allCases) func 別の変更が先だったなら_サーバは拒否し何も止めない(other: Overtaking) async throws {
            let registry = await InMemoryAccountRegistry.crowded()

            let scenario = try await erase(
                .example, DeletionTerms(grace: grace),
                with: dependencies(registry).before("AccountRegistry.schedule") { await other.change(registry) })

            #expect(scenario.goal == .ほかの変更が先だった場合_サーバは拒否する)
            #expect(scenario.sentences == [finding, counting, comparing, queueing, locking, "ほかの変更が先だった場合_サーバは拒否する"])
            await expect(registry.account(named: .example)?.deletionAt, equals: nil)
        }
    }

    @Suite struct データを頼まれた場合 {
        @Test func サーバは集めてから消す() async throws {
            let registry = await InMemoryAccountRegistry.crowded()

            let scenario = try await erase(
                .example, DeletionTerms(withExport: true), with: .fixture(accountRegistry: registry))

            guard case .サーバは消したことを返す(_, let export) = scenario.goal else {
                return #expect(scenario.goal.name == "サーバは消したことを返す")
            }
            #expect(scenario.sentences == [finding, counting, comparing, collecting, erasing, "サーバは消したことを返す"])
            #expect(export?.sessions.count == 3)
            await expect(registry.account(named: .example), equals: nil)
        }

        @Test func 別の変更が先だったなら_サーバは拒否する() async throws {
            let registry = await InMemoryAccountRegistry.crowded()

            let scenario = try await erase(
                .example, DeletionTerms(withExport: true),
                with: .fixture(accountRegistry: registry).before("AccountRegistry.erase") {
                    await registry.changePassword()
                })

            #expect(scenario.sentences == [finding, counting, comparing, collecting, erasing, "ほかの変更が先だった場合_サーバは拒否する"])
        }

        @Test func 猶予がありほかの変更が先だったなら_サーバは拒否する() async throws {
            let registry = await InMemoryAccountRegistry.crowded()
            var dependencies = Dependencies.fixture(accountRegistry: registry)
            dependencies.durableRuns.adapter = InMemoryRunQueue(clock: ManualClock())

            let scenario = try await erase(
                .example, DeletionTerms(withExport: true, grace: grace),
                with: dependencies.before("AccountRegistry.schedule") { await registry.changePassword() })

            #expect(
                scenario.sentences == [
                    finding, counting, comparing, collecting, queueing, locking, "ほかの変更が先だった場合_サーバは拒否する",
                ])
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
    @Test func 正しいコードなら消す() async throws {
        // The erased account has no second factor.
        try await expectRightCodes(
            { try await erase(.proved(by: $0), with: $1) },
            isReached: { $0 == .サーバは消したことを返す(account: .example, export: nil) })
    }

    @Test func 間違えられるのは限りまで() async throws {
        try await expectLimit(refusing: .パスワードが違う場合_サーバは拒否する(account: .example), until: lockedOut) {
            try await erase(.wrong, with: $0)
        } right: {
            try await erase(with: $0)
        }
    }
}
