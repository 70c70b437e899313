package import CalearningDomain
package import Usecases

extension InMemoryAccountRegistry: Administration {
    package func accounts(after name: AccountName?, at now: Timestamp) -> AccountPage {
        let names = ids.keys.sorted { $0.rawValue < $1.rawValue }.filter { $0.rawValue > name?.rawValue ?? "" }
        return AccountPage(
            following: names.prefix(AccountPage.size + 1).compactMap { name in account(named: name, at: now) })
    }

    package func account(named name: AccountName, at now: Timestamp) -> AccountOverview? {
        guard let stored = account(named: name) else { return nil }
        let lasting = sessions(of: stored.account.id, at: now)
        let tries = guesses.filter { $0.key.name == name }.values.flatMap(\.self)
        return AccountOverview(
            account: stored.account, lockedAt: locks[stored.account.id], sessions: lasting.count,
            lastUsedAt: lasting.map(\.lastUsedAt).max(), guesses: tries.count { GuessRules.counts($0, at: now) })
    }

    package func setLock(_ isLocked: Bool, of name: AccountName, at now: Timestamp) -> AccountOverview? {
        guard let stored = account(named: name) else { return nil }
        let id = stored.account.id
        locks[id] = isLocked ? locks[id] ?? now : nil
        accounts[id] = StoredAccount(account: stored.account, passwordHash: stored.passwordHash, isLocked: isLocked)
        if isLocked { removeSessions(of: id) { _ in true } }
        return account(named: name, at: now)
    }

    package func allowRecovery(of name: AccountName, by code: TokenDigest, until end: Timestamp) -> Account? {
        guard let account = account(named: name)?.account else { return nil }
        codes[account.id] = (code, end)
        return account
    }

    package func delete(_ name: AccountName) -> Account? {
        guard let account = account(named: name)?.account else { return nil }
        remove(account)
        return account
    }

    package func endSessions(of name: AccountName, at now: Timestamp) -> Int? {
        guard let id = ids[name] else { return nil }
        return removeSessions(of: id) { _ in true }.count { $0.session.lasts(at: now) }
    }

    package func forgetGuesses(of name: AccountName) -> Int {
        removeTries { guess, _ in guess.name == name }
    }

    package func countDevices(at now: Timestamp) async -> DeviceCount {
        let udids = await devices.registrations.map(\.udid)
        return DeviceCount(total: udids.count, lastDay: udids.count { !$0.isIssued(before: now - .seconds(86_400)) })
    }

    package func sweep(at now: Timestamp) -> SweptRows {
        let idle = sessions.values.filter { $0.session.lastUsedAt + SessionRules.idleTime <= now }
        for session in idle { removeSessions(of: session.account) { $0.digest == session.digest } }
        return SweptRows(sessions: idle.count, guesses: removeTries { _, time in GuessRules.end(of: time) <= now })
    }

    package func forgetDevices(registeredBefore time: Timestamp) async -> Int {
        await devices.forget(registeredBefore: time)
    }

    /// Removes the attempts to log in that satisfy the condition, and returns their number.
    private func removeTries(where isOver: (Guess, Timestamp) -> Bool) -> Int {
        var count = 0
        for (guess, times) in guesses {
            let kept = times.filter { !isOver(guess, $0) }
            count += times.count - kept.count
            guesses[guess] = kept.isEmpty ? nil : kept
        }
        return count
    }
}
