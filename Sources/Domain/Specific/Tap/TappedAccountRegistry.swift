/// An account registry whose calls go through a tap.
struct TappedAccountRegistry: AccountRegistry {
    let base: any AccountRegistry
    let tap: any RunTap

    func account(named name: AccountName) async throws(ErrorWrapper) -> StoredAccount? {
        let operation = PortOperation<StoredAccount?>(
            "AccountRegistry", "account(named:)", ["\(name)"],
            outcomes: [PossibleOutcome("found", .example(named: name)), PossibleOutcome("absent", nil)]
                + PossibleOutcome.readErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in try await base.account(named: name) }
    }

    func record(
        _ account: StoredAccount, under key: InstallationKey?, beginning session: StoredSession
    ) async throws(ErrorWrapper) -> AccountRecord {
        let known = key == nil ? [] : [PossibleOutcome("known", AccountRecord.known(.example))]
        let operation = PortOperation<AccountRecord>(
            "AccountRegistry", "record(_:under:beginning:)",
            ["\(account)", key.map { "\($0)" } ?? "no key", "\(session)"], changes: true, isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("recorded", .recorded), PossibleOutcome("name-taken", .nameTaken)] + known
                + PossibleOutcome.writeErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.record(account, under: key, beginning: session)
        }
    }

    func admit(_ guess: Guess, at now: Timestamp) async throws(ErrorWrapper) -> Timestamp? {
        let operation = PortOperation<Timestamp?>(
            "AccountRegistry", "admit(_:at:)", ["\(guess)", "\(now)"], changes: true, isPerformedElsewhere: true,
            outcomes: [
                PossibleOutcome("admitted", nil),
                PossibleOutcome("too-often", .example),
            ] + PossibleOutcome.writeErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.admit(guess, at: now)
        }
    }

    func takeBack(_ guess: Guess) async throws(ErrorWrapper) {
        let operation = PortOperation<Done>(
            "AccountRegistry", "takeBack(_:)", ["\(guess)"], changes: true, isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("taken-back", Done())] + PossibleOutcome.writeErrors)
        _ = try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.takeBack(guess)
            return Done()
        }
    }

    func begin(
        _ session: StoredSession, of account: StoredAccount, rehashed: PasswordHash?, forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        let operation = PortOperation<Bool>(
            "AccountRegistry", "begin(_:of:rehashed:forgetting:)",
            ["\(session)", "\(account)", rehashed == nil ? "no new hash" : "\(Secret.redacted)", "\(guess)"],
            changes: true, isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("begun", true), PossibleOutcome("password-changed", false)]
                + PossibleOutcome.writeErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.begin(session, of: account, rehashed: rehashed, forgetting: guess)
        }
    }

    func session(under digest: TokenDigest, at now: Timestamp) async throws(ErrorWrapper) -> LoggedIn? {
        let operation = PortOperation<LoggedIn?>(
            "AccountRegistry", "session(under:at:)", ["\(digest)", "\(now)"], changes: true, isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("found", .example), PossibleOutcome("ended", nil)]
                + PossibleOutcome.writeErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.session(under: digest, at: now)
        }
    }

    func sessions(of account: UUIDv7, at now: Timestamp) async throws(ErrorWrapper) -> [Session] {
        let operation = PortOperation<[Session]>(
            "AccountRegistry", "sessions(of:at:)", ["\(account)", "\(now)"],
            outcomes: [PossibleOutcome("found", SessionList.example.sessions)] + PossibleOutcome.readErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.sessions(of: account, at: now)
        }
    }

    func end(_ sessions: SessionSelection, of account: UUIDv7, at now: Timestamp) async throws(ErrorWrapper) -> Int {
        let operation = PortOperation<Int>(
            "AccountRegistry", "end(_:of:at:)", ["\(sessions)", "\(account)", "\(now)"], changes: true,
            isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("ended", 1), PossibleOutcome("none", 0)] + PossibleOutcome.writeErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.end(sessions, of: account, at: now)
        }
    }

    func replacePassword(
        of account: StoredAccount, with new: PasswordHash, replacing session: UUIDv7, by next: StoredSession,
        forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        let operation = PortOperation<Bool>(
            "AccountRegistry", "replacePassword(of:with:replacing:by:forgetting:)",
            ["\(account)", "\(new)", "\(session)", "\(next)", "\(guess)"], changes: true, isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("replaced", true), PossibleOutcome("overtaken", false)]
                + PossibleOutcome.writeErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.replacePassword(of: account, with: new, replacing: session, by: next, forgetting: guess)
        }
    }
}
