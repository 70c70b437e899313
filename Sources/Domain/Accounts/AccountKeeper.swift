package import UsecasesEngine

/// The account operations of the use cases of a server or of the embedded backend.
package struct AccountKeeper: PortSelection {
    let registry: any AccountRegistry
    let hasher: any CredentialHasher
    let vault: any CredentialVault
    private let runs: any DurableRuns
    private let alarm: any Alarm
    let clock: any Clock
    let randomSource: any RandomSource

    package init(_ dependencies: Dependencies) {
        registry = dependencies.accountRegistry
        hasher = dependencies.credentialHasher
        vault = dependencies.credentialVault
        runs = dependencies.durableRuns
        alarm = dependencies.alarm
        clock = dependencies.clock
        randomSource = dependencies.randomSource
    }

    /// Returns a new account with the hash of its password. Does not record it.
    package func prepare(
        _ name: AccountName, _ password: Password
    ) async throws(ErrorWrapper) -> StoredAccount {
        let hash = try await hasher.hash(password)
        return StoredAccount(
            account: Account(id: UUIDv7(clock: clock, randomSource: randomSource), name: name), passwordHash: hash)
    }

    /// Records the account with its first session, on the device of the request.
    package func record(
        _ account: StoredAccount, for request: AccountRequest
    ) async throws(ErrorWrapper) -> (AccountRecord, OpenedSession) {
        let (session, opened) = try await newSession(
            of: account.account, on: request.device, named: request.deviceName)
        return (try await registry.record(account, under: request.key, beginning: session), opened)
    }

    /// Whether the account is so new that a request with its key repeats the sign-up.
    package func isRepeatable(_ account: StoredAccount) -> Bool {
        SignUpRules.isRepeatable(account.account, at: clock.now)
    }

    /// Counts an attempt and returns the account with the guessed name, unless too many attempts were counted.
    package func admit(_ guess: Guess) async throws(ErrorWrapper) -> Admission {
        try await registry.admit(guess, at: clock.now)
    }

    /// Cancels a counted attempt whose password was right.
    package func takeBack(_ guess: Guess) async throws(ErrorWrapper) { try await registry.takeBack(guess) }

    /// Compares the password with the account's hash. Without an account, it returns `differs` after the same time.
    package func compare(
        _ password: Password, with account: StoredAccount?, after guess: Guess
    ) async throws(ErrorWrapper) -> Comparison {
        try await counting(guess) { () async throws(ErrorWrapper) in
            try await hasher.compare(password, with: account?.passwordHash)
        }
    }

    /// Returns a stronger hash of the correct password.
    package func rehash(_ password: Password, after guess: Guess) async throws(ErrorWrapper) -> PasswordHash {
        try await counting(guess) { () async throws(ErrorWrapper) in try await hasher.hash(password) }
    }

    /// Begins a session of the account on the device of the request, after a successful comparison, and takes a deletion
    /// back. `rehashed` replaces the hash of the password. Returns `nil` if another process changed the password after the comparison.
    package func begin(
        _ account: StoredAccount, rehashed: PasswordHash? = nil, for request: AccountRequest, after guess: Guess
    ) async throws(ErrorWrapper) -> OpenedSession? {
        try await begin(account, rehashed: rehashed, on: request.device, named: request.deviceName, after: guess)
    }

    func begin(
        _ account: StoredAccount, rehashed: PasswordHash?, on device: UDID, named name: DeviceName?, after guess: Guess
    ) async throws(ErrorWrapper) -> OpenedSession? {
        try await counting(guess) { () async throws(ErrorWrapper) in
            let (session, opened) = try await newSession(
                of: account.account, on: device, named: name, keptFrom: account.deletionAt)
            let isBegun = try await registry.begin(session, of: account, rehashed: rehashed, forgetting: guess)
            return isBegun ? opened : nil
        }
    }

    /// Returns the session and the account of the token, or `nil` if the session has ended.
    package func session(of token: SessionToken) async throws(ErrorWrapper) -> LoggedIn? {
        try await registry.session(under: try await hasher.digest(of: token.secret), at: clock.now)
    }

    package func sessions(of loggedIn: LoggedIn) async throws(ErrorWrapper) -> SessionList {
        SessionList(
            own: loggedIn.session.id,
            sessions: try await registry.sessions(of: loggedIn.account.id, at: clock.now))
    }

    package func export(of account: Account) async throws(ErrorWrapper) -> AccountExport {
        let stored = try await registry.account(named: account.name)
        return try await export(of: account, hasSecondFactor: stored?.secondFactor.isOn ?? false)
    }

    /// Returns everything that the server keeps about the account of a request whose password was right.
    package func export(of account: StoredAccount, after guess: Guess) async throws(ErrorWrapper) -> AccountExport {
        try await counting(guess) { () async throws(ErrorWrapper) in
            try await export(of: account.account, hasSecondFactor: account.secondFactor.isOn)
        }
    }

    private func export(of account: Account, hasSecondFactor: Bool) async throws(ErrorWrapper) -> AccountExport {
        AccountExport(
            account: account, sessions: try await registry.sessions(of: account.id, at: clock.now),
            hasSecondFactor: hasSecondFactor)
    }

    /// Names the device of the session. Returns `false` if the session has ended.
    package func name(_ device: DeviceName, of loggedIn: LoggedIn) async throws(ErrorWrapper) -> Bool {
        try await registry.name(device, of: loggedIn.session.id, of: loggedIn.account.id, at: clock.now)
    }

    /// Ends other sessions of the account and returns their number. The correct password of `guess` does not count as an
    /// attempt.
    package func end(
        _ sessions: EndedSessions, of loggedIn: LoggedIn, after guess: Guess
    ) async throws(ErrorWrapper) -> Int {
        try await registry.takeBack(guess)
        let selection: SessionSelection =
            switch sessions {
            case .one(let session): .one(session)
            case .others: .others(than: loggedIn.session.id)
            }
        return try await end(selection, of: loggedIn.account)
    }

    /// Ends sessions of the account and returns their number.
    package func end(_ sessions: SessionSelection, of account: Account) async throws(ErrorWrapper) -> Int {
        try await registry.end(sessions, of: account.id, at: clock.now)
    }

    /// Changes the password and returns the session that replaces all sessions of the account. Returns `nil` if the
    /// password was changed or this session has ended since the comparison.
    package func replacePassword(
        of account: StoredAccount, for request: PasswordRequest, by loggedIn: LoggedIn, after guess: Guess
    ) async throws(ErrorWrapper) -> OpenedSession? {
        try await counting(guess) { () async throws(ErrorWrapper) in
            let hash = try await hasher.hash(request.change.new)
            let (session, opened) = try await newSession(
                of: account.account, on: loggedIn.session.udid, named: request.deviceName)
            let isReplaced = try await registry.replacePassword(
                of: account, with: hash, replacing: loggedIn.session.id, by: session, forgetting: guess)
            return isReplaced ? opened : nil
        }
    }

    /// Changes the password of the account with the guessed name, if the code belongs to it. Takes the same time whether
    /// the account exists or not. `factor` is the key of the second factor of which a code was used up, if any.
    package func recover(
        with code: RecoveryCode, to new: Password, under factor: SealedSecret? = nil, after guess: Guess
    ) async throws(ErrorWrapper) -> RecoveryRecord {
        try await counting(guess) { () async throws(ErrorWrapper) in
            let hash = try await hasher.hash(new)
            let digest = try await hasher.digest(of: code.secret)
            return try await registry.recover(guess, by: digest, with: hash, under: factor, at: clock.now)
        }
    }

    /// Deletes the account with everything that belongs to it. Returns `false` if the password was changed or this
    /// session has ended since the comparison.
    package func erase(
        _ account: StoredAccount, by loggedIn: LoggedIn, after guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        try await counting(guess) { () async throws(ErrorWrapper) in
            try await registry.erase(account, by: loggedIn.session.id, at: clock.now)
        }
    }

    /// Queues a run that begins with the scene, and deletes the account after the time of grace.
    package func begin<U: Usecase>(
        _ beginning: @Sendable (Deletion) -> Step<U>, of account: StoredAccount, after grace: Duration, guess: Guess
    ) async throws(ErrorWrapper) -> Deletion {
        try await counting(guess) { () async throws(ErrorWrapper) in
            let key = UUIDv7(clock: clock, randomSource: randomSource)
            let deletion = Deletion(account: account.account, at: key.time + grace, run: key)
            try await runs.begin(beginning(deletion), as: .application, key: key)
            return deletion
        }
    }

    /// Locks the account until its owner logs in or it is erased, and ends its sessions. Returns `false` if the password was
    /// changed or this session has ended since the comparison.
    package func schedule(
        _ deletion: Deletion, of account: StoredAccount, by loggedIn: LoggedIn, after guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        try await counting(guess) { () async throws(ErrorWrapper) in
            try await registry.schedule(deletion, of: account, by: loggedIn.session.id, at: clock.now)
        }
    }

    /// Returns when the time of grace is over.
    package func wait(for deletion: Deletion) async throws(ErrorWrapper) {
        try await alarm.wait(until: deletion.at)
    }

    /// Deletes the account with everything that belongs to it, unless its owner has taken the deletion back. Returns whether
    /// the account no longer exists.
    package func erase(_ deletion: Deletion) async throws(ErrorWrapper) -> Bool {
        try await registry.erase(deletion)
    }

    /// Deletes the account as ``erase(_:)`` does, if the time of grace is over already. If locking it took so long, the run has
    /// found no lock.
    package func eraseIfDue(_ deletion: Deletion) async throws(ErrorWrapper) -> Bool {
        guard clock.now >= deletion.at else { return false }
        return try await erase(deletion)
    }

    /// Cancels the counted attempt if the work fails. Only a wrong password counts.
    func counting<Value: Sendable>(
        _ guess: Guess, _ work: () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        do throws(ErrorWrapper) {
            return try await work()
        } catch {
            // If this fails too, the caller gets the error of the work. The attempt then counts for ten minutes.
            try? await registry.takeBack(guess)
            throw error
        }
    }

    private func newSession(
        of account: Account, on device: UDID, named name: DeviceName?, keptFrom: Timestamp? = nil
    ) async throws(ErrorWrapper) -> (StoredSession, OpenedSession) {
        let now = clock.now
        let token = SessionToken(randomSource: randomSource)
        let session = Session(
            id: UUIDv7(clock: clock, randomSource: randomSource), udid: device, beganAt: now, lastUsedAt: now,
            device: name)
        let stored = StoredSession(
            session: session, account: account.id, digest: try await hasher.digest(of: token.secret))
        let opened = OpenedSession(
            account: account, session: session.id, token: token, expiresAt: session.expiresAt, keptFrom: keptFrom)
        return (stored, opened)
    }
}
