import CalearningDomain
import UsecasesEngine
import UsecasesSystem

/// The accounts, sessions and attempts of a registry that keeps them in one place.
///
/// Each mutating method is one operation of ``AccountRegistry``. The caller makes it atomic and durable.
struct AccountRecords: Equatable, Sendable {
    var accounts: [UUIDv7: AccountEntry] = [:]
    var sessions: [TokenDigest: SessionEntry] = [:]
    var tries: [TryEntry] = []

    func account(named name: AccountName) -> StoredAccount? { account { $0.name == name } }

    mutating func record(
        _ account: StoredAccount, under key: InstallationKey?, beginning session: StoredSession
    ) -> AccountRecord {
        if let key, let known = self.account(where: { $0.key == key }) { return .known(known) }
        guard self.account(named: account.account.name) == nil else { return .nameTaken }
        accounts[account.account.id] = AccountEntry(account, under: key)
        begin(session)
        return .recorded
    }

    mutating func admit(_ guess: Guess, at now: Timestamp) -> Admission {
        let times = tries.filter { $0.guess == guess }.map(\.time)
        if let next = GuessRules.next(after: times, at: now) { return .later(next) }
        tries.append(TryEntry(guess, at: now))
        return .account(account(named: guess.name))
    }

    mutating func takeBack(_ guess: Guess) {
        let latest = tries.indices.filter { tries[$0].guess == guess }.max { tries[$0].time < tries[$1].time }
        if let latest { tries.remove(at: latest) }
    }

    mutating func begin(
        _ session: StoredSession, of account: StoredAccount, rehashed: PasswordHash?, forgetting guess: Guess
    ) -> Bool {
        guard isUnchanged(account) else { return false }
        if let rehashed { setPassword(rehashed, of: account.account.id) }
        accounts[account.account.id]?.deletionAt = nil
        begin(session)
        forget(guess)
        return true
    }

    /// Returns the account and the session, or `nil` if the session has ended.
    func loggedIn(under digest: TokenDigest, at now: Timestamp) -> LoggedIn? {
        guard let entry = sessions[digest], entry.session.lasts(at: now), let account = account(entry.account)
        else { return nil }
        return LoggedIn(account: account.account, session: entry.session)
    }

    mutating func session(under digest: TokenDigest, at now: Timestamp) -> LoggedIn? {
        guard let found = loggedIn(under: digest, at: now), found.session.isUseDue(at: now) else {
            return loggedIn(under: digest, at: now)
        }
        sessions[digest]?.session = found.session.used(at: now)
        return loggedIn(under: digest, at: now)
    }

    func sessions(of account: UUIDv7, at now: Timestamp) -> [Session] {
        entries(of: account, at: now).map(\.value.session).sorted {
            ($0.beganAt, $0.id.description) < ($1.beganAt, $1.id.description)
        }
    }

    mutating func name(_ device: DeviceName, of session: UUIDv7, of account: UUIDv7, at now: Timestamp) -> Bool {
        guard let found = entries(of: account, at: now).first(where: { $0.value.session.id == session }) else {
            return false
        }
        sessions[found.key]?.session = found.value.session.named(device)
        return true
    }

    mutating func end(_ selection: SessionSelection, of account: UUIDv7, at now: Timestamp) -> Int {
        end(entries(of: account, at: now).filter { selection.contains($0.value.session.id) })
    }

    mutating func replacePassword(
        of account: StoredAccount, with new: PasswordHash, replacing session: UUIDv7, by next: StoredSession,
        forgetting guess: Guess
    ) -> Bool {
        let former = entries(of: account.account.id, at: next.session.beganAt)
        guard isUnchanged(account), former.contains(where: { $0.value.session.id == session }) else { return false }
        setPassword(new, of: account.account.id)
        end(former)
        begin(next.keepingName(among: former.map(\.value.session)))
        forget(guess)
        return true
    }

    mutating func recover(
        _ guess: Guess, by code: TokenDigest, with new: PasswordHash, under factor: SealedSecret?, at now: Timestamp
    ) -> RecoveryRecord {
        guard let stored = account(named: guess.name), !stored.isLocked,
            let issued = accounts[stored.account.id]?.code, issued.digest == code, now < issued.end
        else { return .refused }
        guard stored.isProved(under: factor) else { return .secured(stored) }
        setPassword(new, of: stored.account.id)
        endSessions(of: stored.account.id)
        forget(guess)
        return .recovered(stored.account)
    }

    mutating func change(
        _ change: SecondFactorChange, of account: StoredAccount, by session: UUIDv7?, forgetting guess: Guess?,
        at now: Timestamp
    ) -> Bool {
        let id = account.account.id
        guard isUnchanged(account), session.map({ lasts($0, of: id, at: now) }) ?? true,
            accounts[id]?.secondFactor.make(change, at: now) == true
        else { return false }
        if let guess { forget(guess) }
        return true
    }

    mutating func erase(_ account: StoredAccount, by session: UUIDv7, at now: Timestamp) -> Bool {
        guard isConfirmed(account, by: session, at: now) else { return false }
        remove(account.account)
        return true
    }

    mutating func schedule(
        _ deletion: Deletion, of account: StoredAccount, by session: UUIDv7, at now: Timestamp
    ) -> Bool {
        guard isConfirmed(account, by: session, at: now) else { return false }
        accounts[account.account.id]?.deletionAt = deletion.at
        endSessions(of: account.account.id)
        return true
    }

    mutating func erase(_ deletion: Deletion) -> Bool {
        guard let entry = accounts[deletion.account.id] else { return true }
        guard entry.deletionAt == deletion.at else { return false }
        remove(deletion.account)
        return true
    }

    /// Removes the account, all its sessions, and all attempts for its name.
    mutating func remove(_ account: Account) {
        accounts[account.id] = nil
        endSessions(of: account.id)
        tries.removeAll { $0.guess.name == account.name }
    }

    mutating func endSessions(of account: UUIDv7) {
        end(sessions.filter { $0.value.account == account })
    }

    mutating func removeWhatHasEnded(at now: Timestamp) {
        sessions = sessions.filter { $0.value.session.lasts(at: now) }
        removeOldTries(at: now)
    }

    mutating func removeOldTries(at now: Timestamp) {
        tries.removeAll { now >= GuessRules.end(of: $0.time) }
    }

    private func account(_ id: UUIDv7) -> StoredAccount? {
        accounts[id].map { entry in
            StoredAccount(
                account: Account(id: id, name: entry.name), passwordHash: entry.passwordHash,
                isLocked: entry.lockedAt != nil, deletionAt: entry.deletionAt, secondFactor: entry.secondFactor)
        }
    }

    private func account(where isWanted: (AccountEntry) -> Bool) -> StoredAccount? {
        accounts.first { isWanted($0.value) }.flatMap { account($0.key) }
    }

    /// Whether the account is still as it was compared, and is not locked.
    private func isUnchanged(_ account: StoredAccount) -> Bool {
        guard let stored = self.account(account.account.id), !stored.isLocked else { return false }
        return stored.held == account.held
    }

    /// Whether the account is as it was compared, and the session has not ended.
    private func isConfirmed(_ account: StoredAccount, by session: UUIDv7, at now: Timestamp) -> Bool {
        isUnchanged(account) && lasts(session, of: account.account.id, at: now)
    }

    private func lasts(_ session: UUIDv7, of account: UUIDv7, at now: Timestamp) -> Bool {
        sessions(of: account, at: now).contains { $0.id == session }
    }

    /// Replaces the password, and voids a recovery code.
    private mutating func setPassword(_ new: PasswordHash, of id: UUIDv7) {
        accounts[id]?.passwordHash = new
        accounts[id]?.code = nil
    }

    /// Returns the sessions of the account that have not ended.
    private func entries(of account: UUIDv7, at now: Timestamp) -> [TokenDigest: SessionEntry] {
        sessions.filter { $0.value.account == account && $0.value.session.lasts(at: now) }
    }

    /// Begins the session and ends the sessions of ``SessionRules/ended(by:among:)``.
    private mutating func begin(_ new: StoredSession) {
        let own = sessions.filter { $0.value.account == new.account }
        let former = own.map(\.value.session)
        let ended = SessionRules.ended(by: new.session, among: former)
        end(own.filter { ended.contains($0.value.session.id) })
        sessions[new.digest] = SessionEntry(new.keepingName(among: former))
    }

    /// Ends sessions and returns their number.
    @discardableResult
    private mutating func end(_ ended: [TokenDigest: SessionEntry]) -> Int {
        for digest in ended.keys { sessions[digest] = nil }
        return ended.count
    }

    private mutating func forget(_ guess: Guess) {
        tries.removeAll { $0.guess == guess }
    }
}

extension SessionSelection {
    fileprivate func contains(_ id: UUIDv7) -> Bool {
        switch self {
        case .one(let one): one == id
        case .others(let kept): kept != id
        }
    }
}

/// A recorded account.
struct AccountEntry: Equatable, Sendable {
    let name: AccountName
    var passwordHash: PasswordHash
    /// The key of the request that recorded the account.
    let key: InstallationKey?
    /// The time when an operator locked the account. A file has no operators, so it contains neither locks nor codes.
    var lockedAt: Timestamp?
    /// The digest of the recovery code, and the time when the code expires.
    var code: RecoveryEntry?
    /// The time from which the account is erased, or `nil`.
    var deletionAt: Timestamp?
    var secondFactor: StoredSecondFactor?
    /// The unknown members of the entry in a file.
    var others: [String: JSON] = [:]

    init(_ account: StoredAccount, under key: InstallationKey?) {
        name = account.account.name
        passwordHash = account.passwordHash
        self.key = key
    }
}

struct RecoveryEntry: Equatable, Sendable {
    let digest: TokenDigest
    let end: Timestamp
}

/// A recorded session.
struct SessionEntry: Equatable, Sendable {
    /// The identifier of its account.
    let account: UUIDv7
    var session: Session
    var others: [String: JSON] = [:]

    init(_ stored: StoredSession) {
        account = stored.account
        session = stored.session
    }
}

/// An attempt to log in. It counts until its window ends.
struct TryEntry: Equatable, Sendable {
    let guess: Guess
    let time: Timestamp
    var others: [String: JSON] = [:]

    init(_ guess: Guess, at time: Timestamp) {
        self.guess = guess
        self.time = time
    }
}
