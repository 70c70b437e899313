#if Server
package import CalearningDomain
import Foundation
import GRDB
package import Usecases

/// An account registry in a SQLite database, for one machine. Recorded data survives a power cut.
package struct SQLiteAccountRegistry: AccountRegistry {
    package let database: SQLiteDatabase

    package func account(named name: AccountName) async throws(ErrorWrapper) -> StoredAccount? {
        try await database.answer(to: .lookUp { db in try SQLiteAccounts(db).account("name", name.rawValue)?.account })
    }

    package func record(
        _ account: StoredAccount, under key: InstallationKey?, beginning session: StoredSession
    ) async throws(ErrorWrapper) -> AccountRecord {
        try await database.answer(
            to: .change { db in
                let accounts = SQLiteAccounts(db)
                let others = try accounts.accounts(inTheWayOf: account, key)
                if let record = AccountRecord(of: account, under: key, despite: others) { return record }
                try accounts.add(account, key)
                try SQLiteSessions(db).add(session)
                return .recorded
            })
    }

    package func admit(_ guess: Guess, at now: Timestamp) async throws(ErrorWrapper) -> Admission {
        try await database.answer(
            to: .change { db in
                let guesses = SQLiteGuesses(db)
                if let next = try guesses.next(after: guess, at: now) { return .later(next) }
                try guesses.add(guess, at: now)
                return .account(try SQLiteAccounts(db).account("name", guess.name.rawValue)?.account)
            })
    }

    package func takeBack(_ guess: Guess) async throws(ErrorWrapper) {
        try await database.answer(to: .change { db in try SQLiteGuesses(db).takeBack(guess) })
    }

    package func begin(
        _ session: StoredSession, of account: StoredAccount, rehashed: PasswordHash?, forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        try await database.answer(
            to: .change { db in
                let accounts = SQLiteAccounts(db)
                guard try accounts.hasPassword(of: account) else { return false }
                if let rehashed { try accounts.setPassword(rehashed, of: account.account.id) }
                try SQLiteSessions(db).add(session)
                try SQLiteGuesses(db).forget(guess)
                return true
            })
    }

    package func session(under digest: TokenDigest, at now: Timestamp) async throws(ErrorWrapper) -> LoggedIn? {
        let bytes = digest.bytes
        let found = try await database.answer(to: .lookUp { db in try SQLiteSessions(db).session(under: bytes) })
        guard let found, found.session.lasts(at: now) else { return nil }
        guard found.session.isUseDue(at: now) else { return found }
        // This use must be recorded. The session may have ended in the meantime.
        let isNoted = try await database.answer(
            to: .statement { db in try SQLiteSessions(db).noteUse(under: bytes, at: now) })
        return isNoted ? LoggedIn(account: found.account, session: found.session.used(at: now)) : nil
    }

    package func sessions(of account: UUIDv7, at now: Timestamp) async throws(ErrorWrapper) -> [Session] {
        try await database.answer(
            to: .lookUp { db in
                try SQLiteSessions(db).sessions(of: account).filter { $0.lasts(at: now) }
            })
    }

    package func name(
        _ device: DeviceName, of session: UUIDv7, of account: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool {
        try await database.answer(
            to: .change { db in try SQLiteSessions(db).name(device, of: session, of: account, at: now) })
    }

    package func end(
        _ sessions: SessionSelection, of account: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Int {
        try await database.answer(
            to: .change { db in
                try SQLiteSessions(db).remove(sessions, of: account).filter { $0.lasts(at: now) }.count
            })
    }

    package func replacePassword(
        of account: StoredAccount, with new: PasswordHash, replacing session: UUIDv7, by next: StoredSession,
        forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        try await database.answer(
            to: .change { db in
                let (id, sessions) = (account.account.id, SQLiteSessions(db))
                let lasts = try sessions.sessions(of: id).contains {
                    $0.id == session && $0.lasts(at: next.session.beganAt)
                }
                guard lasts, try SQLiteAccounts(db).hasPassword(of: account) else { return false }
                try SQLiteAccounts(db).setPassword(new, of: id)
                // The new session keeps the name of a former one, so it begins first.
                try sessions.add(next)
                _ = try sessions.remove(.others(than: next.session.id), of: id)
                try SQLiteGuesses(db).forget(guess)
                return true
            })
    }

    package func recover(
        _ guess: Guess, by code: TokenDigest, with new: PasswordHash, at now: Timestamp
    ) async throws(ErrorWrapper) -> Account? {
        try await database.answer(
            to: .change { db in
                let accounts = SQLiteAccounts(db)
                guard try accounts.recover(guess.name, by: code, with: new, at: now),
                    let account = try accounts.account("name", guess.name.rawValue)?.account.account
                else { return nil }
                try SQLiteSessions(db).removeAll(of: account.id)
                try SQLiteGuesses(db).forget(guess)
                return account
            })
    }

    package func erase(
        _ account: StoredAccount, by session: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool {
        try await database.answer(
            to: .change { db in
                let (id, accounts) = (account.account.id, SQLiteAccounts(db))
                let lasts = try SQLiteSessions(db).sessions(of: id).contains { $0.id == session && $0.lasts(at: now) }
                guard lasts, try accounts.hasPassword(of: account) else { return false }
                try accounts.erase(account.account)
                return true
            })
    }
}

/// The table of accounts, within a transaction.
struct SQLiteAccounts {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// Returns the account with this value in a unique column.
    func account(_ column: String, _ value: String) throws -> RecordedAccount? {
        let select = try db.cachedStatement(
            sql: "SELECT id, name, password, key, locked FROM accounts WHERE \(column) = ?")
        return try Row.fetchOne(select, arguments: [value]).map(Self.account)
    }

    /// Returns the accounts with the same key or the same name.
    func accounts(inTheWayOf account: StoredAccount, _ key: InstallationKey?) throws -> [RecordedAccount] {
        try [("key", key?.rawValue), ("name", account.account.name.rawValue)]
            .compactMap { column, value in try value.flatMap { try self.account(column, $0) } }
    }

    func add(_ account: StoredAccount, _ key: InstallationKey?) throws {
        try db.cachedStatement(sql: "INSERT INTO accounts (id, name, password, key) VALUES (?, ?, ?, ?)")
            .execute(arguments: [
                "\(account.account.id)", account.account.name.rawValue, account.passwordHash.reveal(), key?.rawValue,
            ])
    }

    /// Whether the account still has the password in `account`, and the account is not locked.
    func hasPassword(of account: StoredAccount) throws -> Bool {
        let stored = try self.account("id", "\(account.account.id)")?.account
        return stored?.passwordHash == account.passwordHash && stored?.isLocked == false
    }

    /// Replaces the password and voids the recovery code.
    func setPassword(_ new: PasswordHash, of id: UUIDv7) throws {
        try db.cachedStatement(
            sql: "UPDATE accounts SET password = ?, recovery = NULL, recoverable = NULL WHERE id = ?"
        ).execute(arguments: [new.reveal(), "\(id)"])
    }

    /// Replaces the password and uses the code up. Returns `false` and changes nothing if the account has no such code,
    /// the code has expired, or the account is locked.
    func recover(_ name: AccountName, by code: TokenDigest, with new: PasswordHash, at now: Timestamp) throws -> Bool {
        try db.cachedStatement(
            sql: """
                UPDATE accounts SET password = ?, recovery = NULL, recoverable = NULL
                WHERE name = ? AND recovery = ? AND recoverable > ? AND locked IS NULL
                """
        ).execute(arguments: [new.reveal(), name.rawValue, Data(code.bytes), now.milliseconds])
        return db.changesCount == 1
    }

    /// Removes the account, all its sessions, and all attempts for its name.
    func erase(_ account: Account) throws {
        try SQLiteSessions(db).removeAll(of: account.id)
        try SQLiteGuesses(db).forget(account.name)
        try db.cachedStatement(sql: "DELETE FROM accounts WHERE id = ?").execute(arguments: ["\(account.id)"])
    }

    private static func account(_ row: Row) throws -> RecordedAccount {
        let key = row[3] as String?
        guard let id = UUIDv7(row[0] as String), let name = AccountName(row[1] as String),
            key.map({ InstallationKey($0) != nil }) ?? true
        else { throw SQLiteDamage.row("accounts", key: "id \(row[0] as String)") }
        return RecordedAccount(
            account: StoredAccount(
                account: Account(id: id, name: name), passwordHash: PasswordHash(row[2]), isLocked: row[4] != nil),
            key: key.flatMap { InstallationKey($0) })
    }
}

/// The table of guesses, within a transaction.
struct SQLiteGuesses {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// Returns the time when the next attempt is accepted, or `nil` if it is accepted now.
    func next(after guess: Guess, at now: Timestamp) throws -> Timestamp? {
        let select = try db.cachedStatement(
            sql: "SELECT at FROM guesses WHERE name = ? AND network = ? AND at > ? AND at < ?")
        let times = try Int64.fetchAll(
            select,
            arguments: [
                guess.name.rawValue, guess.network, now.guessesSince.milliseconds, GuessRules.end(of: now).milliseconds,
            ])
        return GuessRules.next(after: times.map { Timestamp(milliseconds: $0) }, at: now)
    }

    func add(_ guess: Guess, at now: Timestamp) throws {
        try removeOld(at: now)
        try db.cachedStatement(sql: "INSERT INTO guesses (name, network, at) VALUES (?, ?, ?)")
            .execute(arguments: [guess.name.rawValue, guess.network, now.milliseconds])
    }

    func takeBack(_ guess: Guess) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM guesses WHERE rowid IN (
                    SELECT rowid FROM guesses WHERE name = ? AND network = ? ORDER BY at DESC LIMIT 1)
                """
        ).execute(arguments: [guess.name.rawValue, guess.network])
    }

    func forget(_ guess: Guess) throws {
        try db.cachedStatement(sql: "DELETE FROM guesses WHERE name = ? AND network = ?")
            .execute(arguments: [guess.name.rawValue, guess.network])
    }

    /// Removes the attempts for the name from all networks.
    func forget(_ name: AccountName) throws {
        try db.cachedStatement(sql: "DELETE FROM guesses WHERE name = ?").execute(arguments: [name.rawValue])
    }

    /// Removes a few obsolete guesses of all guessers, to limit the size of the table.
    private func removeOld(at now: Timestamp) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM guesses WHERE rowid IN (
                    SELECT rowid FROM guesses WHERE at <= ? ORDER BY at LIMIT \(Sweep.size))
                """
        ).execute(arguments: [now.guessesSince.milliseconds])
    }
}

/// The table of sessions, within a transaction.
struct SQLiteSessions {
    private static let columns = "id, udid, began, used, device"

    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    func session(under digest: [UInt8]) throws -> LoggedIn? {
        let select = try db.cachedStatement(
            sql: "SELECT \(Self.columns), account, name FROM sessions WHERE digest = ?")
        guard let row = try Row.fetchOne(select, arguments: [Data(digest)]) else { return nil }
        let session = try Self.session(row)
        guard let account = UUIDv7(row[5] as String), let name = AccountName(row[6] as String) else {
            throw SQLiteDamage.row("sessions", key: "id \(row[0] as String)")
        }
        return LoggedIn(account: Account(id: account, name: name), session: session)
    }

    /// Returns the sessions ordered by the time they began, including expired ones in the table.
    func sessions(of account: UUIDv7) throws -> [Session] {
        let select = try db.cachedStatement(
            sql: "SELECT \(Self.columns) FROM sessions WHERE account = ? ORDER BY began, id")
        return try Row.fetchAll(select, arguments: ["\(account)"]).map(Self.session)
    }

    /// Adds the session and ends the sessions of ``SessionRules/ended(by:among:)``. Some expired ones may stay in the
    /// table.
    func add(_ new: StoredSession) throws {
        let account = "\(new.account)"
        let delete = try db.cachedStatement(
            sql: "DELETE FROM sessions WHERE account = ? AND udid = ? RETURNING \(Self.columns)")
        let former = try Row.fetchAll(delete, arguments: [account, new.session.udid.rawValue]).map(Self.session)
        let session = new.session.keepingName(among: former)
        try db.cachedStatement(
            sql: """
                DELETE FROM sessions WHERE digest IN (
                    SELECT digest FROM sessions WHERE account = ?
                    ORDER BY began > ? AND used > ? DESC, used DESC, began DESC, id DESC LIMIT -1 OFFSET ?)
                """
        ).execute(arguments: [
            account, session.beganAt.begunSince.milliseconds, session.beganAt.idleSince.milliseconds,
            SessionRules.perAccount - 1,
        ])
        try removeEnded(at: session.beganAt)
        try db.cachedStatement(
            sql: """
                INSERT INTO sessions (digest, id, account, name, udid, began, used, device)
                VALUES (?, ?, ?, (SELECT name FROM accounts WHERE id = ?), ?, ?, ?, ?)
                """
        ).execute(arguments: [
            Data(new.digest.bytes), "\(session.id)", account, account, session.udid.rawValue,
            session.beganAt.milliseconds, session.lastUsedAt.milliseconds, session.device?.rawValue,
        ])
    }

    /// Records the use. Returns whether the session exists.
    func noteUse(under digest: [UInt8], at now: Timestamp) throws -> Bool {
        try db.cachedStatement(sql: "UPDATE sessions SET used = max(used, ?) WHERE digest = ?")
            .execute(arguments: [now.milliseconds, Data(digest)])
        return db.changesCount == 1
    }

    /// Names the device of the session. Returns whether the session lasts.
    func name(_ device: DeviceName, of session: UUIDv7, of account: UUIDv7, at now: Timestamp) throws -> Bool {
        try db.cachedStatement(
            sql: "UPDATE sessions SET device = ? WHERE id = ? AND account = ? AND began > ? AND used > ?"
        ).execute(arguments: [
            device.rawValue, "\(session)", "\(account)", now.begunSince.milliseconds, now.idleSince.milliseconds,
        ])
        return db.changesCount == 1
    }

    /// Removes the selected sessions and returns them, including expired ones.
    func remove(_ selection: SessionSelection, of account: UUIDv7) throws -> [Session] {
        let (comparison, id) =
            switch selection {
            case .one(let id): ("=", id)
            case .others(let id): ("<>", id)
            }
        let delete = try db.cachedStatement(
            sql: "DELETE FROM sessions WHERE account = ? AND id \(comparison) ? RETURNING \(Self.columns)")
        return try Row.fetchAll(delete, arguments: ["\(account)", "\(id)"]).map(Self.session)
    }

    func removeAll(of account: UUIDv7) throws {
        try db.cachedStatement(sql: "DELETE FROM sessions WHERE account = ?").execute(arguments: ["\(account)"])
    }

    /// Removes a few ended sessions of all accounts, to limit the size of the table. An ended session is no longer
    /// used, so it eventually reaches the maximum idle time.
    private func removeEnded(at now: Timestamp) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM sessions WHERE digest IN (
                    SELECT digest FROM sessions WHERE used <= ? ORDER BY used LIMIT \(Sweep.size))
                """
        ).execute(arguments: [now.idleSince.milliseconds])
    }

    private static func session(_ row: Row) throws -> Session {
        let device = (row[4] as String?).map { DeviceName($0) }
        guard let id = UUIDv7(row[0] as String), let udid = UDID(row[1] as String), device != .some(nil) else {
            throw SQLiteDamage.row("sessions", key: "id \(row[0] as String)")
        }
        return Session(
            id: id, udid: udid, beganAt: Timestamp(milliseconds: row[2]),
            lastUsedAt: Timestamp(milliseconds: row[3]), device: device ?? nil)
    }
}
#endif
