package import UsecasesEngine

/// An account as an operator sees it. It contains no secret.
package struct AccountOverview: Sendable, Hashable, Codable {
    package let account: Account
    /// The time when an operator locked the account, or `nil`.
    package let lockedAt: Timestamp?
    /// The time from which the account is erased, unless its owner logs in before, or `nil`.
    package let deletionAt: Timestamp?
    /// Whether the second factor is on.
    package let hasSecondFactor: Bool
    /// The number of sessions that have not ended.
    package let sessions: Int
    /// The last recorded use of a session, or `nil` without sessions.
    package let lastUsedAt: Timestamp?
    /// The number of attempts to log in that count against its name, from all networks.
    package let guesses: Int

    package init(
        account: Account, lockedAt: Timestamp?, deletionAt: Timestamp? = nil, hasSecondFactor: Bool = false,
        sessions: Int, lastUsedAt: Timestamp?, guesses: Int
    ) {
        self.hasSecondFactor = hasSecondFactor
        self.account = account
        self.lockedAt = lockedAt
        self.deletionAt = deletionAt
        self.sessions = sessions
        self.lastUsedAt = lastUsedAt
        self.guesses = guesses
    }
}

/// Some accounts, in the order of their names.
package struct AccountPage: Sendable, Hashable, Codable {
    /// The maximum number of accounts on a page.
    package static let size = 100

    package let accounts: [AccountOverview]
    /// Whether more accounts follow.
    package let hasMore: Bool

    package init(accounts: [AccountOverview], hasMore: Bool) {
        self.accounts = accounts
        self.hasMore = hasMore
    }

    /// Creates a page from the accounts that follow. `accounts` must contain one account more than a page, if so many
    /// exist.
    package init(following accounts: [AccountOverview]) {
        self.init(accounts: Array(accounts.prefix(Self.size)), hasMore: accounts.count > Self.size)
    }
}

/// A recovery code that has just been issued. It cannot be retrieved again.
package struct IssuedCode: Sendable, Hashable, Codable {
    package let account: Account
    package let code: RecoveryCode
    package let expiresAt: Timestamp

    package init(account: Account, code: RecoveryCode, expiresAt: Timestamp) {
        self.account = account
        self.code = code
        self.expiresAt = expiresAt
    }
}

/// The number of devices with a UDID of the service.
package struct DeviceCount: Sendable, Hashable, Codable {
    package let total: Int
    /// The devices of the last 24 hours.
    package let lastDay: Int

    package init(total: Int, lastDay: Int) {
        self.total = total
        self.lastDay = lastDay
    }
}

/// The number of obsolete rows that were removed.
package struct SweptRows: Sendable, Hashable, Codable {
    /// Sessions that were not used for the maximum idle time.
    package var sessions: Int
    /// Attempts to log in that no longer count.
    package var guesses: Int
    /// Devices that are kept no longer.
    package var devices: Int
    /// Browsers that were not used for 30 days.
    package var browsers: Int

    package init(sessions: Int = 0, guesses: Int = 0, devices: Int = 0, browsers: Int = 0) {
        self.sessions = sessions
        self.guesses = guesses
        self.browsers = browsers
        self.devices = devices
    }
}

/// The database of the service, as its operator uses it, also while servers use it.
///
/// Each operation is atomic, except ``sweep(at:)`` and ``forgetDevices(registeredBefore:)``, and is on disk when it
/// returns. It throws a system error of the data store, or ``ErrorWrapper/interrupted``.
package protocol Administration: Sendable {
    /// Returns the accounts whose names follow `name`, or the first ones.
    func accounts(after name: AccountName?, at now: Timestamp) async throws(ErrorWrapper) -> AccountPage
    /// Returns the account, or `nil` if it does not exist.
    func account(named name: AccountName, at now: Timestamp) async throws(ErrorWrapper) -> AccountOverview?
    /// Locks the account and ends its sessions, or unlocks it. The server refuses logins to a locked account. Returns
    /// the changed account, or `nil` if it does not exist. A second lock keeps the time of the first one.
    func setLock(
        _ isLocked: Bool, of name: AccountName, at now: Timestamp
    ) async throws(ErrorWrapper) -> AccountOverview?
    /// Removes the second factor of the account, or the key that waits for its confirmation. Returns the changed account, or
    /// `nil` if it does not exist.
    func removeSecondFactor(of name: AccountName, at now: Timestamp) async throws(ErrorWrapper) -> AccountOverview?
    /// Records the code of an account until it is used, replaced or expired. Returns the account, or `nil` if it does not
    /// exist.
    func allowRecovery(
        of name: AccountName, by code: TokenDigest, until end: Timestamp
    ) async throws(ErrorWrapper) -> Account?
    /// Deletes the account, its sessions and the attempts counted for its name. Returns the deleted account, or `nil` if
    /// it does not exist.
    func delete(_ name: AccountName) async throws(ErrorWrapper) -> Account?
    /// Ends all sessions of the account. Returns their number, or `nil` if the account does not exist.
    func endSessions(of name: AccountName, at now: Timestamp) async throws(ErrorWrapper) -> Int?
    /// Deletes the attempts counted for the name, whether its account exists or not. Returns their number.
    func forgetGuesses(of name: AccountName) async throws(ErrorWrapper) -> Int
    func countDevices(at now: Timestamp) async throws(ErrorWrapper) -> DeviceCount
    /// Removes all obsolete sessions, attempts and browsers, a few in each transaction, to keep servers from waiting.
    func sweep(at now: Timestamp) async throws(ErrorWrapper) -> SweptRows
    /// Removes the devices that were registered earlier, a few in each transaction. Returns their number. The service
    /// then treats the keys of these devices as new.
    func forgetDevices(registeredBefore time: Timestamp) async throws(ErrorWrapper) -> Int
}

extension Administration {
    /// Removes all obsolete rows, including the devices that were registered more than `days` days ago. `nil` keeps all
    /// devices.
    package func sweep(at now: Timestamp, keepingDevices days: Int?) async throws(ErrorWrapper) -> SweptRows {
        var swept = try await sweep(at: now)
        if let days { swept.devices = try await forgetDevices(registeredBefore: now - .seconds(86_400 * days)) }
        return swept
    }
}

extension Port: Administration where Adapter == any Administration {
    package func accounts(after name: AccountName?, at now: Timestamp) async throws(ErrorWrapper) -> AccountPage {
        try await call(
            "accounts(after:at:)", [name.map { "\($0)" } ?? "the beginning", "\(now)"],
            outcomes: [
                PossibleOutcome("some", AccountPage(accounts: [.example], hasMore: true)),
                PossibleOutcome("none", AccountPage(accounts: [], hasMore: false)),
            ] + PossibleOutcome.readErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.accounts(after: name, at: now) }
    }

    package func account(named name: AccountName, at now: Timestamp) async throws(ErrorWrapper) -> AccountOverview? {
        try await call(
            "account(named:at:)", ["\(name)", "\(now)"],
            outcomes: [PossibleOutcome("found", .example), PossibleOutcome("absent", nil)] + PossibleOutcome.readErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.account(named: name, at: now) }
    }

    package func setLock(
        _ isLocked: Bool, of name: AccountName, at now: Timestamp
    ) async throws(ErrorWrapper) -> AccountOverview? {
        try await call(
            "setLock(_:of:at:)", ["\(isLocked)", "\(name)", "\(now)"], changes: true,
            outcomes: [
                PossibleOutcome("set", isLocked ? .lockedExample : .example), PossibleOutcome("absent", nil),
            ] + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.setLock(isLocked, of: name, at: now) }
    }

    package func removeSecondFactor(
        of name: AccountName, at now: Timestamp
    ) async throws(ErrorWrapper) -> AccountOverview? {
        try await call(
            "removeSecondFactor(of:at:)", ["\(name)", "\(now)"], changes: true,
            outcomes: [PossibleOutcome("removed", .example), PossibleOutcome("absent", nil)]
                + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.removeSecondFactor(of: name, at: now) }
    }

    package func allowRecovery(
        of name: AccountName, by code: TokenDigest, until end: Timestamp
    ) async throws(ErrorWrapper) -> Account? {
        try await call(
            "allowRecovery(of:by:until:)", ["\(name)", "\(code)", "\(end)"], changes: true,
            outcomes: [PossibleOutcome("allowed", .example), PossibleOutcome("absent", nil)]
                + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.allowRecovery(of: name, by: code, until: end) }
    }

    package func delete(_ name: AccountName) async throws(ErrorWrapper) -> Account? {
        try await call(
            "delete(_:)", ["\(name)"], changes: true,
            outcomes: [PossibleOutcome("deleted", .example), PossibleOutcome("absent", nil)]
                + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.delete(name) }
    }

    package func endSessions(of name: AccountName, at now: Timestamp) async throws(ErrorWrapper) -> Int? {
        try await call(
            "endSessions(of:at:)", ["\(name)", "\(now)"], changes: true,
            outcomes: [PossibleOutcome("ended", 2), PossibleOutcome("absent", nil)] + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.endSessions(of: name, at: now) }
    }

    package func forgetGuesses(of name: AccountName) async throws(ErrorWrapper) -> Int {
        try await call(
            "forgetGuesses(of:)", ["\(name)"], changes: true,
            outcomes: [PossibleOutcome("forgotten", 10), PossibleOutcome("none", 0)] + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.forgetGuesses(of: name) }
    }

    package func countDevices(at now: Timestamp) async throws(ErrorWrapper) -> DeviceCount {
        try await call(
            "countDevices(at:)", ["\(now)"],
            outcomes: [PossibleOutcome("counted", DeviceCount(total: 3, lastDay: 1))] + PossibleOutcome.readErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.countDevices(at: now) }
    }

    package func sweep(at now: Timestamp) async throws(ErrorWrapper) -> SweptRows {
        try await call(
            "sweep(at:)", ["\(now)"], changes: true,
            outcomes: [PossibleOutcome("swept", SweptRows(sessions: 2, guesses: 10, browsers: 4))]
                + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.sweep(at: now) }
    }

    package func forgetDevices(registeredBefore time: Timestamp) async throws(ErrorWrapper) -> Int {
        try await call(
            "forgetDevices(registeredBefore:)", ["\(time)"], changes: true,
            outcomes: [PossibleOutcome("forgotten", 3), PossibleOutcome("none", 0)] + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.forgetDevices(registeredBefore: time) }
    }
}

extension Dependencies {
    package var administration: Port<any Administration> {
        get { self[(any Administration).self] }
        set { self[(any Administration).self] = newValue }
    }
}

extension AccountOverview {
    package static let example = AccountOverview(
        account: .example, lockedAt: nil, sessions: 2, lastUsedAt: .example, guesses: 0)
    package static let lockedExample = AccountOverview(
        account: .example, lockedAt: .example, sessions: 0, lastUsedAt: nil, guesses: 0)
}
