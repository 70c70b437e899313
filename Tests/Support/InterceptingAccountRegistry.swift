import CalearningDomain
import CalearningInfrastructure
import Usecases
import UsecasesTerminal
import UsecasesTesting

/// The operations of an account registry.
enum AccountRegistryOperation: Sendable, Hashable {
    case account, record, admit, takeBack, begin, session, sessions, end, replacePassword
}

/// A registry that does something before it passes a call to the registry below it.
protocol InterceptingAccountRegistry: AccountRegistry {
    var base: InMemoryAccountRegistry { get }
    func intercept(_ operation: AccountRegistryOperation) async throws(ErrorWrapper)
}

extension InterceptingAccountRegistry {
    func account(named name: AccountName) async throws(ErrorWrapper) -> StoredAccount? {
        try await intercept(.account)
        return await base.account(named: name)
    }

    func record(
        _ account: StoredAccount, under key: InstallationKey?, beginning session: StoredSession
    ) async throws(ErrorWrapper) -> AccountRecord {
        try await intercept(.record)
        return await base.record(account, under: key, beginning: session)
    }

    func admit(_ guess: Guess, at now: Timestamp) async throws(ErrorWrapper) -> Timestamp? {
        try await intercept(.admit)
        return await base.admit(guess, at: now)
    }

    func takeBack(_ guess: Guess) async throws(ErrorWrapper) {
        try await intercept(.takeBack)
        await base.takeBack(guess)
    }

    func begin(
        _ session: StoredSession, of account: StoredAccount, rehashed: PasswordHash?, forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        try await intercept(.begin)
        return await base.begin(session, of: account, rehashed: rehashed, forgetting: guess)
    }

    func session(under digest: TokenDigest, at now: Timestamp) async throws(ErrorWrapper) -> LoggedIn? {
        try await intercept(.session)
        return await base.session(under: digest, at: now)
    }

    func sessions(of account: UUIDv7, at now: Timestamp) async throws(ErrorWrapper) -> [Session] {
        try await intercept(.sessions)
        return await base.sessions(of: account, at: now)
    }

    func end(_ sessions: SessionSelection, of account: UUIDv7, at now: Timestamp) async throws(ErrorWrapper) -> Int {
        try await intercept(.end)
        return await base.end(sessions, of: account, at: now)
    }

    func replacePassword(
        of account: StoredAccount, with new: PasswordHash, replacing session: UUIDv7, by next: StoredSession,
        forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        try await intercept(.replacePassword)
        return await base.replacePassword(of: account, with: new, replacing: session, by: next, forgetting: guess)
    }
}

/// A registry that fails in one operation. Everything else is passed to the registry below it.
struct FailingAccountRegistry: InterceptingAccountRegistry {
    let base: InMemoryAccountRegistry
    let operation: AccountRegistryOperation
    let failure: PortFailure

    func intercept(_ operation: AccountRegistryOperation) async throws(ErrorWrapper) {
        guard operation != self.operation else { throw failure.error }
    }
}

/// A registry that another request changes just before one operation.
struct OvertakenAccountRegistry: InterceptingAccountRegistry {
    let base: InMemoryAccountRegistry
    let operation: AccountRegistryOperation
    let change: @Sendable (InMemoryAccountRegistry) async -> Void

    func intercept(_ operation: AccountRegistryOperation) async throws(ErrorWrapper) {
        if operation == self.operation { await change(base) }
    }
}
