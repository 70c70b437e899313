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
    /// keeps the name of ``Session/keepingName(among:)``. Takes a deletion of the account back.
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
    /// the code for it. Uses the code up, and deletes the attempts counted for `guess`. Changes nothing if the account has no
    /// such code, the code has expired, or the account is locked, and also if the key of the second factor that is on is not
    /// `factor`.
    func recover(
        _ guess: Guess, by code: TokenDigest, with new: PasswordHash, under factor: SealedSecret?, at now: Timestamp
    ) async throws(ErrorWrapper) -> RecoveryRecord
    /// Changes the second factor by ``StoredSecondFactor/make(_:at:)``. Deletes the attempts counted for `guess`. Returns
    /// `false` and changes nothing if that is not allowed, the account was changed since it was compared, or the session has
    /// ended.
    func change(
        _ change: SecondFactorChange, of account: StoredAccount, by session: UUIDv7?, forgetting guess: Guess?,
        at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool
    /// Deletes the account, all its sessions, and all attempts counted for its name. Returns `false` and changes
    /// nothing if the password has changed or the session has ended.
    func erase(
        _ account: StoredAccount, by session: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool
    /// Notes when the account is erased, and ends all its sessions. Returns `false` and changes nothing if the password has
    /// changed or the session has ended.
    func schedule(
        _ deletion: Deletion, of account: StoredAccount, by session: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool
    /// Deletes the account as ``erase(_:by:at:)`` does, if it is noted that it is erased at this time. Returns whether the
    /// account no longer exists, also if it did not exist.
    func erase(_ deletion: Deletion) async throws(ErrorWrapper) -> Bool
}

/// The result of recording a new account.
package enum AccountRecord: Sendable, Hashable, Codable {
    case recorded
    /// Another account has the name.
    case nameTaken
    /// The key already belongs to this account.
    case known(StoredAccount)
}

/// The result of recovering an account.
package enum RecoveryRecord: Sendable, Hashable, Codable {
    case recovered(Account)
    /// The code is right, and the account needs a code of its second factor as well.
    case secured(StoredAccount)
    case refused
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
    package static var admit: OperationName { "admit(_:at:)" }
    package static var takeBack: OperationName { "takeBack(_:)" }
    package static var begin: OperationName { "begin(_:of:rehashed:forgetting:)" }
    package static var change: OperationName { "change(_:of:by:forgetting:at:)" }
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
                PossibleOutcome("to-be-erased", .example(named: name, deletionAt: .example)),
                PossibleOutcome("secured", .example(named: name, secondFactor: .example)),
                PossibleOutcome("begun", .example(named: name, secondFactor: .begunExample)).drawing {
                    .example(named: name, secondFactor: .drawn(by: &$0))
                },
            ] + PossibleOutcome.readErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.account(named: name) }
    }

    package func record(
        _ account: StoredAccount, under key: InstallationKey?, beginning session: StoredSession
    ) async throws(ErrorWrapper) -> AccountRecord {
        let known = [
            PossibleOutcome("known", AccountRecord.known(.example)).drawing { .known(.drawn(by: &$0)) },
            PossibleOutcome("known-long-ago", .known(.oldExample)),
        ]
        return try await call(
            "record(_:under:beginning:)",
            ["\(account)", key.map { "\($0)" } ?? "no key", "\(session)"], changes: true, isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("recorded", .recorded), PossibleOutcome("name-taken", .nameTaken)]
                + (key == nil ? [] : known)
                + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.record(account, under: key, beginning: session) }
    }

    package func admit(_ guess: Guess, at now: Timestamp) async throws(ErrorWrapper) -> Admission {
        let accounts = [
            PossibleOutcome("found", .account(.example(named: guess.name))),
            PossibleOutcome("absent", Admission.account(nil)),
            PossibleOutcome("locked", .account(.example(named: guess.name, isLocked: true))),
            PossibleOutcome("to-be-erased", .account(.example(named: guess.name, deletionAt: .example))),
            PossibleOutcome("secured", .account(.example(named: guess.name, secondFactor: .example))),
            PossibleOutcome(
                "secured-to-be-erased",
                .account(.example(named: guess.name, deletionAt: .example, secondFactor: .example))),
        ]
        // The account is known before a code is compared.
        let isOfCode = guess == SecondFactorRules.guess(of: guess.name)
        return try await call(
            Self.admit, ["\(guess)", "\(now)"], changes: true, isPerformedElsewhere: true,
            outcomes: accounts.prefix(isOfCode ? 1 : accounts.count)
                + [PossibleOutcome("too-often", .later(.example))] + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.admit(guess, at: now) }
    }

    package func takeBack(_ guess: Guess) async throws(ErrorWrapper) {
        try await call(
            Self.takeBack, ["\(guess)"], changes: true, isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("taken-back", Done())] + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.takeBack(guess) }
    }

    package func begin(
        _ session: StoredSession, of account: StoredAccount, rehashed: PasswordHash?, forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        try await call(
            Self.begin,
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
            outcomes: [
                PossibleOutcome("ended", 1).drawing { $0.number("sessions", in: 1...SessionRules.perAccount) },
                PossibleOutcome("none", 0),
            ] + PossibleOutcome.writeErrors
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
        _ guess: Guess, by code: TokenDigest, with new: PasswordHash, under factor: SealedSecret?, at now: Timestamp
    ) async throws(ErrorWrapper) -> RecoveryRecord {
        let secured = StoredAccount.example(named: guess.name, secondFactor: .example)
        return try await call(
            "recover(_:by:with:under:at:)",
            ["\(guess)", "\(code)", "\(new)", factor.map { "\($0)" } ?? "no second factor", "\(now)"], changes: true,
            isPerformedElsewhere: true,
            outcomes: [
                PossibleOutcome("recovered", .recovered(.example)), PossibleOutcome("secured", .secured(secured)),
                PossibleOutcome("refused", .refused),
            ] + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in
            try await adapter.recover(guess, by: code, with: new, under: factor, at: now)
        }
    }

    package func change(
        _ change: SecondFactorChange, of account: StoredAccount, by session: UUIDv7?, forgetting guess: Guess?,
        at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool {
        try await call(
            Self.change,
            [
                "\(change)", "\(account)", session.map { "\($0)" } ?? "no session", guess.map { "\($0)" } ?? "no guess",
                "\(now)",
            ], changes: true, isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("changed", true), PossibleOutcome("refused", false)]
                + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in
            try await adapter.change(change, of: account, by: session, forgetting: guess, at: now)
        }
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

    package func schedule(
        _ deletion: Deletion, of account: StoredAccount, by session: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool {
        try await call(
            "schedule(_:of:by:at:)", ["\(deletion)", "\(account)", "\(session)", "\(now)"], changes: true,
            isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("scheduled", true), PossibleOutcome("overtaken", false)]
                + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in
            try await adapter.schedule(deletion, of: account, by: session, at: now)
        }
    }

    package func erase(_ deletion: Deletion) async throws(ErrorWrapper) -> Bool {
        try await call(
            "erase(_:)", ["\(deletion)"], changes: true, isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("erased", true), PossibleOutcome("taken-back", false)]
                + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.erase(deletion) }
    }
}

extension Dependencies {
    package var accountRegistry: Port<any AccountRegistry> {
        get { self[(any AccountRegistry).self] }
        set { self[(any AccountRegistry).self] = newValue }
    }
}
