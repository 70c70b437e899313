import CalearningDomain
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

typealias Administered = AccountRegistry & Administration

/// One call of an operator, or the use of a code that one has issued. The names may have no account.
enum AdministrationStep: Sendable {
    typealias When = AccountRegistryStep.When

    case show(name: UInt64, When)
    case list(after: UInt64?, When)
    case setLock(Bool, name: UInt64, When)
    case allowRecovery(name: UInt64, code: UInt64, When)
    case recover(Guess, code: UInt64, When)
    case endSessions(name: UInt64, When)
    case forgetGuesses(name: UInt64)
    case sweep(When)
    case delete(name: UInt64)
}

extension AccountRegistryModel {
    /// Plays the step of an operator. Throws a ``BrokenPromise`` if the registry's answer differs from the contract.
    mutating func operate(_ step: AdministrationStep, on registry: any AccountRegistry) async throws {
        guard let registry = registry as? any Administered else {
            throw BrokenPromise("\(type(of: registry)) is not for operators")
        }
        switch step {
        case .show(let name, let when):
            let now = time(when, ends(of: known(name)))
            let overview = try await registry.account(named: .fixture(name), at: now)
            try check(overview, of: known(name), at: now)
        case .list(let name, let when):
            let (first, now) = (name.map { AccountName.fixture($0) }, time(when, ends))
            let page = try await registry.accounts(after: first, at: now)
            let following = accounts.sorted { $0.stored.account.name.rawValue < $1.stored.account.name.rawValue }
                .filter { $0.stored.account.name.rawValue > first?.rawValue ?? "" }
            try promise(page.accounts.count, is: following.count)
            try promise(page.hasMore, is: false)
            for (overview, account) in zip(page.accounts, following) { try check(overview, of: account, at: now) }
        case .setLock(let isLocked, let name, let when):
            let now = time(when, ends(of: known(name)))
            let overview = try await registry.setLock(isLocked, of: .fixture(name), at: now)
            setLock(isLocked, of: name, at: now)
            try check(overview, of: known(name), at: now)
        case .allowRecovery(let name, let code, let when):
            let now = time(when, ends(of: known(name)))
            let (digest, end) = (TokenDigest.fixture(code), now + RecoveryRules.lifetime)
            let allowed = try await registry.allowRecovery(of: .fixture(name), by: digest, until: end)
            try promise(allowed, is: known(name)?.stored.account)
            if let index = index(of: name) { accounts[index].code = (digest, end) }
        case .recover(let guess, let code, let when):
            let end = accounts.first { $0.stored.account.name == guess.name }?.code?.end
            try await recover(guess, by: .fixture(code), at: time(when, end.map { [$0] } ?? []), registry)
        case .endSessions(let name, let when):
            try await endSessions(of: name, at: time(when, ends(of: known(name))), registry)
        case .forgetGuesses(let name):
            let count = try await registry.forgetGuesses(of: .fixture(name))
            let counted = tries.filter { $0.guess.name == .fixture(name) }
            try promise(count, isWithin: certain(counted, at: latest)...counted.count)
            tries.removeAll { $0.guess.name == .fixture(name) }
        case .sweep(let when): try await sweep(when, registry)
        case .delete(let name):
            let account = known(name)?.stored.account
            let deleted = try await registry.delete(.fixture(name))
            try promise(deleted, is: account)
            if let account { remove(account) }
        }
    }

    private func index(of name: UInt64) -> Int? {
        accounts.firstIndex { $0.stored.account.name == .fixture(name) }
    }

    private var ends: [Timestamp] { accounts.flatMap { ends(of: $0) } }

    /// Returns the ends of all guesses for the account's name, and of its sessions. The latest guess comes first.
    private func ends(of known: Known?) -> [Timestamp] {
        guard let account = known?.stored.account else { return [] }
        return tries.reversed().filter { $0.guess.name == account.name }.map { GuessRules.end(of: $0.time) }
            + sessionEnds(of: account)
    }

    /// Returns the number of tries that a registry cannot have forgotten before this time.
    private func certain(_ tries: [(guess: Guess, time: Timestamp)], at now: Timestamp) -> Int {
        tries.count { now < GuessRules.end(of: $0.time) }
    }

    /// Compares an overview with the account. Entries that had ended at the latest time may be missing.
    private func check(_ overview: AccountOverview?, of known: Known?, at now: Timestamp) throws {
        guard let overview, let known else { return try promise(overview == nil && known == nil, "an account differs") }
        let account = known.stored.account
        let lasting = sessions.filter { $0.account == account.id && $0.session.lasts(at: now) }
        let counted = tries.filter { $0.guess.name == account.name && GuessRules.counts($0.time, at: now) }
        let uses = lasting.map(\.session.lastUsedAt)

        try promise(overview.account, is: account)
        try promise(overview.lockedAt, is: known.lockedAt)
        try promise(overview.deletionAt, is: known.stored.deletionAt)
        try promise(overview.sessions, isWithin: lasting.count(where: isCertain)...lasting.count)
        try promise(overview.guesses, isWithin: certain(counted, at: latest)...counted.count)
        if overview.sessions == lasting.count { try promise(overview.lastUsedAt, is: uses.max()) }
        try promise(overview.lastUsedAt.map(uses.contains) ?? (overview.sessions == 0), "the last use differs")
    }

    private mutating func setLock(_ isLocked: Bool, of name: UInt64, at now: Timestamp) {
        guard let index = index(of: name) else { return }
        let stored = accounts[index].stored
        accounts[index].stored = StoredAccount(
            account: stored.account, passwordHash: stored.passwordHash, isLocked: isLocked,
            deletionAt: stored.deletionAt)
        accounts[index].lockedAt = isLocked ? accounts[index].lockedAt ?? now : nil
        if isLocked { sessions.removeAll { $0.account == stored.account.id } }
    }

    private mutating func recover(
        _ guess: Guess, by code: TokenDigest, at now: Timestamp, _ registry: any AccountRegistry
    ) async throws {
        let new = newHash()

        let recovered = try await registry.recover(guess, by: code, with: new, under: nil, at: now)

        let index = accounts.firstIndex { known in
            known.stored.account.name == guess.name && !known.stored.isLocked && known.code?.digest == code
                && known.code.map { now < $0.end } == true
        }
        guard let index else { return try promise(recovered, is: .refused) }
        let account = accounts[index].stored.account
        try promise(recovered, is: .recovered(account))
        setPassword(new, of: index)
        sessions.removeAll { $0.account == account.id }
        tries.removeAll { $0.guess == guess }
    }

    private mutating func endSessions(
        of name: UInt64, at now: Timestamp, _ registry: any Administered
    ) async throws {
        let count = try await registry.endSessions(of: .fixture(name), at: now)

        guard let id = known(name)?.stored.account.id else { return try promise(count, is: nil) }
        let lasting = sessions.filter { $0.account == id && $0.session.lasts(at: now) }
        try promise(try promised(count), isWithin: lasting.count(where: isCertain)...lasting.count)
        sessions.removeAll { $0.account == id }
    }

    private mutating func sweep(_ when: AdministrationStep.When, _ registry: any Administered) async throws {
        let before = latest
        let now = time(when, ends)

        let swept = try await registry.sweep(at: now)

        let idle = sessions.filter { $0.session.lastUsedAt + SessionRules.idleTime <= now }
        let old = tries.filter { GuessRules.end(of: $0.time) <= now }
        // Entries that lasted before this call cannot have been removed earlier.
        let lasting = idle.filter { $0.session.lasts(at: before) }
        try promise(swept.sessions, isWithin: lasting.count...idle.count)
        try promise(swept.guesses, isWithin: certain(old, at: before)...old.count)
        sessions.removeAll { $0.session.lastUsedAt + SessionRules.idleTime <= now }
        tries.removeAll { GuessRules.end(of: $0.time) <= now }
    }
}

private func promise(_ actual: Int, isWithin range: ClosedRange<Int>) throws {
    try promise(range.contains(actual), "\(actual) is not within \(range)")
}
