import CalearningDomain
import CalearningInfrastructure
import CalearningPresentation
import UsecasesEngine
import UsecasesLaboratory
import UsecasesStorage
import UsecasesTerminal
import UsecasesTesting

/// A fault of an adapter in a world. Faults of `Scripts/mutants.txt` inside use cases are planted one layer lower
/// here, with an equal effect.
enum PlantedFault: String, CaseIterable, Sendable {
    case none
    case savedBlindly, journalNotFound
    case keysNotUnique, nothingRecorded
    case accountsWithoutSession, sessionsNeverEnd, passwordKept, passwordChangeNotNoticed, loginsNotRecorded
    case anyPasswordWillDo, refusalsEndSessions, sessionsOfAnotherDevice, deletionsNotTakenBack
    case codesNotAsked, codesNotUsedUp, setUpsReplaceFactors

    /// Returns a search through the worlds of the composition with this fault.
    func search(invariants: [any Invariant.Type]) -> WorldSearch {
        WorldSearch(invariants: invariants) { count in
            var surroundings = compositionRoot.surroundings(devices: count)
            plant(inServer: &surroundings.server)
            surroundings.devices = surroundings.devices.map { [server = surroundings.server] make in
                // The stored data of a device is created once.
                var kept = make(server)
                plant(inDevice: &kept)
                let (store, journal) = (kept.dataStore, kept.journal)
                return { server in
                    var device = make(server)
                    device.dataStore.adapter = store
                    device.journal.adapter = journal
                    return device
                }
            }
            return surroundings
        }
    }

    private func plant(inServer ports: inout Dependencies) {
        switch self {
        case .none, .savedBlindly, .journalNotFound: break
        case .keysNotUnique: ports.deviceRegistry.adapter = CarelessRegistry(.keysAreNotUnique)
        case .nothingRecorded: ports.deviceRegistry.adapter = CarelessRegistry(.nothingIsKept)
        case .accountsWithoutSession: ports.accountRegistry.adapter = SessionlessRegistry()
        case .sessionsNeverEnd: ports.accountRegistry.adapter = CarelessAccountRegistry(.sessionsNeverEnd)
        case .passwordKept: ports.accountRegistry.adapter = CarelessAccountRegistry(.passwordIsKept)
        case .passwordChangeNotNoticed:
            ports.accountRegistry.adapter = CarelessAccountRegistry(.passwordChangeIsNotNoticed)
        case .loginsNotRecorded: ports.accountRegistry.adapter = CarelessAccountRegistry(.loginsAreNotRecorded)
        case .refusalsEndSessions: ports.accountRegistry.adapter = CarelessAccountRegistry(.refusalsEndSessions)
        case .sessionsOfAnotherDevice:
            ports.accountRegistry.adapter = CarelessAccountRegistry(.sessionsAreOfAnotherDevice)
        case .deletionsNotTakenBack: ports.accountRegistry.adapter = CarelessAccountRegistry(.deletionsAreNotTakenBack)
        case .codesNotAsked: ports.accountRegistry.adapter = CarelessAccountRegistry(.secondFactorsAreHidden)
        case .setUpsReplaceFactors: ports.accountRegistry.adapter = CarelessAccountRegistry(.setUpsReplaceFactors)
        case .codesNotUsedUp: ports.accountRegistry.adapter = CarelessAccountRegistry(.codesAreNotUsedUp)
        case .anyPasswordWillDo: ports.credentialHasher.adapter = CarelessHasher()
        }
    }

    private func plant(inDevice ports: inout Dependencies) {
        switch self {
        case .savedBlindly: ports.dataStore.adapter = HastyStore()
        case .journalNotFound: ports.journal.adapter = ForgetfulJournal()
        case .none, .keysNotUnique, .nothingRecorded, .accountsWithoutSession, .sessionsNeverEnd, .passwordKept,
            .passwordChangeNotNoticed, .loginsNotRecorded, .anyPasswordWillDo,
            .refusalsEndSessions, .sessionsOfAnotherDevice, .deletionsNotTakenBack, .codesNotAsked,
            .codesNotUsedUp, .setUpsReplaceFactors:
            break
        }
    }
}

/// A store that saves without checking for a concurrent change.
private struct HastyStore: DataStore {
    private let base = InMemoryDataStore()

    var location: String { base.location }

    func get<Value>(_ key: Key<Value>) async throws(ErrorWrapper) -> Value? { try await base.get(key) }

    func save(_ keyValue: KeyValue) async { await base.save(keyValue) }

    func save(_ keyValue: KeyValue, deleting key: any DeclaredKey) async {
        await base.save(keyValue, deleting: key)
    }

    func delete(_ key: any DeclaredKey) async { await base.delete(key) }

    func delete(_ keyValue: KeyValue) async { await base.delete(keyValue) }

    func get<Value>(_ key: Key<Value>, orSave value: Value) async throws(ErrorWrapper) -> Value {
        await base.save(key.with(value))
        return value
    }

    func change<Value, Answer: Codable & Sendable>(
        _ key: Key<Value>, _ change: @escaping @Sendable (inout Value?) -> Answer
    ) async throws(ErrorWrapper) -> Answer {
        await base.delete(key)
        return try await base.change(key, change)
    }
}

/// A registry that records a registration without checking the key, or drops it.
private actor CarelessRegistry: DeviceRegistry {
    enum Flaw: Sendable, CaseIterable { case keysAreNotUnique, nothingIsKept }

    private let flaw: Flaw
    private var recorded: [InstallationKey: Registration] = [:]

    init(_ flaw: Flaw) { self.flaw = flaw }

    func registration(under key: InstallationKey) -> Registration? { recorded[key] }

    func record(_ registration: Registration) -> Registration {
        if flaw == .keysAreNotUnique { recorded[registration.key] = registration }
        return registration
    }

    func check() {}
}

/// A registry of accounts whose first sessions end immediately.
private struct SessionlessRegistry: ForwardingAccountRegistry {
    let base = InMemoryAccountRegistry()

    func record(
        _ account: StoredAccount, under key: InstallationKey?, beginning session: StoredSession
    ) async throws(ErrorWrapper) -> AccountRecord {
        let record = await base.record(account, under: key, beginning: session)
        _ = await base.end(.one(session.session.id), of: account.account.id, at: session.session.beganAt)
        return record
    }
}

/// A journal that never returns the records of another run.
private struct ForgetfulJournal: Journal {
    func begin(_ run: RunDescription, at scene: TappedScene) async throws(ErrorWrapper) -> any RunTap {
        try await InMemoryJournal().begin(run, at: scene)
    }

    func discard() async throws(ErrorWrapper) {}
}

/// A registry of accounts that omits one of its duties.
private struct CarelessAccountRegistry: ForwardingAccountRegistry {
    enum Flaw: Sendable {
        case sessionsNeverEnd, passwordIsKept, passwordChangeIsNotNoticed, loginsAreNotRecorded
        case refusalsEndSessions, sessionsAreOfAnotherDevice, deletionsAreNotTakenBack
        case secondFactorsAreHidden, codesAreNotUsedUp, setUpsReplaceFactors
    }

    let base = InMemoryAccountRegistry()
    let flaw: Flaw

    init(_ flaw: Flaw) { self.flaw = flaw }

    func begin(
        _ session: StoredSession, of account: StoredAccount, rehashed: PasswordHash?, forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        if flaw == .loginsAreNotRecorded { return true }
        let notices = flaw != .passwordChangeIsNotNoticed && flaw != .secondFactorsAreHidden
        let current = notices ? nil : await base.account(named: account.account.name)
        return await base.begin(session, of: current ?? account, rehashed: rehashed, forgetting: guess)
    }

    func admit(_ guess: Guess, at now: Timestamp) async throws(ErrorWrapper) -> Admission {
        let admission = await base.admit(guess, at: now)
        guard flaw == .secondFactorsAreHidden, case .account(let account?) = admission else { return admission }
        return .account(
            StoredAccount(
                account: account.account, passwordHash: account.passwordHash, isLocked: account.isLocked,
                deletionAt: account.deletionAt))
    }

    func change(
        _ change: SecondFactorChange, of account: StoredAccount, by session: UUIDv7?, forgetting guess: Guess?,
        at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool {
        if flaw == .codesAreNotUsedUp, change.isSpending { return true }
        if flaw == .setUpsReplaceFactors, case .begin = change {
            _ = await base.removeSecondFactor(of: account.account.name, at: now)
        }
        return await base.change(change, of: account, by: session, forgetting: guess, at: now)
    }

    func end(_ sessions: SessionSelection, of account: UUIDv7, at now: Timestamp) async throws(ErrorWrapper) -> Int {
        flaw == .sessionsNeverEnd ? 1 : await base.end(sessions, of: account, at: now)
    }

    func replacePassword(
        of account: StoredAccount, with new: PasswordHash, replacing session: UUIDv7, by next: StoredSession,
        forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        let opened = next.session
        let moved = Session(
            id: opened.id, udid: UDID(opened.id), beganAt: opened.beganAt, lastUsedAt: opened.lastUsedAt)
        let isReplaced = await base.replacePassword(
            of: account, with: flaw == .passwordIsKept ? account.passwordHash : new, replacing: session,
            by: flaw == .sessionsAreOfAnotherDevice
                ? StoredSession(session: moved, account: next.account, digest: next.digest) : next,
            forgetting: guess)
        return isReplaced && flaw != .refusalsEndSessions
    }

    func erase(_ deletion: Deletion) async throws(ErrorWrapper) -> Bool {
        guard flaw == .deletionsAreNotTakenBack else { return await base.erase(deletion) }
        _ = await base.delete(deletion.account.name)
        return true
    }
}

/// A hasher that accepts any password for an existing account.
private struct CarelessHasher: CredentialHasher {
    private let base = PlainHasher()

    func hash(_ password: Password) async throws(ErrorWrapper) -> PasswordHash { base.hash(password) }

    func compare(_ password: Password, with hash: PasswordHash?) async throws(ErrorWrapper) -> Comparison {
        hash == nil ? .differs : .matches
    }

    func digest(of secret: Secret) async throws(ErrorWrapper) -> TokenDigest { try base.digest(of: secret) }
}
