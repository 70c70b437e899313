/// Where a server keeps accounts, their sessions, and the failures to log in.
///
/// Each operation is atomic across all processes that share the registry, and on disk when it returns. Each throws a
/// system error of the data store, and ``ErrorWrapper/interrupted`` when the task is cancelled before the answer has
/// come: the operation may take effect nevertheless. All times are those of the caller's clock.
package protocol AccountRegistry: Sendable {
    /// `nil` if there is no account of that name.
    func account(named name: AccountName) async throws(ErrorWrapper) -> StoredAccount?
    /// Records the account together with its first session: nobody ever sees one without the other. `key` identifies
    /// the request, which may come again.
    func record(
        _ account: StoredAccount, under key: InstallationKey?, beginning session: StoredSession
    ) async throws(ErrorWrapper) -> AccountRecord
    /// Counts a try for its name and its network, before the password is compared; returns `nil`, or, without counting,
    /// when the next try is accepted if there were ``GuessRules/limit`` of them within ``GuessRules/window``.
    func admit(_ guess: Guess, at now: Timestamp) async throws(ErrorWrapper) -> Timestamp?
    /// Takes the latest try of the guess back, if one is counted: its password was not compared.
    func takeBack(_ guess: Guess) async throws(ErrorWrapper)
    /// Begins a session of the account as it was compared, and forgets the tries counted for `guess`; returns `false`,
    /// and changes nothing, if the account has another password by now. `rehashed` replaces the hash of the password.
    /// The session that the account had on its device ends. Beyond ``SessionRules/perAccount``, the one ends that was not
    /// used for the longest time.
    func begin(
        _ session: StoredSession, of account: StoredAccount, rehashed: PasswordHash?, forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool
    /// The session of a token and its account, and notes its use; `nil` if it has ended or never was.
    func session(under digest: TokenDigest, at now: Timestamp) async throws(ErrorWrapper) -> LoggedIn?
    /// Those that have not ended, in the order of their beginnings.
    func sessions(of account: UUIDv7, at now: Timestamp) async throws(ErrorWrapper) -> [Session]
    /// Ends sessions of the account; returns how many had not ended before.
    func end(_ sessions: SessionSelection, of account: UUIDv7, at now: Timestamp) async throws(ErrorWrapper) -> Int
    /// Gives the account another password, ends all its sessions, begins the next one, and forgets the tries counted for
    /// `guess`; returns `false`, and changes nothing, if the account has another password by now, or the session has
    /// ended.
    func replacePassword(
        of account: StoredAccount, with new: PasswordHash, replacing session: UUIDv7, by next: StoredSession,
        forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool
}

/// What became of a new account.
package enum AccountRecord: Sendable, Hashable, Codable {
    case recorded
    /// Another account has the name.
    case nameTaken
    /// This account was recorded under the key before.
    case known(StoredAccount)
}

/// Which sessions of an account are to be ended.
package enum SessionSelection: Sendable, Hashable, Codable {
    case one(UUIDv7)
    /// All but this one.
    case others(than: UUIDv7)
}

struct UnprovidedAccountRegistry: AccountRegistry {
    private static let error = ErrorWrapper.system(error: .dependency(.未設定(port: "AccountRegistry")))

    func account(named name: AccountName) async throws(ErrorWrapper) -> StoredAccount? { throw Self.error }

    func record(
        _ account: StoredAccount, under key: InstallationKey?, beginning session: StoredSession
    ) async throws(ErrorWrapper) -> AccountRecord { throw Self.error }

    func admit(_ guess: Guess, at now: Timestamp) async throws(ErrorWrapper) -> Timestamp? { throw Self.error }

    func takeBack(_ guess: Guess) async throws(ErrorWrapper) { throw Self.error }

    func begin(
        _ session: StoredSession, of account: StoredAccount, rehashed: PasswordHash?, forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool { throw Self.error }

    func session(under digest: TokenDigest, at now: Timestamp) async throws(ErrorWrapper) -> LoggedIn? {
        throw Self.error
    }

    func sessions(of account: UUIDv7, at now: Timestamp) async throws(ErrorWrapper) -> [Session] { throw Self.error }

    func end(_ sessions: SessionSelection, of account: UUIDv7, at now: Timestamp) async throws(ErrorWrapper) -> Int {
        throw Self.error
    }

    func replacePassword(
        of account: StoredAccount, with new: PasswordHash, replacing session: UUIDv7, by next: StoredSession,
        forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool { throw Self.error }
}
