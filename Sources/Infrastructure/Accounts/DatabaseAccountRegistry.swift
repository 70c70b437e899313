#if Server
import CalearningDomain
import UsecasesEngine

/// An account registry in a database. Recorded data is as durable as the database.
///
/// A change may be repeated if its answer was lost, although it may have taken effect. Each change therefore recognises
/// the effects of its earlier attempt.
struct DatabaseAccountRegistry<Database: SQLDatabase>: AccountRegistry {
    typealias Failure = Database.Session.Failure

    let database: Database

    func account(named name: AccountName) async throws(ErrorWrapper) -> StoredAccount? {
        try await database.lookUp { session throws(Failure) in try session.account(named: name) }
    }

    func record(
        _ account: StoredAccount, under key: InstallationKey?, beginning first: StoredSession
    ) async throws(ErrorWrapper) -> AccountRecord {
        try await database.change(false) { session, isRepeated throws(Failure) in
            let id = account.account.id
            if isRepeated, try session.account(.accountWithID, .id(id)) != nil { return .recorded }
            isRepeated = true
            let added = try session.run(
                .recordAccount, .id(id), .name(account.account.name), .text(account.passwordHash.reveal()),
                .text(key?.rawValue))
            if added.rowCount == 1 {
                try session.add(first)
                return .recorded
            }
            // The conflicting account is visible now and stays.
            if let key, let known = try session.account(.accountUnderKey, .text(key.rawValue)) { return .known(known) }
            if try session.account(named: account.account.name) != nil { return .nameTaken }
            throw Database.Session.refusal("another account has the identifier of this one")
        }
    }

    func admit(_ guess: Guess, at now: Timestamp) async throws(ErrorWrapper) -> Admission {
        try await database.change(nil as Int64?) { session, counted throws(Failure) in
            // All servers count the attempts of one guesser one after the other.
            try session.lock(guess)
            let (admission, number) = try session.admit(guess, at: now, counted: counted)
            counted = number
            return admission
        }
    }

    func takeBack(_ guess: Guess) async throws(ErrorWrapper) {
        try await database.change(nil as Int64?) { session, latest throws(Failure) in
            try session.lock(guess)
            if latest == nil {
                let rows = try session.run(.latestGuess, .name(guess.name), .text(guess.network))
                latest = rows.rowCount == 0 ? nil : rows.integer(row: 0, column: 0)
            }
            if let latest { _ = try session.run(.removeGuess, .integer(latest)) }
        }
    }

    func begin(
        _ new: StoredSession, of account: StoredAccount, rehashed: PasswordHash?, forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        try await database.change(false) { session, isRepeated throws(Failure) in
            let id = account.account.id
            let held = try session.hold(id)
            if isRepeated, try session.loggedIn(under: new.digest)?.session.id == new.session.id { return true }
            isRepeated = true
            guard held?.held == account.held else { return false }
            if account.deletionAt != nil { _ = try session.run(.scheduleDeletion, .id(id), .integer(nil)) }
            if let rehashed { _ = try session.run(.setPassword, .id(id), .text(rehashed.reveal())) }
            try session.add(new)
            try session.forget(guess)
            return true
        }
    }

    func session(under digest: TokenDigest, at now: Timestamp) async throws(ErrorWrapper) -> LoggedIn? {
        guard let found = try await database.loggedIn(under: digest), found.session.lasts(at: now) else { return nil }
        guard found.session.isUseDue(at: now) else { return found }
        // This use must be recorded. The session may have ended in the meantime.
        guard try await database.noteUse(of: digest, at: now) else { return nil }
        return LoggedIn(account: found.account, session: found.session.used(at: now))
    }

    func sessions(of account: UUIDv7, at now: Timestamp) async throws(ErrorWrapper) -> [Session] {
        try await database.lookUp { session throws(Failure) in
            try session.sessions(of: account).filter { $0.lasts(at: now) }
        }
    }

    func name(
        _ device: DeviceName, of named: UUIDv7, of account: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool {
        try await database.change(()) { session, _ throws(Failure) in
            _ = try session.hold(account)
            // A repeated request sets the name again.
            return try session.run(
                .nameDevice, .text(device.rawValue), .id(named), .id(account), .time(now.begunSince),
                .time(now.idleSince)
            ).rowCount == 1
        }
    }

    func end(_ sessions: SessionSelection, of account: UUIDv7, at now: Timestamp) async throws(ErrorWrapper) -> Int {
        try await database.change(Set<UUIDv7>()) { session, ended throws(Failure) in
            _ = try session.hold(account)
            // Sessions that an earlier attempt found and that no longer exist have ended since this request arrived.
            ended.formUnion(try session.remove(sessions, of: account).filter { $0.lasts(at: now) }.map(\.id))
            return ended.count
        }
    }

    func replacePassword(
        of account: StoredAccount, with new: PasswordHash, replacing former: UUIDv7, by next: StoredSession,
        forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        try await database.change(false) { session, isRepeated throws(Failure) in
            let id = account.account.id
            let held = try session.hold(id)
            // No other request has this hash, because each hash has a different salt.
            if isRepeated, held?.passwordHash == new { return true }
            isRepeated = true
            guard held?.held == account.held, try session.hasSession(former, of: id, at: next.session.beganAt) else {
                return false
            }
            _ = try session.run(.setPassword, .id(id), .text(new.reveal()))
            // The new session keeps the name of a former one, so it begins first.
            try session.add(next)
            _ = try session.remove(.others(than: next.session.id), of: id)
            try session.forget(guess)
            return true
        }
    }

    func recover(
        _ guess: Guess, by code: TokenDigest, with new: PasswordHash, under factor: SealedSecret?, at now: Timestamp
    ) async throws(ErrorWrapper) -> RecoveryRecord {
        try await database.change(false) { session, isRepeated throws(Failure) in
            let wasTried = isRepeated
            isRepeated = true
            let found = try session.run(.recoverableAccount, .name(guess.name), .bytes(code.bytes), .time(now))
            guard let stored = try session.account(in: found) else {
                // The query has waited for an earlier attempt. No other request has this hash, because each hash has a
                // different salt.
                guard wasTried, let stored = try session.account(named: guess.name), stored.passwordHash == new
                else { return .refused }
                return .recovered(stored.account)
            }
            guard stored.isProved(under: factor) else { return .secured(stored) }
            let id = stored.account.id
            _ = try session.run(.setPassword, .id(id), .text(new.reveal()))
            _ = try session.run(.endSessions, .id(id))
            try session.forget(guess)
            return .recovered(stored.account)
        }
    }

    func change(
        _ change: SecondFactorChange, of account: StoredAccount, by own: UUIDv7?, forgetting guess: Guess?,
        at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool {
        try await database.change(nil as StoredSecondFactor??) { session, made throws(Failure) in
            let id = account.account.id
            let held = try session.hold(id)
            // A code that an earlier attempt may have used up is refused, because another request may have used it.
            if let made, !change.isSpending, let held, held.secondFactor == made { return true }
            guard let held, held.held == account.held,
                try own.map({ own throws(Failure) in
                    try session.hasSession(own, of: id, at: now)
                }) ?? true
            else { return false }
            var factor = held.secondFactor
            guard factor.make(change, at: now) else { return false }
            made = .some(factor)
            try session.set(factor, of: id)
            if let guess { try session.forget(guess) }
            return true
        }
    }

    func erase(_ account: StoredAccount, by own: UUIDv7, at now: Timestamp) async throws(ErrorWrapper) -> Bool {
        try await database.change(false) { session, isRepeated throws(Failure) in
            let id = account.account.id
            let held = try session.hold(id)
            // The account existed at the first attempt, because its owner was logged in.
            if isRepeated, try session.account(.accountWithID, .id(id)) == nil { return true }
            isRepeated = true
            guard held?.held == account.held, try session.hasSession(own, of: id, at: now) else { return false }
            try session.erase(account.account)
            return true
        }
    }

    func schedule(
        _ deletion: Deletion, of account: StoredAccount, by own: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool {
        try await database.change(false) { session, isRepeated throws(Failure) in
            let id = account.account.id
            let held = try session.hold(id)
            if isRepeated, held?.deletionAt == deletion.at { return true }
            isRepeated = true
            guard held?.held == account.held, try session.hasSession(own, of: id, at: now) else { return false }
            _ = try session.run(.scheduleDeletion, .id(id), .time(deletion.at))
            _ = try session.run(.endSessions, .id(id))
            return true
        }
    }

    func erase(_ deletion: Deletion) async throws(ErrorWrapper) -> Bool {
        try await database.change(()) { session, _ throws(Failure) in
            let id = deletion.account.id
            // An operator may have locked the account, which does not keep it.
            _ = try session.hold(id)
            guard let account = try session.account(.accountWithID, .id(id)) else { return true }
            guard account.deletionAt == deletion.at else { return false }
            try session.erase(account.account)
            return true
        }
    }
}
#endif
