#if Server
import CalearningDomain
import CalearningInfrastructure
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

enum AdministrationOutcomes: OutcomeProducer {
    static let port = Port<any Administration>.name
    private static let tables = ["accounts", "sessions", "guesses", "registrations"]

    static func produce(for outcomes: ProducedOutcomes) async throws {
        let devices = InMemoryDeviceRegistry()
        let registry = InMemoryAccountRegistry(devices: devices)
        try await fill(registry, devices)
        await ask(outcomes.port(\.administration, registry))
        try await FaultyDatabases.each(faultyIn: tables) { database, befall in
            let port = outcomes.port(\.administration, database.accountRegistry)
            await ask(port)
            try await fill(database.accountRegistry, database)
            await ask(port)
            try await fill(database.accountRegistry, database)
            try befall()
            await ask(port)
        }
    }

    private static func fill(_ registry: any AccountRegistry, _ devices: any DeviceRegistry) async throws {
        let account = StoredAccount.fixture()
        _ = try await registry.record(account, under: nil, beginning: .fixture(1, of: account.account.id))
        _ = try await registry.admit(.fixture(), at: .example)
        _ = try await devices.record(Registration(key: .example, kind: .terminal, udid: .example(1)))
    }

    /// Calls every operation. No account remains.
    private static func ask(_ administration: any Administration) async {
        let (name, now) = (AccountName.fixture(), Timestamp.example)
        _ = try? await administration.accounts(after: nil, at: now)
        _ = try? await administration.account(named: name, at: now)
        _ = try? await administration.endSessions(of: name, at: now)
        for isLocked in [true, false] { _ = try? await administration.setLock(isLocked, of: name, at: now) }
        _ = try? await administration.removeSecondFactor(of: name, at: now)
        _ = try? await administration.allowRecovery(of: name, by: .fixture(), until: now)
        for _ in 1...2 { _ = try? await administration.forgetGuesses(of: name) }
        _ = try? await administration.countDevices(at: now)
        for _ in 1...2 { _ = try? await administration.forgetDevices(registeredBefore: now + 1) }
        _ = try? await administration.sweep(at: now + SessionRules.idleTime)
        _ = try? await administration.delete(name)
    }
}
#endif
