import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

private let account = StoredAccount.fixture()
private let name = account.account.name
private let session = StoredSession.fixture()
private let now = Timestamp.example
private let key = SealedSecret.example
private let begin = SecondFactorChange.begin(key, until: now + .seconds(600))
private let confirm = SecondFactorChange.confirm(key, step: 0, backups: [.fixture(1), .fixture(2)])

private func make(
    _ change: SecondFactorChange, of account: StoredAccount = account, in registry: any AccountRegistry
) async throws -> Bool {
    try await registry.change(change, of: account, by: nil, forgetting: nil, at: now)
}

/// Records the account, turns its second factor on, and returns it.
private func secure(in registry: any AccountRegistry) async throws -> StoredAccount {
    _ = try await registry.record(account, under: nil, beginning: session)
    for change in [begin, confirm] { #expect(try await make(change, in: registry)) }
    return try #require(await registry.account(named: name))
}

@Suite struct 二つ目の要素を持つアカウント登録簿の契約 {
    /// The rule is the one of the second factor, whatever the registry is.
    @Test(arguments: AccountRegistryAdapter.all)
    func どの順に変えても_二つのサーバが規則と同じ答えを返す(adapter: AccountRegistryAdapter) async throws {
        await forAll(adapter.testDescription == "in memory" ? 100 : 5) { choices in
            // Without a factor, most changes are refused.
            let first = choices.number(in: 0...1) == 0 ? [] : [begin, confirm, .countFailure]
            return first
                + choices.list(1...30) { choices in
                    let backups = (UInt64(1)...choices.number(in: 1...4)).map { TokenDigest.fixture($0) }
                    let key = choices.one(of: ["00", "01"].compactMap { SealedSecret($0) })
                    return choices.one(
                        of: [
                            .begin(key, until: now + choices.number(in: Int64(0)...1)),
                            .confirm(key, step: choices.number(in: 0...3), backups: backups),
                            .spendStep(choices.number(in: 0...5)), .spendBackup(.fixture(choices.number(in: 1...5))),
                            .renew(backups), .countFailure, .remove,
                        ] as [SecondFactorChange])
                }
        } holds: { changes in
            try await adapter.withPlace { place in
                let servers = [try place.open(), try place.open()]
                _ = try await servers[0].record(account, under: nil, beginning: session)
                var factor: StoredSecondFactor?
                for (number, change) in changes.enumerated() {
                    let stored = try promised(await servers[number % 2].account(named: name))

                    try promise(
                        await make(change, of: stored, in: servers[1 - number % 2]), is: factor.make(change, at: now))

                    try promise(await servers[number % 2].account(named: name)?.secondFactor, is: factor)
                }
            }
        }
    }

    /// A code counts once, whichever server gets it.
    @Test(arguments: AccountRegistryAdapter.all, [SecondFactorChange.spendStep(7), .spendBackup(.fixture(2))])
    func 同じコードが二つのサーバに同時に百回届いても_一度だけ数える(adapter: AccountRegistryAdapter, spending: SecondFactorChange) async throws {
        try await adapter.withPlace { place in
            let servers = [try place.open(), try place.open()]
            let secured = try await secure(in: servers[0])

            let accepted = try await inParallel(100) { number in
                try await make(spending, of: secured, in: servers[number % 2])
            }

            #expect(accepted.count { $0 } == 1)
        }
    }

    /// Each change of an account that was compared before the second factor was turned on is refused, and so is each that
    /// was compared before it was turned off and on again.
    @Test(arguments: AccountRegistryAdapter.all)
    func 照合のあとで二つ目の要素が変われば_何も変わらない(adapter: AccountRegistryAdapter) async throws {
        try await adapter.withRegistry { registry in
            let secured = try await secure(in: registry)
            let other = StoredAccount(
                account: secured.account, passwordHash: secured.passwordHash,
                secondFactor: StoredSecondFactor(key: try #require(SealedSecret("01"))))
            let deletion = Deletion(account: account.account, at: now + .seconds(1), run: .fixture(9))
            for stale in [account, other] {
                let changes = [
                    try await registry.begin(.fixture(2), of: stale, rehashed: nil, forgetting: .fixture()),
                    try await registry.replacePassword(
                        of: stale, with: PasswordHash("$new"), replacing: session.session.id, by: .fixture(2),
                        forgetting: .fixture()),
                    try await registry.schedule(deletion, of: stale, by: session.session.id, at: now),
                    try await registry.erase(stale, by: session.session.id, at: now),
                    try await make(.spendStep(5), of: stale, in: registry),
                    try await make(.remove, of: stale, in: registry),
                ]
                #expect(changes == Array(repeating: false, count: 6))
            }
            try await expect(registry.account(named: name), equals: secured)
            try await expect(registry.sessions(of: account.account.id, at: now), equals: [session.session])
            // A used code does not get in the way of the change that it proves.
            #expect(try await make(.spendStep(5), of: secured, in: registry))
            #expect(try await registry.begin(.fixture(2), of: secured, rehashed: nil, forgetting: .fixture()))
        }
    }

    @Test(arguments: AccountRegistryAdapter.all)
    func 終わったセッションからは変わらず_変われば推測を忘れる(adapter: AccountRegistryAdapter) async throws {
        try await adapter.withRegistry { registry in
            let guess = Guess.fixture()
            _ = try await registry.record(account, under: nil, beginning: session)
            for _ in 0..<GuessRules.limit { _ = try await registry.admit(guess, at: now) }

            for (own, isMade) in [(UUIDv7.fixture(9), false), (session.session.id, true)] {
                try await expect(
                    registry.change(begin, of: account, by: own, forgetting: guess, at: now), equals: isMade)
                try await expect(registry.admit(guess, at: now).until == nil, equals: isMade)
            }
        }
    }

    /// Only a code of the second factor that is on lets its owner choose a new password.
    @Test(arguments: AccountRegistryAdapter.inService)
    func 復旧には二つ目の要素の鍵も要る(adapter: AccountRegistryAdapter) async throws {
        try await adapter.withRegistry { registry in
            let secured = try await secure(in: registry)
            let administration = try #require(registry as? any Administration)
            _ = try await administration.allowRecovery(of: name, by: .fixture(7), until: now + .seconds(1))
            func recover(_ code: UInt64, under factor: SealedSecret?) async throws -> RecoveryRecord {
                try await registry.recover(
                    .fixture(), by: .fixture(code), with: PasswordHash("$new"), under: factor, at: now)
            }

            try await expect(recover(8, under: key), equals: .refused)
            for factor in [nil, SealedSecret("01")] {
                try await expect(recover(7, under: factor), equals: .secured(secured))
            }
            try await expect(registry.account(named: name), equals: secured)
            try await expect(recover(7, under: key), equals: .recovered(account.account))
            try await expect(recover(7, under: key), equals: .refused)
            try await expect(registry.account(named: name)?.secondFactor, equals: secured.secondFactor)
        }
    }

    @Test(arguments: AccountRegistryAdapter.inService)
    func 運用者は二つ目の要素を外せる(adapter: AccountRegistryAdapter) async throws {
        try await adapter.withRegistry { registry in
            _ = try await secure(in: registry)
            let administration = try #require(registry as? any Administration)

            for hasSecondFactor in [true, false] {
                let overview = try await administration.account(named: name, at: now)
                #expect(overview?.hasSecondFactor == hasSecondFactor)
                try await expect(administration.removeSecondFactor(of: name, at: now)?.hasSecondFactor, equals: false)
            }
            try await expect(registry.account(named: name)?.secondFactor, equals: nil)
            try await expect(administration.removeSecondFactor(of: .fixture(9), at: now), equals: nil)
        }
    }
}
