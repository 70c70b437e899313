#if Server
import CalearningDomain
import Foundation
import GRDB
import Usecases

/// The table of sessions, within a transaction.
struct SQLiteSessions {
    private static let columns = "id, udid, began, used"

    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    func session(under digest: [UInt8]) throws -> LoggedIn? {
        let select = try db.cachedStatement(
            sql: "SELECT \(Self.columns), account, name FROM sessions WHERE digest = ?")
        guard let row = try Row.fetchOne(select, arguments: [Data(digest)]) else { return nil }
        let session = try Self.session(row)
        guard let account = UUIDv7(row[4] as String), let name = AccountName(row[5] as String) else {
            throw SQLiteDamage.row("sessions", key: "id \(row[0] as String)")
        }
        return LoggedIn(account: Account(id: account, name: name), session: session)
    }

    /// In the order of their beginnings, with those that have ended by themselves and are still there.
    func sessions(of account: UUIDv7) throws -> [Session] {
        let select = try db.cachedStatement(
            sql: "SELECT \(Self.columns) FROM sessions WHERE account = ? ORDER BY began, id")
        return try Row.fetchAll(select, arguments: ["\(account)"]).map(Self.session)
    }

    /// Ends the session that its device had before, and makes room for it: of its account's sessions, those that have
    /// ended go first, and then those that were not used for the longest time.
    func add(_ new: StoredSession) throws {
        let (session, account) = (new.session, "\(new.account)")
        try db.cachedStatement(sql: "DELETE FROM sessions WHERE account = ? AND udid = ?")
            .execute(arguments: [account, session.udid.rawValue])
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
                INSERT INTO sessions (digest, id, account, name, udid, began, used)
                VALUES (?, ?, ?, (SELECT name FROM accounts WHERE id = ?), ?, ?, ?)
                """
        ).execute(arguments: [
            Data(new.digest.bytes), "\(session.id)", account, account, session.udid.rawValue,
            session.beganAt.milliseconds, session.lastUsedAt.milliseconds,
        ])
    }

    /// Returns whether there still is such a session.
    func noteUse(under digest: [UInt8], at now: Timestamp) throws -> Bool {
        try db.cachedStatement(sql: "UPDATE sessions SET used = max(used, ?) WHERE digest = ?")
            .execute(arguments: [now.milliseconds, Data(digest)])
        return db.changesCount == 1
    }

    /// Returns those that were there, with those that had ended by themselves.
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

    /// A few of all accounts at a time, so that the table does not grow for ever. Whatever the reason for its end, a
    /// session is not used afterwards: it has been idle for long at some time.
    private func removeEnded(at now: Timestamp) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM sessions WHERE digest IN (
                    SELECT digest FROM sessions WHERE used <= ? ORDER BY used LIMIT \(Sweep.size))
                """
        ).execute(arguments: [now.idleSince.milliseconds])
    }

    private static func session(_ row: Row) throws -> Session {
        guard let id = UUIDv7(row[0] as String), let udid = UDID(row[1] as String) else {
            throw SQLiteDamage.row("sessions", key: "id \(row[0] as String)")
        }
        return Session(
            id: id, udid: udid, beganAt: Timestamp(milliseconds: row[2]),
            lastUsedAt: Timestamp(milliseconds: row[3]))
    }
}
#endif
