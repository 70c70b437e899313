package import CalearningDomain
package import UsecasesEngine

/// An account registry in memory.
package actor InMemoryAccountRegistry: AccountRegistry {
    private var records = AccountRecords()
    /// The devices that an operator counts.
    private let devices: InMemoryDeviceRegistry

    package init(devices: InMemoryDeviceRegistry = InMemoryDeviceRegistry()) {
        self.devices = devices
    }

    /// The times at which sessions expire without further use, and at which the next code of a second factor counts, for the
    /// laboratory.
    package var ends: [Timestamp] {
        records.sessions.values.map(\.session.expiresAt)
            + records.accounts.values.compactMap { account in
                account.secondFactor?.lastStep.map {
                    Timestamp(milliseconds: ($0 + 1) * TimeCodeRules.period)
                }
            }
    }

    package func account(named name: AccountName) -> StoredAccount? { records.account(named: name) }

    package func record(
        _ account: StoredAccount, under key: InstallationKey?, beginning session: StoredSession
    ) -> AccountRecord { records.record(account, under: key, beginning: session) }

    package func admit(_ guess: Guess, at now: Timestamp) -> Admission {
        // A client may use any number of names.
        records.removeOldTries(at: now)
        return records.admit(guess, at: now)
    }

    package func takeBack(_ guess: Guess) { records.takeBack(guess) }

    package func begin(
        _ session: StoredSession, of account: StoredAccount, rehashed: PasswordHash?, forgetting guess: Guess
    ) -> Bool { records.begin(session, of: account, rehashed: rehashed, forgetting: guess) }

    package func session(under digest: TokenDigest, at now: Timestamp) -> LoggedIn? {
        records.session(under: digest, at: now)
    }

    package func sessions(of account: UUIDv7, at now: Timestamp) -> [Session] {
        records.sessions(of: account, at: now)
    }

    package func name(_ device: DeviceName, of session: UUIDv7, of account: UUIDv7, at now: Timestamp) -> Bool {
        records.name(device, of: session, of: account, at: now)
    }

    package func end(_ sessions: SessionSelection, of account: UUIDv7, at now: Timestamp) -> Int {
        records.end(sessions, of: account, at: now)
    }

    package func replacePassword(
        of account: StoredAccount, with new: PasswordHash, replacing session: UUIDv7, by next: StoredSession,
        forgetting guess: Guess
    ) -> Bool {
        records.replacePassword(of: account, with: new, replacing: session, by: next, forgetting: guess)
    }

    package func recover(
        _ guess: Guess, by code: TokenDigest, with new: PasswordHash, under factor: SealedSecret?, at now: Timestamp
    ) -> RecoveryRecord { records.recover(guess, by: code, with: new, under: factor, at: now) }

    package func change(
        _ change: SecondFactorChange, of account: StoredAccount, by session: UUIDv7?, forgetting guess: Guess?,
        at now: Timestamp
    ) -> Bool { records.change(change, of: account, by: session, forgetting: guess, at: now) }

    package func erase(_ account: StoredAccount, by session: UUIDv7, at now: Timestamp) -> Bool {
        records.erase(account, by: session, at: now)
    }

    package func schedule(
        _ deletion: Deletion, of account: StoredAccount, by session: UUIDv7, at now: Timestamp
    ) -> Bool { records.schedule(deletion, of: account, by: session, at: now) }

    package func erase(_ deletion: Deletion) -> Bool { records.erase(deletion) }
}

extension InMemoryAccountRegistry: Administration {
    package func accounts(after name: AccountName?, at now: Timestamp) -> AccountPage {
        let names = records.accounts.values.map(\.name).filter { $0.rawValue > name?.rawValue ?? "" }
            .sorted { $0.rawValue < $1.rawValue }
        return AccountPage(
            following: names.prefix(AccountPage.size + 1).compactMap { name in account(named: name, at: now) })
    }

    package func account(named name: AccountName, at now: Timestamp) -> AccountOverview? {
        guard let account = account(named: name)?.account else { return nil }
        let lasting = sessions(of: account.id, at: now)
        return AccountOverview(
            account: account, lockedAt: records.accounts[account.id]?.lockedAt,
            deletionAt: records.accounts[account.id]?.deletionAt,
            hasSecondFactor: records.accounts[account.id]?.secondFactor.isOn ?? false, sessions: lasting.count,
            lastUsedAt: lasting.map(\.lastUsedAt).max(),
            guesses: records.tries.count { $0.guess.name == name && GuessRules.counts($0.time, at: now) })
    }

    package func setLock(_ isLocked: Bool, of name: AccountName, at now: Timestamp) -> AccountOverview? {
        guard let id = account(named: name)?.account.id else { return nil }
        let former = records.accounts[id]?.lockedAt
        records.accounts[id]?.lockedAt = isLocked ? former ?? now : nil
        if isLocked { records.endSessions(of: id) }
        return account(named: name, at: now)
    }

    package func removeSecondFactor(of name: AccountName, at now: Timestamp) -> AccountOverview? {
        guard let id = account(named: name)?.account.id else { return nil }
        records.accounts[id]?.secondFactor = nil
        return account(named: name, at: now)
    }

    package func allowRecovery(of name: AccountName, by code: TokenDigest, until end: Timestamp) -> Account? {
        guard let account = account(named: name)?.account else { return nil }
        records.accounts[account.id]?.code = RecoveryEntry(digest: code, end: end)
        return account
    }

    package func delete(_ name: AccountName) -> Account? {
        guard let account = account(named: name)?.account else { return nil }
        records.remove(account)
        return account
    }

    package func endSessions(of name: AccountName, at now: Timestamp) -> Int? {
        guard let id = account(named: name)?.account.id else { return nil }
        let count = sessions(of: id, at: now).count
        records.endSessions(of: id)
        return count
    }

    package func forgetGuesses(of name: AccountName) -> Int {
        removeTries { $0.guess.name == name }
    }

    package func countDevices(at now: Timestamp) async -> DeviceCount {
        let udids = await devices.registrations.map(\.udid)
        return DeviceCount(total: udids.count, lastDay: udids.count { !$0.isIssued(before: now - .seconds(86_400)) })
    }

    package func sweep(at now: Timestamp) -> SweptRows {
        let before = records.sessions.count
        records.sessions = records.sessions.filter { now < $0.value.session.lastUsedAt + SessionRules.idleTime }
        return SweptRows(
            sessions: before - records.sessions.count,
            guesses: removeTries { GuessRules.end(of: $0.time) <= now })
    }

    package func forgetDevices(registeredBefore time: Timestamp) async -> Int {
        await devices.forget(registeredBefore: time)
    }

    /// Removes the attempts to log in that satisfy the condition, and returns their number.
    private func removeTries(where isOver: (TryEntry) -> Bool) -> Int {
        let before = records.tries.count
        records.tries.removeAll(where: isOver)
        return before - records.tries.count
    }
}

extension InMemoryAccountRegistry: TimeBounded {
    package nonisolated func longest(_ operation: OperationName) -> Duration? { .zero }
}
