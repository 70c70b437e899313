package import Usecases

/// Keeps accounts on the server's side, in a server or in the embedded backend: what its use cases do in a scene.
package struct AccountKeeper: PortSelection {
    private let registry: any AccountRegistry
    private let hasher: any CredentialHasher
    private let clock: any Clock
    private let randomSource: any RandomSource

    package init(_ dependencies: Dependencies) {
        registry = dependencies.accountRegistry
        hasher = dependencies.credentialHasher
        clock = dependencies.clock
        randomSource = dependencies.randomSource
    }

    /// A new account with the hash of its password, which is recorded nowhere yet.
    package func prepare(
        _ name: AccountName, _ password: Password
    ) async throws(ErrorWrapper) -> StoredAccount {
        let hash = try await hasher.hash(password)
        return StoredAccount(
            account: Account(id: UUIDv7(clock: clock, randomSource: randomSource), name: name), passwordHash: hash)
    }

    /// Records the account with its first session.
    package func record(
        _ account: StoredAccount, under key: InstallationKey?, on device: UDID
    ) async throws(ErrorWrapper) -> (AccountRecord, OpenedSession) {
        let (session, opened) = try await newSession(of: account.account, on: device)
        return (try await registry.record(account, under: key, beginning: session), opened)
    }

    /// Whether a request with the key of this account is taken for a repetition of the one that created it.
    package func isRepeatable(_ account: StoredAccount) -> Bool {
        SignUpRules.isRepeatable(account.account, at: clock.now)
    }

    /// Counts a try; returns when the next one is accepted, if there were too many.
    package func admit(_ guess: Guess) async throws(ErrorWrapper) -> Timestamp? {
        try await registry.admit(guess, at: clock.now)
    }

    /// The account whose password is guessed; `nil` if there is none.
    package func account(after guess: Guess) async throws(ErrorWrapper) -> StoredAccount? {
        try await counting(guess) { () async throws(ErrorWrapper) in try await registry.account(named: guess.name) }
    }

    /// Without an account, it takes the same time, and differs.
    package func compare(
        _ password: Password, with account: StoredAccount?, after guess: Guess
    ) async throws(ErrorWrapper) -> Comparison {
        try await counting(guess) { () async throws(ErrorWrapper) in
            try await hasher.compare(password, with: account?.passwordHash)
        }
    }

    /// A stronger hash of a password that was guessed right.
    package func rehash(_ password: Password, after guess: Guess) async throws(ErrorWrapper) -> PasswordHash {
        try await counting(guess) { () async throws(ErrorWrapper) in try await hasher.hash(password) }
    }

    /// Begins a session of the account whose password was compared; `nil` if the password was changed meanwhile.
    /// `rehashed` replaces the hash of the password.
    package func begin(
        _ account: StoredAccount, rehashed: PasswordHash? = nil, on device: UDID, after guess: Guess
    ) async throws(ErrorWrapper) -> OpenedSession? {
        try await counting(guess) { () async throws(ErrorWrapper) in
            let (session, opened) = try await newSession(of: account.account, on: device)
            let isBegun = try await registry.begin(session, of: account, rehashed: rehashed, forgetting: guess)
            return isBegun ? opened : nil
        }
    }

    /// The session of the token, and its account; `nil` if it has ended.
    package func session(of token: SessionToken) async throws(ErrorWrapper) -> LoggedIn? {
        try await registry.session(under: try await hasher.digest(of: token), at: clock.now)
    }

    package func sessions(of loggedIn: LoggedIn) async throws(ErrorWrapper) -> SessionList {
        SessionList(
            own: loggedIn.session.id,
            sessions: try await registry.sessions(of: loggedIn.account.id, at: clock.now))
    }

    /// Returns how many sessions were ended.
    package func end(_ sessions: SessionSelection, of account: Account) async throws(ErrorWrapper) -> Int {
        try await registry.end(sessions, of: account.id, at: clock.now)
    }

    /// The session that replaces all of the account; `nil` if the password was changed, or this session has ended,
    /// meanwhile.
    package func replacePassword(
        of account: StoredAccount, with new: Password, by loggedIn: LoggedIn, after guess: Guess
    ) async throws(ErrorWrapper) -> OpenedSession? {
        try await counting(guess) { () async throws(ErrorWrapper) in
            let hash = try await hasher.hash(new)
            let (session, opened) = try await newSession(of: account.account, on: loggedIn.session.udid)
            let isReplaced = try await registry.replacePassword(
                of: account, with: hash, replacing: loggedIn.session.id, by: session, forgetting: guess)
            return isReplaced ? opened : nil
        }
    }

    /// Takes the try back if the work fails: only a password that differs counts.
    private func counting<Value: Sendable>(
        _ guess: Guess, _ work: () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        do throws(ErrorWrapper) {
            return try await work()
        } catch {
            // If this fails too, the error of the work is the one to report, and the try counts for ten minutes.
            try? await registry.takeBack(guess)
            throw error
        }
    }

    private func newSession(
        of account: Account, on device: UDID
    ) async throws(ErrorWrapper) -> (StoredSession, OpenedSession) {
        let now = clock.now
        let token = SessionToken(randomSource: randomSource)
        let session = Session(
            id: UUIDv7(clock: clock, randomSource: randomSource), udid: device, beganAt: now, lastUsedAt: now)
        let stored = StoredSession(session: session, account: account.id, digest: try await hasher.digest(of: token))
        let opened = OpenedSession(account: account, session: session.id, token: token, expiresAt: session.expiresAt)
        return (stored, opened)
    }
}
