#if Server
import CalearningDomain
import UsecasesEngine
import UsecasesStorage

extension DatabaseAccountRegistry: Administration {
    func accounts(after name: AccountName?, at now: Timestamp) async throws(ErrorWrapper) -> AccountPage {
        try await database.lookUp { session throws(Failure) in
            AccountPage(following: try session.overviews(.overviewsAfter, name?.rawValue ?? "", at: now))
        }
    }

    func account(named name: AccountName, at now: Timestamp) async throws(ErrorWrapper) -> AccountOverview? {
        try await database.lookUp { session throws(Failure) in try session.overview(of: name, at: now) }
    }

    func setLock(
        _ isLocked: Bool, of name: AccountName, at now: Timestamp
    ) async throws(ErrorWrapper) -> AccountOverview? {
        try await database.change(()) { session, _ throws(Failure) in
            if isLocked {
                let locked = try session.run(.lockAccount, .name(name), .time(now))
                if locked.rowCount > 0 { _ = try session.run(.endSessions, .text(locked.text(row: 0, column: 0))) }
            } else {
                _ = try session.run(.unlockAccount, .name(name))
            }
            return try session.overview(of: name, at: now)
        }
    }

    func removeSecondFactor(of name: AccountName, at now: Timestamp) async throws(ErrorWrapper) -> AccountOverview? {
        try await database.change(()) { session, _ throws(Failure) in
            if let account = try session.account(named: name)?.account {
                _ = try session.hold(account.id)
                try session.set(nil, of: account.id)
            }
            return try session.overview(of: name, at: now)
        }
    }

    func allowRecovery(
        of name: AccountName, by code: TokenDigest, until end: Timestamp
    ) async throws(ErrorWrapper) -> Account? {
        try await database.change(()) { session, _ throws(Failure) in
            _ = try session.run(.allowRecovery, .name(name), .bytes(code.bytes), .time(end))
            return try session.account(named: name)?.account
        }
    }

    func delete(_ name: AccountName) async throws(ErrorWrapper) -> Account? {
        try await database.change(nil as Account?) { session, deleted throws(Failure) in
            guard let account = try session.account(named: name)?.account else { return deleted }
            deleted = account
            _ = try session.hold(account.id)
            try session.erase(account)
            return account
        }
    }

    func endSessions(of name: AccountName, at now: Timestamp) async throws(ErrorWrapper) -> Int? {
        try await database.change(0) { session, ended throws(Failure) in
            guard let account = try session.overview(of: name, at: now)?.account else { return nil }
            _ = try session.hold(account.id)
            // Sessions that an earlier attempt found and that no longer exist have ended since this request arrived.
            ended = max(ended, try session.overview(of: name, at: now)?.sessions ?? 0)
            _ = try session.run(.endSessions, .id(account.id))
            return ended
        }
    }

    func forgetGuesses(of name: AccountName) async throws(ErrorWrapper) -> Int {
        try await database.change(0) { session, forgotten throws(Failure) in
            forgotten = max(forgotten, try session.run(.forgetName, .name(name)).rowCount)
            return forgotten
        }
    }

    func countDevices(at now: Timestamp) async throws(ErrorWrapper) -> DeviceCount {
        try await database.lookUp { session throws(Failure) in
            let rows = try session.run(.countDevices, .text((now - .seconds(86_400)).firstUDID))
            return DeviceCount(
                total: Int(rows.integer(row: 0, column: 0) ?? 0), lastDay: Int(rows.integer(row: 0, column: 1) ?? 0))
        }
    }

    func sweep(at now: Timestamp) async throws(ErrorWrapper) -> SweptRows {
        let swept = SweptRows(
            sessions: try await remove(.sweepSessions, .time(now.idleSince)),
            guesses: try await remove(.sweepGuesses, .time(now.guessesSince)),
            browsers: try await Sweep.all(Sweep.browsers) { limit throws(ErrorWrapper) in
                try await database.browsers.sweep(unusedSince: now - StoreRow.restLimit, limit: limit)
            })
        // They are no data, so they do not count.
        if let rates = database.passwordRates {
            _ = try await Sweep.all { limit throws(ErrorWrapper) in try await rates.sweep(limit: limit) }
        }
        return swept
    }

    func forgetDevices(registeredBefore time: Timestamp) async throws(ErrorWrapper) -> Int {
        try await remove(.sweepRegistrations, .text(time.firstUDID))
    }

    /// Removes all rows that the statement removes, at most ``Sweep/many`` in each transaction. Returns their number.
    private func remove(_ statement: SQLStatement, _ value: SQLValue) async throws(ErrorWrapper) -> Int {
        try await Sweep.all { _ throws(ErrorWrapper) in
            try await database.change(()) { session, _ throws(Failure) in try session.run(statement, value).rowCount }
        }
    }
}

/// The removal of obsolete rows. Each new session and each attempt to log in removes a few of them.
enum Sweep {
    /// The number of rows per removal. It exceeds the number of added rows, but is small enough to cause no delay.
    static let size = 8
    /// The number of rows of a table that one transaction of a complete removal removes.
    static let many = 500
    /// The number of browsers that one transaction removes. Their rows are large.
    static let browsers = 50

    /// Repeats a removal of at most `limit` rows until fewer are left. Returns the number of all.
    fileprivate static func all(
        _ limit: Int = Sweep.many, _ remove: (_ limit: Int) async throws(ErrorWrapper) -> Int
    ) async throws(ErrorWrapper) -> Int {
        var removed = 0
        while true {
            let some = try await remove(limit)
            removed += some
            guard some == limit else { return removed }
        }
    }
}

extension Timestamp {
    /// The lowest possible UDID of this time. A UDID begins with its time. No UDID is from before 1970.
    fileprivate var firstUDID: String { "\(UUIDv7(at: self, random: (0, 0)))" }

    /// Sessions that were last used at this time or earlier have ended.
    var idleSince: Timestamp { self - SessionRules.idleTime }

    /// Sessions that began at this time or earlier have ended.
    var begunSince: Timestamp { self - SessionRules.lifetime }

    /// Attempts at this time or earlier no longer count.
    var guessesSince: Timestamp { self - GuessRules.window }
}

extension TokenDigest {
    /// The stored form of the digest, 32 bytes.
    var bytes: [UInt8] { [UInt8](hexadecimal: reveal()) ?? [] }
}
#endif
