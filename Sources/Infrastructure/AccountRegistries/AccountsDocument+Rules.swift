import CalearningDomain
import Usecases

extension AccountsDocument {
    func account(_ id: UUIDv7) -> StoredAccount? {
        accounts[id].map { StoredAccount(account: Account(id: id, name: $0.name), passwordHash: $0.passwordHash) }
    }

    func account(where isWanted: (AccountEntry) -> Bool) -> StoredAccount? {
        accounts.first { isWanted($0.value) }.flatMap { account($0.key) }
    }

    /// Whether the account still has the password that it had when it was read.
    func hasPassword(of account: StoredAccount) -> Bool {
        accounts[account.account.id]?.passwordHash == account.passwordHash
    }

    /// `nil` if it has ended.
    func session(under digest: TokenDigest, at now: Timestamp) -> SessionEntry? {
        sessions[digest].flatMap { $0.session.lasts(at: now) ? $0 : nil }
    }

    func loggedIn(under digest: TokenDigest, at now: Timestamp) -> LoggedIn? {
        guard let entry = session(under: digest, at: now), let account = account(entry.account) else { return nil }
        return LoggedIn(account: account.account, session: entry.session)
    }

    /// Those that have not ended.
    func sessions(of account: UUIDv7, at now: Timestamp) -> [TokenDigest: SessionEntry] {
        sessions.filter { $0.value.account == account && $0.value.session.lasts(at: now) }
    }

    /// Ends the session that the account had on the device, and those that were not used for the longest time, so that
    /// there is room for this one.
    mutating func begin(_ session: StoredSession) {
        end(sessions.filter { $0.value.account == session.account && $0.value.udid == session.session.udid })
        let others = sessions(of: session.account, at: session.session.beganAt)
        let excess = max(0, others.count + 1 - SessionRules.perAccount)
        end(others.sorted { $0.value.age < $1.value.age }.prefix(excess))
        sessions[session.digest] = SessionEntry(session)
    }

    /// Returns how many there were.
    @discardableResult
    mutating func end(_ ended: some Collection<(key: TokenDigest, value: SessionEntry)>) -> Int {
        for (digest, _) in ended { sessions[digest] = nil }
        return ended.count
    }

    func tries(like guess: Guess) -> [Timestamp] { tries.filter { $0.guess == guess }.map(\.time) }

    mutating func forget(_ guess: Guess) {
        tries.removeAll { $0.guess == guess }
    }

    mutating func removeWhatHasEnded(at now: Timestamp) {
        sessions = sessions.filter { $0.value.session.lasts(at: now) }
        tries.removeAll { now >= GuessRules.end(of: $0.time) }
    }
}
