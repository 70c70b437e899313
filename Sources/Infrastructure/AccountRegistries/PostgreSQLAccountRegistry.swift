#if PostgreSQL
package import CalearningDomain
package import Usecases

/// Keeps accounts, sessions and guesses in a PostgreSQL database, for any number of servers: what is recorded is as
/// durable as the database is configured to be.
package struct PostgreSQLAccountRegistry: AccountRegistry {
    package let database: PostgreSQLDatabase

    private var queue: AccountQueue { database.accounts }

    package func account(named name: AccountName) async throws(ErrorWrapper) -> StoredAccount? {
        try await queue.answer(
            to: .lookUp { (session, deadline) throws(PostgreSQLFailure) in
                try session.account(.accountNamed, name.rawValue, by: deadline)?.account
            })
    }

    package func record(
        _ account: StoredAccount, under key: InstallationKey?, beginning session: StoredSession
    ) async throws(ErrorWrapper) -> AccountRecord {
        try await queue.answer(to: .recording(account, under: key, beginning: session))
    }

    package func admit(_ guess: Guess, at now: Timestamp) async throws(ErrorWrapper) -> Timestamp? {
        try await queue.answer(to: .admitting(guess, at: now))
    }

    package func takeBack(_ guess: Guess) async throws(ErrorWrapper) {
        try await queue.answer(to: .takingBack(guess))
    }

    package func begin(
        _ session: StoredSession, of account: StoredAccount, rehashed: PasswordHash?, forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        try await queue.answer(to: .beginning(session, of: account, rehashed: rehashed, forgetting: guess))
    }

    package func session(under digest: TokenDigest, at now: Timestamp) async throws(ErrorWrapper) -> LoggedIn? {
        guard let found = try await queue.session(under: digest), found.session.lasts(at: now) else { return nil }
        guard found.session.isUseDue(at: now) else { return found }
        try await queue.noteUse(of: digest, at: now)
        return LoggedIn(account: found.account, session: found.session.used(at: now))
    }

    package func sessions(of account: UUIDv7, at now: Timestamp) async throws(ErrorWrapper) -> [Session] {
        try await queue.answer(
            to: .lookUp { (session, deadline) throws(PostgreSQLFailure) in
                try session.sessions(of: account, by: deadline).filter { $0.lasts(at: now) }
            })
    }

    package func end(
        _ sessions: SessionSelection, of account: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Int {
        try await queue.answer(to: .ending(sessions, of: account, at: now))
    }

    package func replacePassword(
        of account: StoredAccount, with new: PasswordHash, replacing session: UUIDv7, by next: StoredSession,
        forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        try await queue.answer(
            to: .replacingPassword(of: account, with: new, replacing: session, by: next, forgetting: guess))
    }
}
#endif
