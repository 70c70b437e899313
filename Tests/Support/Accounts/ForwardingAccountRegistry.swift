import CalearningDomain
import CalearningInfrastructure
import UsecasesEngine
import UsecasesTerminal
import UsecasesTesting

/// A registry that passes each call to the registry below it, unless it implements the call itself.
protocol ForwardingAccountRegistry: AccountRegistry {
    var base: InMemoryAccountRegistry { get }
}

extension ForwardingAccountRegistry {
    func account(named name: AccountName) async throws(ErrorWrapper) -> StoredAccount? {
        await base.account(named: name)
    }

    func record(
        _ account: StoredAccount, under key: InstallationKey?, beginning session: StoredSession
    ) async throws(ErrorWrapper) -> AccountRecord {
        await base.record(account, under: key, beginning: session)
    }

    func admit(_ guess: Guess, at now: Timestamp) async throws(ErrorWrapper) -> Admission {
        await base.admit(guess, at: now)
    }

    func takeBack(_ guess: Guess) async throws(ErrorWrapper) {
        await base.takeBack(guess)
    }

    func begin(
        _ session: StoredSession, of account: StoredAccount, rehashed: PasswordHash?, forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        await base.begin(session, of: account, rehashed: rehashed, forgetting: guess)
    }

    func session(under digest: TokenDigest, at now: Timestamp) async throws(ErrorWrapper) -> LoggedIn? {
        await base.session(under: digest, at: now)
    }

    func sessions(of account: UUIDv7, at now: Timestamp) async throws(ErrorWrapper) -> [Session] {
        await base.sessions(of: account, at: now)
    }

    func name(
        _ device: DeviceName, of session: UUIDv7, of account: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool {
        await base.name(device, of: session, of: account, at: now)
    }

    func end(_ sessions: SessionSelection, of account: UUIDv7, at now: Timestamp) async throws(ErrorWrapper) -> Int {
        await base.end(sessions, of: account, at: now)
    }

    func replacePassword(
        of account: StoredAccount, with new: PasswordHash, replacing session: UUIDv7, by next: StoredSession,
        forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        await base.replacePassword(of: account, with: new, replacing: session, by: next, forgetting: guess)
    }

    func recover(
        _ guess: Guess, by code: TokenDigest, with new: PasswordHash, under factor: SealedSecret?, at now: Timestamp
    ) async throws(ErrorWrapper) -> RecoveryRecord {
        await base.recover(guess, by: code, with: new, under: factor, at: now)
    }

    func change(
        _ change: SecondFactorChange, of account: StoredAccount, by session: UUIDv7?, forgetting guess: Guess?,
        at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool {
        await base.change(change, of: account, by: session, forgetting: guess, at: now)
    }

    func erase(_ account: StoredAccount, by session: UUIDv7, at now: Timestamp) async throws(ErrorWrapper) -> Bool {
        await base.erase(account, by: session, at: now)
    }

    func schedule(
        _ deletion: Deletion, of account: StoredAccount, by session: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool { await base.schedule(deletion, of: account, by: session, at: now) }

    func erase(_ deletion: Deletion) async throws(ErrorWrapper) -> Bool { await base.erase(deletion) }
}
