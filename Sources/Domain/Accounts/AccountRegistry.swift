package import Usecases

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

extension Port: AccountRegistry where Adapter == any AccountRegistry {
    package static var account: OperationName { "account(named:)" }
    package static var sessions: OperationName { "sessions(of:at:)" }

    package func account(named name: AccountName) async throws(ErrorWrapper) -> StoredAccount? {
        try await call(
            Self.account, ["\(name)"],
            outcomes: [PossibleOutcome("found", .example(named: name)), PossibleOutcome("absent", nil)]
                + PossibleOutcome.readErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.account(named: name) }
    }

    package func record(
        _ account: StoredAccount, under key: InstallationKey?, beginning session: StoredSession
    ) async throws(ErrorWrapper) -> AccountRecord {
        let known = key == nil ? [] : [PossibleOutcome("known", AccountRecord.known(.example))]
        return try await call(
            "record(_:under:beginning:)",
            ["\(account)", key.map { "\($0)" } ?? "no key", "\(session)"], changes: true, isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("recorded", .recorded), PossibleOutcome("name-taken", .nameTaken)] + known
                + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.record(account, under: key, beginning: session) }
    }

    package func admit(_ guess: Guess, at now: Timestamp) async throws(ErrorWrapper) -> Timestamp? {
        try await call(
            "admit(_:at:)", ["\(guess)", "\(now)"], changes: true, isPerformedElsewhere: true,
            outcomes: [
                PossibleOutcome("admitted", nil),
                PossibleOutcome("too-often", .example),
            ] + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.admit(guess, at: now) }
    }

    package func takeBack(_ guess: Guess) async throws(ErrorWrapper) {
        try await call(
            "takeBack(_:)", ["\(guess)"], changes: true, isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("taken-back", Done())] + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.takeBack(guess) }
    }

    package func begin(
        _ session: StoredSession, of account: StoredAccount, rehashed: PasswordHash?, forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        try await call(
            "begin(_:of:rehashed:forgetting:)",
            ["\(session)", "\(account)", rehashed == nil ? "no new hash" : "\(Secret.redacted)", "\(guess)"],
            changes: true, isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("begun", true), PossibleOutcome("password-changed", false)]
                + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in
            try await adapter.begin(session, of: account, rehashed: rehashed, forgetting: guess)
        }
    }

    package func session(under digest: TokenDigest, at now: Timestamp) async throws(ErrorWrapper) -> LoggedIn? {
        try await call(
            "session(under:at:)", ["\(digest)", "\(now)"], changes: true, isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("found", .example), PossibleOutcome("ended", nil)]
                + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.session(under: digest, at: now) }
    }

    package func sessions(of account: UUIDv7, at now: Timestamp) async throws(ErrorWrapper) -> [Session] {
        try await call(
            Self.sessions, ["\(account)", "\(now)"],
            outcomes: [PossibleOutcome("found", SessionList.example.sessions), PossibleOutcome("none", [])]
                + PossibleOutcome.readErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.sessions(of: account, at: now) }
    }

    package func end(_ sessions: SessionSelection, of account: UUIDv7, at now: Timestamp) async throws(ErrorWrapper)
        -> Int
    {
        try await call(
            "end(_:of:at:)", ["\(sessions)", "\(account)", "\(now)"], changes: true,
            isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("ended", 1), PossibleOutcome("none", 0)] + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.end(sessions, of: account, at: now) }
    }

    package func replacePassword(
        of account: StoredAccount, with new: PasswordHash, replacing session: UUIDv7, by next: StoredSession,
        forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        try await call(
            "replacePassword(of:with:replacing:by:forgetting:)",
            ["\(account)", "\(new)", "\(session)", "\(next)", "\(guess)"], changes: true, isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("replaced", true), PossibleOutcome("overtaken", false)]
                + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in
            try await adapter.replacePassword(of: account, with: new, replacing: session, by: next, forgetting: guess)
        }
    }
}

extension Dependencies {
    package var accountRegistry: Port<any AccountRegistry> {
        get { self["AccountRegistry"] }
        set { self["AccountRegistry"] = newValue }
    }
}
