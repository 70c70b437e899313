package import CalearningDomain
package import Usecases

/// An account registry in memory.
package actor InMemoryAccountRegistry: AccountRegistry {
    var accounts: [UUIDv7: StoredAccount] = [:]
    var ids: [AccountName: UUIDv7] = [:]
    private var idsOfKeys: [InstallationKey: UUIDv7] = [:]
    /// The time of the lock of each locked account.
    var locks: [UUIDv7: Timestamp] = [:]
    /// The recovery code of each account, and the time when it expires.
    var codes: [UUIDv7: (digest: TokenDigest, end: Timestamp)] = [:]
    var sessions: [TokenDigest: StoredSession] = [:]
    /// The sessions of each account.
    private var digests: [UUIDv7: Set<TokenDigest>] = [:]
    var guesses: [Guess: [Timestamp]] = [:]
    /// The number of guesses that triggers the removal of obsolete ones.
    private var guesserLimit = 1024
    /// The devices that an operator counts.
    let devices: InMemoryDeviceRegistry

    package init(devices: InMemoryDeviceRegistry = InMemoryDeviceRegistry()) {
        self.devices = devices
    }

    package func account(named name: AccountName) -> StoredAccount? { ids[name].flatMap { accounts[$0] } }

    package func record(
        _ account: StoredAccount, under key: InstallationKey?, beginning session: StoredSession
    ) -> AccountRecord {
        if let known = key.flatMap({ idsOfKeys[$0] }).flatMap({ accounts[$0] }) { return .known(known) }
        guard ids[account.account.name] == nil else { return .nameTaken }
        accounts[account.account.id] = account
        ids[account.account.name] = account.account.id
        if let key { idsOfKeys[key] = account.account.id }
        add(session)
        return .recorded
    }

    package func admit(_ guess: Guess, at now: Timestamp) -> Admission {
        forgetGuesses(at: now)
        let tries = guesses[guess, default: []].filter { now < GuessRules.end(of: $0) }
        if let next = GuessRules.next(after: tries, at: now) { return .later(next) }
        guesses[guess] = tries + [now]
        return .account(account(named: guess.name))
    }

    package func takeBack(_ guess: Guess) {
        let tries = guesses[guess, default: []].sorted().dropLast()
        guesses[guess] = tries.isEmpty ? nil : Array(tries)
    }

    package func begin(
        _ session: StoredSession, of account: StoredAccount, rehashed: PasswordHash?, forgetting guess: Guess
    ) -> Bool {
        guard hasPassword(of: account) else { return false }
        if let rehashed { setPassword(rehashed, of: account.account.id) }
        let others = storedSessions(of: session.account).map(\.session)
        let ended = SessionRules.ended(by: session.session, among: others)
        removeSessions(of: session.account) { ended.contains($0.session.id) }
        add(session.keepingName(among: others))
        guesses[guess] = nil
        return true
    }

    package func session(under digest: TokenDigest, at now: Timestamp) -> LoggedIn? {
        guard let stored = sessions[digest], stored.session.lasts(at: now),
            let account = accounts[stored.account]?.account
        else { return nil }
        guard stored.session.isUseDue(at: now) else { return LoggedIn(account: account, session: stored.session) }
        let used = stored.session.used(at: now)
        sessions[digest] = StoredSession(session: used, account: stored.account, digest: digest)
        return LoggedIn(account: account, session: used)
    }

    package func sessions(of account: UUIDv7, at now: Timestamp) -> [Session] {
        storedSessions(of: account).map(\.session).filter { $0.lasts(at: now) }
            .sorted { ($0.beganAt.milliseconds, "\($0.id)") < ($1.beganAt.milliseconds, "\($1.id)") }
    }

    package func name(_ device: DeviceName, of session: UUIDv7, of account: UUIDv7, at now: Timestamp) -> Bool {
        let found = storedSessions(of: account).first { $0.session.id == session && $0.session.lasts(at: now) }
        guard let found else { return false }
        add(StoredSession(session: found.session.named(device), account: account, digest: found.digest))
        return true
    }

    package func end(_ sessions: SessionSelection, of account: UUIDv7, at now: Timestamp) -> Int {
        removeSessions(of: account) { sessions.contains($0.session.id) }.filter { $0.session.lasts(at: now) }.count
    }

    package func replacePassword(
        of account: StoredAccount, with new: PasswordHash, replacing session: UUIDv7, by next: StoredSession,
        forgetting guess: Guess
    ) -> Bool {
        let id = account.account.id
        guard hasPassword(of: account), sessions(of: id, at: next.session.beganAt).contains(where: { $0.id == session })
        else {
            return false
        }
        setPassword(new, of: id)
        let former = removeSessions(of: id) { _ in true }
        add(next.keepingName(among: former.map(\.session)))
        guesses[guess] = nil
        return true
    }

    package func recover(_ guess: Guess, by code: TokenDigest, with new: PasswordHash, at now: Timestamp) -> Account? {
        guard let stored = account(named: guess.name), !stored.isLocked, let issued = codes[stored.account.id],
            issued.digest == code, now < issued.end
        else { return nil }
        setPassword(new, of: stored.account.id)
        removeSessions(of: stored.account.id) { _ in true }
        guesses[guess] = nil
        return stored.account
    }

    package func erase(_ account: StoredAccount, by session: UUIDv7, at now: Timestamp) -> Bool {
        let id = account.account.id
        guard hasPassword(of: account), sessions(of: id, at: now).contains(where: { $0.id == session }) else {
            return false
        }
        remove(account.account)
        return true
    }

    /// Removes the account with everything that belongs to it.
    func remove(_ account: Account) {
        let id = account.id
        removeSessions(of: id) { _ in true }
        digests[id] = nil
        guesses = guesses.filter { $0.key.name != account.name }
        idsOfKeys = idsOfKeys.filter { $0.value != id }
        ids[account.name] = nil
        accounts[id] = nil
        locks[id] = nil
        codes[id] = nil
    }

    /// Whether the account still has the password in `account`, and the account is not locked.
    private func hasPassword(of account: StoredAccount) -> Bool {
        let stored = accounts[account.account.id]
        return stored?.passwordHash == account.passwordHash && stored?.isLocked == false
    }

    /// Replaces the password of an account that is not locked, and voids its recovery code.
    private func setPassword(_ hash: PasswordHash, of id: UUIDv7) {
        accounts[id] = accounts[id].map { StoredAccount(account: $0.account, passwordHash: hash) }
        codes[id] = nil
    }

    private func storedSessions(of account: UUIDv7) -> [StoredSession] {
        digests[account, default: []].compactMap { sessions[$0] }
    }

    private func add(_ session: StoredSession) {
        sessions[session.digest] = session
        digests[session.account, default: []].insert(session.digest)
    }

    @discardableResult
    func removeSessions(of account: UUIDv7, where isOver: (StoredSession) -> Bool) -> [StoredSession] {
        let over = storedSessions(of: account).filter(isOver)
        for session in over {
            sessions[session.digest] = nil
            digests[account]?.remove(session.digest)
        }
        return over
    }

    /// Removes obsolete attempts, because a client may use any number of names.
    private func forgetGuesses(at now: Timestamp) {
        guard guesses.count > guesserLimit else { return }
        guesses = guesses.filter { $0.value.contains { now < GuessRules.end(of: $0) } }
        guesserLimit = max(1024, 2 * guesses.count)
    }
}

extension SessionSelection {
    func contains(_ id: UUIDv7) -> Bool {
        switch self {
        case .one(let one): one == id
        case .others(let kept): kept != id
        }
    }
}

extension InMemoryAccountRegistry: TimeBounded {
    package nonisolated func longest(_ operation: OperationName) -> Duration? { .zero }
}
