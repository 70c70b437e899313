package import UsecasesEngine

/// A server's storage of accounts, sessions and failed logins.
///
/// Each operation is atomic across all processes that share the registry, and is on disk when it returns. Each throws a
/// system error of the data store. It throws ``ErrorWrapper/interrupted`` if the task is cancelled before the answer
/// arrives. The operation may still take effect. All times come from the caller's clock.
package protocol AccountRegistry: Sendable {
    /// Returns the account of that name, or `nil` if it does not exist.
    func account(named name: AccountName) async throws(ErrorWrapper) -> StoredAccount?
    /// Records the account and its first session in one transaction. `key` identifies a request that the client may
    /// repeat.
    func record(
        _ account: StoredAccount, under key: InstallationKey?, beginning session: StoredSession
    ) async throws(ErrorWrapper) -> AccountRecord
    /// Counts an attempt for its name and its network, before the password is compared, and returns the account of that
    /// name. After ``GuessRules/limit`` attempts within ``GuessRules/window`` it counts nothing.
    func admit(_ guess: Guess, at now: Timestamp) async throws(ErrorWrapper) -> Admission
    /// Cancels the latest counted attempt of the guess, because its password was not compared or was correct. Does
    /// nothing if none is counted.
    func takeBack(_ guess: Guess) async throws(ErrorWrapper)
    /// Begins a session of the compared account, and deletes the attempts counted for `guess`. Returns `false` and
    /// changes nothing if the account's password has changed or the account is locked. `rehashed` replaces the hash of
    /// the password, which voids a recovery code. Ends the sessions of ``SessionRules/ended(by:among:)``. The session
    /// keeps the name of ``Session/keepingName(among:)``.
    func begin(
        _ session: StoredSession, of account: StoredAccount, rehashed: PasswordHash?, forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool
    /// Returns the account and the session of the token, and records the use. Returns `nil` if the session has ended or
    /// never existed.
    func session(under digest: TokenDigest, at now: Timestamp) async throws(ErrorWrapper) -> LoggedIn?
    /// Returns the sessions that have not ended, ordered by the time they began.
    func sessions(of account: UUIDv7, at now: Timestamp) async throws(ErrorWrapper) -> [Session]
    /// Names the device of the account's session. Returns `false` if the session has ended.
    func name(
        _ device: DeviceName, of session: UUIDv7, of account: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool
    /// Ends sessions of the account. Returns the number of sessions that had not ended before.
    func end(_ sessions: SessionSelection, of account: UUIDv7, at now: Timestamp) async throws(ErrorWrapper) -> Int
    /// Changes the password, voids a recovery code, ends all sessions of the account, and begins `next`, which keeps the
    /// name of its device as in `begin`. Deletes the attempts counted for `guess`. Returns `false` and changes nothing
    /// if the password has changed or the session has ended.
    func replacePassword(
        of account: StoredAccount, with new: PasswordHash, replacing session: UUIDv7, by next: StoredSession,
        forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool
    /// Changes the password of the account with the guessed name, and ends all its sessions, if an operator has issued
    /// the code for it. Uses the code up, and deletes the attempts counted for `guess`. Returns `nil` and changes
    /// nothing if the account has no such code, the code has expired, or the account is locked.
    func recover(
        _ guess: Guess, by code: TokenDigest, with new: PasswordHash, at now: Timestamp
    ) async throws(ErrorWrapper) -> Account?
    /// Deletes the account, all its sessions, and all attempts counted for its name. Returns `false` and changes
    /// nothing if the password has changed or the session has ended.
    func erase(
        _ account: StoredAccount, by session: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool
}

/// The result of recording a new account.
package enum AccountRecord: Sendable, Hashable, Codable {
    case recorded
    /// Another account has the name.
    case nameTaken
    /// The key already belongs to this account.
    case known(StoredAccount)
}

/// The answer to an attempt to guess a password.
package enum Admission: Sendable, Hashable, Codable {
    /// The attempt is allowed, and was counted. The account is `nil` if it does not exist.
    case account(StoredAccount?)
    /// Too many attempts were counted. The next one is accepted at this time.
    case later(Timestamp)
}

/// The sessions of an account to end.
package enum SessionSelection: Sendable, Hashable, Codable {
    case one(UUIDv7)
    /// All sessions except this one.
    case others(than: UUIDv7)
}

extension Port: AccountRegistry where Adapter == any AccountRegistry {
    package static var account: OperationName { "account(named:)" }
    package static var session: OperationName { "session(under:at:)" }
    package static var sessions: OperationName { "sessions(of:at:)" }
    package static var nameDevice: OperationName { "name(_:of:of:at:)" }
    package static var end: OperationName { "end(_:of:at:)" }

    package func account(named name: AccountName) async throws(ErrorWrapper) -> StoredAccount? {
        try await call(
            Self.account, ["\(name)"],
            outcomes: [
                PossibleOutcome("found", .example(named: name)), PossibleOutcome("absent", nil),
                PossibleOutcome("locked", .example(named: name, isLocked: true)),
            ] + PossibleOutcome.readErrors
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

    package func admit(_ guess: Guess, at now: Timestamp) async throws(ErrorWrapper) -> Admission {
        try await call(
            "admit(_:at:)", ["\(guess)", "\(now)"], changes: true, isPerformedElsewhere: true,
            outcomes: [
                PossibleOutcome("found", .account(.example(named: guess.name))),
                PossibleOutcome("absent", .account(nil)),
                PossibleOutcome("locked", .account(.example(named: guess.name, isLocked: true))),
                PossibleOutcome("too-often", .later(.example)),
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
            Self.session, ["\(digest)", "\(now)"], changes: true, isPerformedElsewhere: true,
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

    package func name(
        _ device: DeviceName, of session: UUIDv7, of account: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool {
        try await call(
            Self.nameDevice, ["\(device)", "\(session)", "\(account)", "\(now)"], changes: true,
            isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("named", true), PossibleOutcome("ended", false)] + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in
            try await adapter.name(device, of: session, of: account, at: now)
        }
    }

    package func end(_ sessions: SessionSelection, of account: UUIDv7, at now: Timestamp) async throws(ErrorWrapper)
        -> Int
    {
        try await call(
            Self.end, ["\(sessions)", "\(account)", "\(now)"], changes: true,
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

    package func recover(
        _ guess: Guess, by code: TokenDigest, with new: PasswordHash, at now: Timestamp
    ) async throws(ErrorWrapper) -> Account? {
        try await call(
            "recover(_:by:with:at:)", ["\(guess)", "\(code)", "\(new)", "\(now)"], changes: true,
            isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("recovered", .example), PossibleOutcome("refused", nil)]
                + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.recover(guess, by: code, with: new, at: now) }
    }

    package func erase(
        _ account: StoredAccount, by session: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool {
        try await call(
            "erase(_:by:at:)", ["\(account)", "\(session)", "\(now)"], changes: true, isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("erased", true), PossibleOutcome("overtaken", false)]
                + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.erase(account, by: session, at: now) }
    }
}

extension Dependencies {
    package var accountRegistry: Port<any AccountRegistry> {
        get { self[(any AccountRegistry).self] }
        set { self[(any AccountRegistry).self] = newValue }
    }
}
