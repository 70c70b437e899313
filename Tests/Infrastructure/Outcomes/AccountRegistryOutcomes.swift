import CalearningDomain
import CalearningInfrastructure
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

enum AccountRegistryOutcomes: OutcomeProducer {
    static let port = Port<any AccountRegistry>.name
    /// The time at which the use of the first session must be recorded again.
    private static let later = Timestamp.example + 3 * SessionRules.usePrecision.milliseconds

    static func produce(for outcomes: ProducedOutcomes) async throws {
        for adapter in AccountRegistryAdapter.all {
            try await adapter.withRegistry { await ask(outcomes.port(\.accountRegistry, $0)) }
        }
        for fault in DocumentFault.allCases {
            let directory = TemporaryDirectory()
            let registry = FileAccountRegistry(directory: directory.path, clock: ImmediateClock())
            let port = outcomes.port(\.accountRegistry, registry)
            await ask(port)
            try fault.befall(directory.path + "/accounts.json")
            await ask(port, at: later)
        }
        try await failInDatabases(outcomes)
    }

    /// Calls every operation. An account with the fourth session remains.
    private static func ask(_ registry: any AccountRegistry, at now: Timestamp = .example) async {
        let account = StoredAccount.fixture()
        let (id, name, guess) = (account.account.id, account.account.name, Guess.fixture())
        let session = { (number: UInt64) in StoredSession.fixture(number, beganAt: now) }
        _ = try? await registry.account(named: name)
        _ = try? await registry.recover(guess, by: .fixture(8), with: account.passwordHash, under: nil, at: now)
        _ = try? await registry.admit(guess, at: now)
        _ = try? await registry.record(account, under: .example, beginning: session(1))
        _ = try? await registry.record(.fixture(2, name: name), under: nil, beginning: session(2))
        _ = try? await registry.record(.fixture(3), under: .example, beginning: session(3))
        _ = try? await registry.account(named: name)
        let others = StoredAccount.fixture(10)
        for number in [10, 11] as [UInt64] {
            _ = try? await registry.record(
                others, under: InstallationKey(.fixture(10)),
                beginning: .fixture(number, of: others.account.id, beganAt: now))
        }
        for _ in 0...GuessRules.limit { _ = try? await registry.admit(guess, at: now) }
        try? await registry.takeBack(guess)
        for account in [account, .fixture(hash: "another")] {
            _ = try? await registry.begin(session(2), of: account, rehashed: nil, forgetting: guess)
        }
        _ = try? await registry.sessions(of: id, at: now)
        _ = try? await registry.sessions(of: .fixture(9), at: now)
        for number in [1, 9] as [UInt64] {
            _ = try? await registry.name(.fixture(), of: .fixture(number), of: id, at: now)
        }
        for _ in 1...2 {
            _ = try? await registry.end(.one(.fixture(1)), of: id, at: now)
            _ = try? await registry.replacePassword(
                of: account, with: PasswordHash("new"), replacing: .fixture(2), by: session(4), forgetting: guess)
        }
        let guest = StoredAccount.fixture(5)
        _ = try? await registry.record(guest, under: nil, beginning: .fixture(5, of: guest.account.id, beganAt: now))
        _ = try? await registry.account(named: guest.account.name)
        if let port = registry as? Port<any AccountRegistry>, let administered = port.adapter as? any Administration {
            _ = try? await administered.allowRecovery(of: guest.account.name, by: .fixture(7), until: now + 1)
        }
        let guestsGuess = Guess.fixture(guest.account.name)
        _ = try? await registry.admit(guestsGuess, at: now)
        for change in [SecondFactorChange.begin(.example, until: now + 1), .confirm(.example, step: 1, backups: [])] {
            for session in [nil, UUIDv7.fixture(9)] {
                _ = try? await registry.change(change, of: guest, by: session, forgetting: nil, at: now)
            }
            _ = try? await registry.account(named: guest.account.name)
            _ = try? await registry.admit(guestsGuess, at: now)
        }
        for factor in [nil, SealedSecret.example, nil] {
            _ = try? await registry.recover(
                guestsGuess, by: .fixture(7), with: guest.passwordHash, under: factor, at: now)
        }
        if let secured = try? await registry.account(named: guest.account.name) {
            _ = try? await registry.change(.remove, of: secured, by: nil, forgetting: guestsGuess, at: now)
        }
        _ = try? await registry.begin(
            .fixture(5, of: guest.account.id, beganAt: now), of: guest, rehashed: nil, forgetting: guestsGuess)
        for _ in 1...2 { _ = try? await registry.erase(guest, by: .fixture(5), at: now) }
        let (leaving, own) = (StoredAccount.fixture(6), UUIDv7.fixture(6))
        let deletion = Deletion(account: leaving.account, at: now + 1, run: own)
        _ = try? await registry.record(leaving, under: nil, beginning: .fixture(6, of: own, beganAt: now))
        _ = try? await registry.erase(deletion)
        for _ in 1...2 { _ = try? await registry.schedule(deletion, of: leaving, by: own, at: now) }
        _ = try? await registry.account(named: leaving.account.name)
        _ = try? await registry.admit(.fixture(leaving.account.name), at: now)
        _ = try? await registry.erase(deletion)
        for number in [7, 8] as [UInt64] {
            let (other, id) = (StoredAccount.fixture(number), UUIDv7.fixture(number))
            _ = try? await registry.record(other, under: nil, beginning: .fixture(number, of: id, beganAt: now))
            _ = try? await registry.account(named: other.account.name)
            _ = try? await registry.admit(.fixture(other.account.name), at: now)
        }
        if let port = registry as? Port<any AccountRegistry>, let administered = port.adapter as? any Administration {
            _ = try? await administered.allowRecovery(of: name, by: .fixture(8), until: later + 1)
        }
        for digest in [TokenDigest.fixture(4), .fixture(9)] {
            _ = try? await registry.session(under: digest, at: now + SessionRules.usePrecision)
        }
    }
}

#if Server
extension AccountRegistryOutcomes {
    private static func failInDatabases(_ outcomes: ProducedOutcomes) async throws {
        try await FaultyDatabases.each(faultyIn: ["accounts", "sessions", "guesses"]) { database, befall in
            let port = outcomes.port(\.accountRegistry, database.accountRegistry)
            await ask(port)
            try befall()
            await ask(port, at: later)
        }
    }
}
#else
extension AccountRegistryOutcomes {
    private static func failInDatabases(_ outcomes: ProducedOutcomes) async throws {}
}
#endif
