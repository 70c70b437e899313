import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

private let finding = "サーバはトークンのセッションを探す"
private let looking = "サーバは確かめられる鍵を探す"
private let comparing = "サーバはコードを照合し二つ目の要素を記録する"

private func confirm(
    _ code: SecondCode = .example, _ token: SessionToken = .example, with dependencies: Dependencies
) async throws -> Scenario<ConfirmSecondFactor> {
    try await ConfirmSecondFactor.interact(
        from: ConfirmSecondFactor.initial(code: code, token: token), as: .application, with: dependencies)
}

/// Returns a registry with a key that can be confirmed until this time.
private func begun(until end: Timestamp = .example + SecondFactorRules.setUpTime) async -> InMemoryAccountRegistry {
    let registry = await InMemoryAccountRegistry.crowded()
    await registry.make(.begin(.example, until: end), of: StoredAccount(account: .example, passwordHash: .stub()))
    return registry
}

@Suite(.behaviour) struct `ユースケース【二つ目の要素を確かめる】` {
    @Test func コードが合えば_サーバは二つ目の要素を記録し予備のコードを返す() async throws {
        let registry = await begun()

        let scenario = try await confirm(with: .fixture(accountRegistry: registry))

        guard case .サーバは予備のコードを返す(.example, let codes) = scenario.goal else {
            return #expect(scenario.goal.name == "サーバは予備のコードを返す")
        }
        #expect(scenario.sentences == [finding, looking, comparing, "サーバは予備のコードを返す"])
        #expect(Set(codes).count == 10)
        await expect(
            registry.account(named: .example)?.secondFactor,
            equals: StoredSecondFactor(
                key: .example, lastStep: TimeCodeRules.step(at: .example), backups: codes.map { .stub($0.secret) }))
    }

    @Test(arguments: SecondCode.wrong + [.backup(.example)]) func コードが違えば_サーバは何も記録しない(code: SecondCode) async throws {
        let registry = await begun()

        let scenario = try await confirm(code, with: .fixture(accountRegistry: registry))

        #expect(scenario.goal == .コードが違う場合_サーバは拒否する(account: .example))
        #expect(scenario.sentences == [finding, looking, comparing, "コードが違う場合_サーバは拒否する"])
        await expect(registry.account(named: .example)?.secondFactor?.isOn, equals: false)
    }

    @Test(arguments: ["none", "over", "on"]) func 確かめる鍵がなければ_サーバは拒否する(reason: String) async throws {
        let registry: InMemoryAccountRegistry =
            switch reason {
            case "none": await .crowded()
            case "over": await begun(until: .example)
            default: await .secured()
            }
        let before = await registry.account(named: .example)

        let scenario = try await confirm(with: .fixture(accountRegistry: registry))

        #expect(scenario.goal == .確かめる鍵がない場合_サーバは拒否する(account: .example))
        #expect(scenario.sentences == [finding, looking, "確かめる鍵がない場合_サーバは拒否する"])
        await expect(registry.account(named: .example), equals: before)
    }

    @Test func トークンのセッションがなければ_何も調べない() async throws {
        let scenario = try await confirm(.example, .fixture(9), with: .fixture(accountRegistry: await begun()))

        #expect(scenario.goal == .セッションがない場合_サーバは拒否する)
        #expect(scenario.sentences == [finding, "セッションがない場合_サーバは拒否する"])
    }

    @Test func 間違いが多すぎれば_照合せずに次に試せる時刻を返す() async throws {
        let registry = await begun()
        for _ in 0..<GuessRules.limit { _ = await registry.admit(SecondFactorRules.guess(of: .example), at: .example) }

        let scenario = try await confirm(with: .fixture(accountRegistry: registry))

        #expect(
            scenario.goal == .間違いが多すぎる場合_サーバは次に試せる時刻を返す(account: .example, until: .example + GuessRules.window))
        #expect(scenario.sentences == [finding, looking, comparing, "間違いが多すぎる場合_サーバは次に試せる時刻を返す"])
        await expect(registry.account(named: .example)?.secondFactor?.isOn, equals: false)
    }
}

@Suite struct `ユースケース【二つ目の要素を確かめる】の約束` {
    /// The code under a key is not a code under the key that has replaced it.
    @Test func 別の鍵に替わっていれば_使い始めない() async throws {
        let registry = await begun()
        let other = try #require(SealedSecret("01"))

        let scenario = try await confirm(
            with: .fixture(accountRegistry: registry).before("AccountRegistry.change") {
                await registry.make(
                    .begin(other, until: .example + .seconds(9)),
                    of: StoredAccount(account: .example, passwordHash: .stub()))
            })

        #expect(scenario.goal == .コードが違う場合_サーバは拒否する(account: .example))
        await expect(registry.account(named: .example)?.secondFactor?.key, equals: other)
        await expect(registry.account(named: .example)?.secondFactor?.isOn, equals: false)
    }

    @Test func 名前がほかのアカウントのものになっていれば_その鍵は確かめない() async throws {
        let registry = await begun()
        let own = try #require(await registry.account(named: .example))
        let other = StoredAccount(account: Account(id: .fixture(9), name: own.account.name), passwordHash: .stub())

        let scenario = try await confirm(
            with: .fixture(accountRegistry: registry).before("AccountRegistry.account") {
                _ = await registry.erase(own, by: .fixture(1), at: .example)
                await registry.add(other, session: 9, token: .fixture(9))
                await registry.make(.begin(.example, until: .example + SecondFactorRules.setUpTime), of: other)
            })

        #expect(scenario.goal == .確かめる鍵がない場合_サーバは拒否する(account: .example))
        await expect(registry.account(named: .example)?.secondFactor?.isOn, equals: false)
    }

    /// The code that has confirmed the key is used up.
    @Test func 確かめたコードではログインできない() async throws {
        let registry = await begun()
        _ = try await confirm(with: .fixture(accountRegistry: registry))
        let account = try #require(await registry.account(named: .example))

        let isSpent = await registry.change(
            .spendStep(TimeCodeRules.step(at: .example)), of: account, by: nil, forgetting: nil, at: .example)

        #expect(!isSpent)
    }
}
