#if Server
package import CalearningDomain
import GRDB
package import Usecases

/// Keeps accounts, sessions and guesses in a SQLite database, for one machine: what is recorded survives a power cut.
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

    package func admit(_ guess: Guess, at now: Timestamp) async throws(ErrorWrapper) -> Timestamp? {
        try await database.answer(
            to: .change { db in
                let guesses = SQLiteGuesses(db)
                if let next = try guesses.next(after: guess, at: now) { return next }
                try guesses.add(guess, at: now)
                return nil
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
                let new = rehashed ?? account.passwordHash
                guard try SQLiteAccounts(db).replacePassword(of: account, with: new) else { return false }
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
        // Only now does it have to be written; it may have ended in the meantime.
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
                guard lasts, try SQLiteAccounts(db).replacePassword(of: account, with: new) else { return false }
                _ = try sessions.remove(.others(than: next.session.id), of: id)
                try sessions.add(next)
                try SQLiteGuesses(db).forget(guess)
                return true
            })
    }
}
#endif
