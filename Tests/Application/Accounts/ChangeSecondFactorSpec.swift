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
private let lockedOut = ChangeSecondFactor.Goals.間違いが多すぎる場合_サーバは次に試せる時刻を返す(
    account: .example, until: .example + GuessRules.window)

private func change(
    _ wish: SecondFactorWish, _ request: ConfirmedRequest = .example, with dependencies: Dependencies
) async throws -> Scenario<ChangeSecondFactor> {
    try await ChangeSecondFactor.interact(
        from: ChangeSecondFactor.initial(request: request, wish: wish), as: .application, with: dependencies)
}

extension SecondFactorWish {
    /// The scene that makes the change.
    fileprivate var scene: String {
        switch self {
        case .setUp: "サーバは鍵を作って記録する"
        case .off: "やめる場合_サーバは二つ目の要素を外す"
        case .backupCodes: "予備のコードの場合_サーバは作り直す"
        }
    }

    /// Returns a registry with which the change is possible, and a request for it.
    fileprivate func surroundings() async -> (InMemoryAccountRegistry, ConfirmedRequest) {
        self == .setUp ? (await .crowded(), .example) : (await .secured(), .proved(by: .example))
    }
}

@Suite(.behaviour) struct `ユースケース【二つ目の要素の変更を記録する】` {
    @Suite struct パスワードが合う場合 {
        /// A second key replaces the first one, which was not confirmed.
        @Test func サーバは鍵を作って記録するが_まだ使わない() async throws {
            let registry = await InMemoryAccountRegistry.crowded()
            let dependencies = Dependencies.fixture(accountRegistry: registry)
            var keys: Set<SealedSecret> = []
            for _ in 1...2 {
                let scenario = try await change(.setUp, with: dependencies)

                guard case .サーバは確かめられる前の鍵を返す(let offer) = scenario.goal else {
                    return #expect(scenario.goal.name == "サーバは確かめられる前の鍵を返す")
                }
                #expect(
                    scenario.sentences == [
                        finding, counting, comparing, SecondFactorWish.setUp.scene, scenario.goal.name,
                    ])
                let key = try PlainVault().seal(offer.key, of: Account.example.id)
                #expect(offer.account == .example)
                #expect(offer.confirmableUntil == .example + .seconds(600))
                await expect(
                    registry.account(named: .example)?.secondFactor,
                    equals: StoredSecondFactor(key: key, confirmableUntil: offer.confirmableUntil))
                keys.insert(key)
            }
            #expect(keys.count == 2)
        }

        @Test func やめるなら_サーバは二つ目の要素を外す() async throws {
            let registry = await InMemoryAccountRegistry.secured()

            let scenario = try await change(.off, .proved(by: .example), with: .fixture(accountRegistry: registry))

            #expect(scenario.goal == .サーバは外したことを返す(account: .example))
            #expect(scenario.sentences == [finding, counting, comparing, SecondFactorWish.off.scene, "サーバは外したことを返す"])
            await expect(registry.account(named: .example)?.secondFactor, equals: nil)
        }

        @Test func 予備のコードなら_サーバは10個を作り直す() async throws {
            let registry = await InMemoryAccountRegistry.secured()

            let scenario = try await change(
                .backupCodes, .proved(by: .example), with: .fixture(accountRegistry: registry))

            guard case .サーバは新しい予備のコードを返す(.example, let codes) = scenario.goal else {
                return #expect(scenario.goal.name == "サーバは新しい予備のコードを返す")
            }
            #expect(
                scenario.sentences == [
                    finding, counting, comparing, SecondFactorWish.backupCodes.scene, scenario.goal.name,
                ])
            #expect(Set(codes).count == 10)
            let factor = await registry.account(named: .example)?.secondFactor
            #expect(factor?.backups == codes.map { .stub($0.secret) })
            #expect(factor?.lastStep == TimeCodeRules.step(at: .example))
        }

        @Test func すでに使っていれば_鍵を作らない() async throws {
            let scenario = try await change(
                .setUp, .proved(by: .example), with: .fixture(accountRegistry: await InMemoryAccountRegistry.secured()))

            #expect(scenario.goal == .すでに使っている場合_サーバは拒否する(account: .example))
            #expect(scenario.sentences == [finding, counting, comparing, scenario.goal.name])
        }

        @Test(arguments: [SecondFactorWish.off, .backupCodes]) func 使っていなければ_何も変えない(wish: SecondFactorWish) async throws
        {
            let scenario = try await change(
                wish, with: .fixture(accountRegistry: await InMemoryAccountRegistry.crowded()))

            #expect(scenario.goal == .使っていない場合_サーバは拒否する(account: .example))
            #expect(scenario.sentences == [finding, counting, comparing, scenario.goal.name])
        }

        @Test func サーバが鍵を持たなければ_できないと返す() async throws {
            let registry = await InMemoryAccountRegistry.crowded()

            let scenario = try await change(
                .setUp,
                with: .fixture(accountRegistry: registry) { $0.credentialVault.adapter = SealingVault(key: nil) })

            #expect(scenario.goal == .鍵を持たない場合_サーバは拒否する)
            #expect(
                scenario.sentences == [finding, counting, comparing, SecondFactorWish.setUp.scene, scenario.goal.name])
            await expect(registry.account(named: .example)?.secondFactor, equals: nil)
        }

        @Test(arguments: SecondFactorWish.allCases, Overtaking.allCases)
        func 別の変更が先だったなら_サーバは何も変えない(wish: SecondFactorWish, other: Overtaking) async throws {
            let (registry, request) = await wish.surroundings()
            // The code is used up by another change of the same port.
            let scene = "サーバはパスワードを照合する"

            let scenario = try await change(
                wish, request,
                with: .fixture(accountRegistry: OvertakenRegistry(base: registry, other: other)))

            #expect(scenario.goal == .ほかの変更が先だった場合_サーバは拒否する)
            #expect(scenario.sentences == [finding, counting, scene, wish.scene, "ほかの変更が先だった場合_サーバは拒否する"])
            await expect(registry.lasting(), equals: other.rest)
        }
    }

    @Suite struct サーバが断る場合 {
        @Test(arguments: [SecondFactorWish.off, .backupCodes]) func 二つ目の要素があれば_コードが要る(wish: SecondFactorWish)
            async throws
        {
            try await expectCodes(
                needed: .コードが要る場合_サーバは求める(account: .example), wrong: .コードが違う場合_サーバは拒否する(account: .example),
                later: lockedOut, after: [finding, counting, comparing]
            ) { try await change(wish, .proved(by: $0), with: $1) }
        }

        @Test(arguments: SecondFactorWish.allCases) func トークンのセッションがなければ_何も調べない(wish: SecondFactorWish) async throws {
            try await expectRefusal(.セッションがない場合_サーバは拒否する, after: [finding], [.digest]) {
                try await change(wish, .unknown, with: $0)
            }
        }

        @Test(arguments: SecondFactorWish.allCases) func パスワードが違えば_何も変えない(wish: SecondFactorWish) async throws {
            try await expectRefusal(
                .パスワードが違う場合_サーバは拒否する(account: .example), after: [finding, counting, comparing], [.digest, .compare]
            ) { try await change(wish, .wrong, with: $0) }
        }

        @Test func 間違いが多すぎれば_照合せずに次に試せる時刻を返す() async throws {
            try await expectRefusal(lockedOut, after: [finding, counting], [.digest], guesses: GuessRules.limit) {
                try await change(.setUp, with: $0)
            }
        }

        @Test func アカウントがなくなっていれば_照合しない() async throws {
            try await expectRefusal(
                .セッションがない場合_サーバは拒否する, after: [finding, counting], [.digest], losesAccount: true
            ) { try await change(.setUp, with: $0) }
        }
    }
}

/// A registry in which another change comes first, unless a code is used up.
private struct OvertakenRegistry: ForwardingAccountRegistry {
    let base: InMemoryAccountRegistry
    let other: Overtaking

    func change(
        _ change: SecondFactorChange, of account: StoredAccount, by session: UUIDv7?, forgetting guess: Guess?,
        at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool {
        if !change.isSpending { await other.change(base) }
        return await base.change(change, of: account, by: session, forgetting: guess, at: now)
    }
}
