#if Server
import CalearningDomain
import UsecasesEngine
import UsecasesStorage

/// A session with a database, within a transaction or for a single statement.
protocol SQLSession {
    associatedtype Failure: Error
    associatedtype Rows: SQLRows

    func run(_ statement: SQLStatement, _ values: SQLValue...) throws(Failure) -> Rows
    /// Counts the attempt unless it is too early. Also returns the identifier of a counted attempt. `counted` is the
    /// identifier that an earlier try of the transaction has returned, or `nil`.
    func admit(
        _ guess: Guess, at now: Timestamp, counted: Int64?
    ) throws(Failure) -> (admission: Admission, counted: Int64?)
    /// Lets other transactions with the guess wait.
    func lock(_ guess: Guess) throws(Failure)
    /// Adds the session and ends the sessions of ``SessionRules/ended(by:among:)``. Some expired ones may stay in the
    /// table.
    func add(_ new: StoredSession) throws(Failure)
    /// Returns the session and the account under the digest.
    func loggedIn(under digest: TokenDigest) throws(Failure) -> LoggedIn?

    /// Returns the failure for a row that no version of the program has written.
    static func damagedRow(_ table: String, id: String) -> Failure
    /// Returns the failure of a single request that the tables do not allow.
    static func refusal(_ message: String) -> Failure
}

extension SQLSession {
    /// Returns the account that the statement finds by the value.
    func account(_ statement: SQLStatement, _ value: SQLValue) throws(Failure) -> StoredAccount? {
        try account(in: run(statement, value))
    }

    func account(named name: AccountName) throws(Failure) -> StoredAccount? { try account(.accountNamed, .name(name)) }

    /// Returns the account in the only row, or `nil` without one.
    func account(in rows: Rows) throws(Failure) -> StoredAccount? {
        guard rows.rowCount > 0, let id = rows.text(row: 0, column: 0) else { return nil }
        guard let uuid = UUIDv7(id), let name = rows.text(row: 0, column: 1).flatMap({ AccountName($0) }),
            let hash = rows.text(row: 0, column: 2),
            rows.text(row: 0, column: 3).map({ InstallationKey($0) != nil }) ?? true
        else { throw Self.damagedRow("accounts", id: id) }
        return StoredAccount(
            account: Account(id: uuid, name: name), passwordHash: PasswordHash(hash),
            isLocked: rows.integer(row: 0, column: 4) != nil, deletionAt: rows.time(row: 0, column: 5),
            secondFactor: try secondFactor(in: rows, row: 0, column: 6))
    }

    private func secondFactor(in rows: Rows, row: Int, column: Int) throws(Failure) -> StoredSecondFactor? {
        guard let text = rows.text(row: row, column: column) else { return nil }
        guard let factor = StoredSecondFactor(text) else {
            throw Self.damagedRow("accounts", id: rows.text(row: row, column: 0) ?? "")
        }
        return factor
    }

    /// Locks the account's sessions against other changes, and returns the account. Returns `nil` if it does not exist or an
    /// operator has locked it.
    func hold(_ account: UUIDv7) throws(Failure) -> StoredAccount? {
        let held = try self.account(.holdAccount, .id(account))
        return held?.isLocked == false ? held : nil
    }

    /// Replaces the second factor.
    func set(_ factor: StoredSecondFactor?, of account: UUIDv7) throws(Failure) {
        do {
            _ = try run(.setSecondFactor, .id(account), .text(try factor?.text))
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Self.refusal("the second factor cannot be written: \(error)")
        }
    }

    /// Returns the sessions ordered by the time they began, including expired ones in the table.
    func sessions(of account: UUIDv7) throws(Failure) -> [Session] {
        try sessions(in: run(.sessionsOfAccount, .id(account)))
    }

    /// Returns whether the account has the session, and it has not ended.
    func hasSession(_ session: UUIDv7, of account: UUIDv7, at now: Timestamp) throws(Failure) -> Bool {
        try sessions(of: account).contains { $0.id == session && $0.lasts(at: now) }
    }

    /// Removes the selected sessions and returns them, including expired ones.
    func remove(_ selection: SessionSelection, of account: UUIDv7) throws(Failure) -> [Session] {
        switch selection {
        case .one(let id): try sessions(in: run(.endSession, .id(account), .id(id)))
        case .others(let id): try sessions(in: run(.endOtherSessions, .id(account), .id(id)))
        }
    }

    func sessions(in rows: Rows) throws(Failure) -> [Session] {
        var sessions: [Session] = []
        for row in 0..<rows.rowCount { sessions.append(try session(in: rows, row: row)) }
        return sessions
    }

    func session(in rows: Rows, row: Int) throws(Failure) -> Session {
        let id = rows.text(row: row, column: 0) ?? ""
        let device = rows.text(row: row, column: 4).map { DeviceName($0) }
        guard let uuid = UUIDv7(id), let udid = rows.text(row: row, column: 1).flatMap({ UDID($0) }),
            let began = rows.time(row: row, column: 2), let used = rows.time(row: row, column: 3),
            device != .some(nil)
        else { throw Self.damagedRow("sessions", id: id) }
        return Session(id: uuid, udid: udid, beganAt: began, lastUsedAt: used, device: device ?? nil)
    }

    func forget(_ guess: Guess) throws(Failure) {
        _ = try run(.forgetGuesses, .name(guess.name), .text(guess.network))
    }

    /// Removes the account, all its sessions, and all attempts for its name.
    func erase(_ account: Account) throws(Failure) {
        _ = try run(.endSessions, .id(account.id))
        _ = try run(.forgetName, .name(account.name))
        _ = try run(.removeAccount, .id(account.id))
    }

    /// Returns the accounts that the statement finds, as an operator sees them.
    func overviews(_ statement: SQLStatement, _ name: String, at now: Timestamp) throws(Failure) -> [AccountOverview] {
        let rows = try run(
            statement, .text(name), .time(now.begunSince), .time(now.idleSince), .time(now.guessesSince),
            .time(GuessRules.end(of: now)))
        var overviews: [AccountOverview] = []
        for row in 0..<rows.rowCount {
            let id = rows.text(row: row, column: 0) ?? ""
            guard let uuid = UUIDv7(id), let name = rows.text(row: row, column: 1).flatMap({ AccountName($0) }) else {
                throw Self.damagedRow("accounts", id: id)
            }
            overviews.append(
                AccountOverview(
                    account: Account(id: uuid, name: name), lockedAt: rows.time(row: row, column: 2),
                    deletionAt: rows.time(row: row, column: 6),
                    hasSecondFactor: try secondFactor(in: rows, row: row, column: 7).isOn,
                    sessions: Int(rows.integer(row: row, column: 3) ?? 0),
                    lastUsedAt: rows.time(row: row, column: 4), guesses: Int(rows.integer(row: row, column: 5) ?? 0)))
        }
        return overviews
    }

    func overview(of name: AccountName, at now: Timestamp) throws(Failure) -> AccountOverview? {
        try overviews(.overviewNamed, name.rawValue, at: now).first
    }

    /// Returns the row of the browser in the only row, or `nil` without one.
    func browser(in rows: Rows) throws(Failure) -> StoreRow? {
        guard rows.rowCount > 0, let id = rows.text(row: 0, column: 0) else { return nil }
        guard let uuid = UUIDv7(id), let cookie = rows.bytes(row: 0, column: 1),
            let stamp = rows.integer(row: 0, column: 3), let used = rows.time(row: 0, column: 4),
            let content = rows.text(row: 0, column: 5)
        else { throw Self.damagedRow("browsers", id: id) }
        return StoreRow(
            id: uuid, cookie: cookie, former: rows.bytes(row: 0, column: 2), stamp: stamp, used: used,
            content: content)
    }
}
#endif
