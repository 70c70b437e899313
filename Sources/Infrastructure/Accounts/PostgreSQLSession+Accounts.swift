#if Server
import CalearningDomain
import Usecases

extension PostgreSQLSession {
    mutating func run(
        _ statement: PostgreSQLAccountStatement, _ values: PostgreSQLValue..., by deadline: Duration
    ) throws(PostgreSQLFailure) -> PostgreSQLResult {
        try run(prepared: statement.rawValue, values, by: deadline)
    }

    /// Returns the account that the statement finds.
    mutating func account(
        _ statement: PostgreSQLAccountStatement, _ value: String, by deadline: Duration
    ) throws(PostgreSQLFailure) -> RecordedAccount? {
        try run(statement, .text(value), by: deadline).account()
    }

    /// Locks the account's sessions against other changes. Returns the hash of the password, or `nil` if the account
    /// does not exist. Also returns `nil` if an operator has locked the account.
    mutating func hold(_ account: UUIDv7, by deadline: Duration) throws(PostgreSQLFailure) -> PasswordHash? {
        let result = try run(.holdAccount, .text("\(account)"), by: deadline)
        guard result.rowCount > 0, result.bigInteger(row: 0, column: 1) == nil else { return nil }
        return result.text(row: 0, column: 0).map { PasswordHash($0) }
    }

    /// Adds the session and ends the sessions of ``SessionRules/ended(by:among:)``. Some expired ones may stay in the
    /// table.
    mutating func add(_ new: StoredSession, by deadline: Duration) throws(PostgreSQLFailure) {
        let session = new.session
        _ = try run(
            .addSession, .bytes(new.digest.bytes), .text("\(session.id)"), .text("\(new.account)"),
            .text(session.udid.rawValue), .bigInteger(session.beganAt.milliseconds),
            .bigInteger(session.lastUsedAt.milliseconds), .bigInteger(session.beganAt.begunSince.milliseconds),
            .bigInteger(session.beganAt.idleSince.milliseconds), .text(session.device?.rawValue), by: deadline)
    }

    mutating func sessions(
        of account: UUIDv7, by deadline: Duration
    ) throws(PostgreSQLFailure) -> [Session] {
        try run(.sessionsOfAccount, .text("\(account)"), by: deadline).sessions()
    }

    /// Removes the selected sessions and returns them, including expired ones.
    mutating func remove(
        _ selection: SessionSelection, of account: UUIDv7, by deadline: Duration
    ) throws(PostgreSQLFailure) -> [Session] {
        let (statement, id): (PostgreSQLAccountStatement, UUIDv7) =
            switch selection {
            case .one(let id): (.endSession, id)
            case .others(let id): (.endOtherSessions, id)
            }
        return try run(statement, .text("\(account)"), .text("\(id)"), by: deadline).sessions()
    }

    mutating func forget(_ guess: Guess, by deadline: Duration) throws(PostgreSQLFailure) {
        _ = try run(.forgetGuesses, .text(guess.name.rawValue), .text(guess.network), by: deadline)
    }

    /// Removes the account, all its sessions, and all attempts for its name.
    mutating func erase(_ account: Account, by deadline: Duration) throws(PostgreSQLFailure) {
        _ = try run(.endSessions, .text("\(account.id)"), by: deadline)
        _ = try run(.forgetName, .text(account.name.rawValue), by: deadline)
        _ = try run(.removeAccount, .text("\(account.id)"), by: deadline)
    }

    /// Returns the session and the account of each digest, in order.
    mutating func sessions(
        under digests: [[UInt8]], by deadline: Duration
    ) throws(PostgreSQLFailure) -> [Result<LoggedIn?, PostgreSQLFailure>] {
        let result = try run(.sessionsUnderDigests, .byteStrings(digests), by: deadline)
        var found: [[UInt8]: Result<LoggedIn?, PostgreSQLFailure>] = [:]
        for row in 0..<result.rowCount {
            guard let digest = result.byteString(row: row, column: 5) else { continue }
            found[digest] = Result { () throws(PostgreSQLFailure) in try result.loggedIn(row: row) }
                .mapError(\.alone)
        }
        return digests.map { found[$0] ?? .success(nil) }
    }
}

extension PostgreSQLResult {
    /// Returns the account in the only row, or `nil` if there is none.
    fileprivate func account() throws(PostgreSQLFailure) -> RecordedAccount? {
        guard rowCount > 0, let id = text(row: 0, column: 0) else { return nil }
        let key = text(row: 0, column: 3)
        guard let uuid = UUIDv7(id), let name = text(row: 0, column: 1).flatMap({ AccountName($0) }),
            let hash = text(row: 0, column: 2), key.map({ InstallationKey($0) != nil }) ?? true
        else { throw .damagedRow("accounts", id: id) }
        return RecordedAccount(
            account: StoredAccount(
                account: Account(id: uuid, name: name), passwordHash: PasswordHash(hash),
                isLocked: bigInteger(row: 0, column: 4) != nil),
            key: key.flatMap { InstallationKey($0) })
    }

    fileprivate func sessions() throws(PostgreSQLFailure) -> [Session] {
        var sessions: [Session] = []
        for row in 0..<rowCount { sessions.append(try session(row: row)) }
        return sessions
    }

    private func session(row: Int) throws(PostgreSQLFailure) -> Session {
        let id = text(row: row, column: 0) ?? ""
        let device = text(row: row, column: 4).map { DeviceName($0) }
        guard let uuid = UUIDv7(id), let udid = text(row: row, column: 1).flatMap({ UDID($0) }),
            let began = bigInteger(row: row, column: 2), let used = bigInteger(row: row, column: 3),
            device != .some(nil)
        else { throw .damagedRow("sessions", id: id) }
        return Session(
            id: uuid, udid: udid, beganAt: Timestamp(milliseconds: began), lastUsedAt: Timestamp(milliseconds: used),
            device: device ?? nil)
    }

    fileprivate func loggedIn(row: Int) throws(PostgreSQLFailure) -> LoggedIn? {
        let session = try session(row: row)
        let id = text(row: row, column: 6) ?? ""
        guard let uuid = UUIDv7(id), let name = text(row: row, column: 7).flatMap({ AccountName($0) }) else {
            throw .damagedRow("accounts", id: id)
        }
        return LoggedIn(account: Account(id: uuid, name: name), session: session)
    }
}

extension PostgreSQLFailure {
    static func damagedRow(_ table: String, id: String) -> PostgreSQLFailure {
        PostgreSQLFailure(.unusable, "a row of the table \(table), with id \(id), is not valid")
    }
}

// Each of these requests recognises the effects of its earlier attempt, in case only the answer of the commit was lost.

extension PostgreSQLRequest<AccountRecord> {
    static func recording(
        _ account: StoredAccount, under key: InstallationKey?, beginning first: StoredSession
    ) -> PostgreSQLRequest {
        .change(false) { (session, isRepeated, deadline) throws(PostgreSQLFailure) in
            let id = "\(account.account.id)"
            if isRepeated, try session.account(.accountWithID, id, by: deadline) != nil { return .recorded }
            isRepeated = true
            let name = account.account.name.rawValue
            let isNew =
                try session.run(
                    .recordAccount, .text(id), .text(name), .text(account.passwordHash.reveal()), .text(key?.rawValue),
                    by: deadline
                ).rowCount == 1
            if isNew {
                try session.add(first, by: deadline)
                return .recorded
            }
            // The conflicting account is visible now and stays.
            var others: [RecordedAccount] = []
            if let key, let known = try session.account(.accountUnderKey, key.rawValue, by: deadline) {
                others.append(known)
            }
            if let other = try session.account(.accountNamed, name, by: deadline) { others.append(other) }
            if let record = AccountRecord(of: account, under: key, despite: others) { return record }
            throw PostgreSQLFailure(.refused, "another account has the identifier of this one")
        }
    }
}

extension PostgreSQLRequest<Admission> {
    static func admitting(_ guess: Guess, at now: Timestamp) -> PostgreSQLRequest {
        .change(nil as Int64?) { (session, counted, deadline) throws(PostgreSQLFailure) in
            let (name, network) = (PostgreSQLValue.text(guess.name.rawValue), PostgreSQLValue.text(guess.network))
            let time = PostgreSQLValue.bigInteger(now.milliseconds)
            // All servers count the attempts of one guesser one after the other.
            _ = try session.run(.lockGuesses, name, network, by: deadline)
            if let counted {
                let row = try session.run(.guessCounted, .bigInteger(counted), name, network, time, by: deadline)
                if row.rowCount == 1 {
                    return .account(try session.account(.accountNamed, guess.name.rawValue, by: deadline)?.account)
                }
            }
            let result = try session.run(
                .countGuess, name, network, time, .bigInteger(now.guessesSince.milliseconds),
                .bigInteger(GuessRules.end(of: now).milliseconds), by: deadline)
            counted = result.bigInteger(row: 0, column: 5)
            if let last = result.bigInteger(row: 0, column: 6) {
                return .later(GuessRules.end(of: Timestamp(milliseconds: last)))
            }
            return .account(try result.account()?.account)
        }
    }
}

extension PostgreSQLRequest<Account?> {
    static func recovering(
        _ guess: Guess, by code: TokenDigest, with new: PasswordHash, at now: Timestamp
    ) -> PostgreSQLRequest {
        .change(false) { (session, isRepeated, deadline) throws(PostgreSQLFailure) in
            let name = guess.name.rawValue
            let wasTried = isRepeated
            isRepeated = true
            let isRecovered =
                try session.run(
                    .recoverAccount, .text(name), .bytes(code.bytes), .text(new.reveal()),
                    .bigInteger(now.milliseconds), by: deadline
                ).rowCount == 1
            guard let stored = try session.account(.accountNamed, name, by: deadline)?.account else { return nil }
            // The update has waited for an earlier attempt. No other request has this hash, because each hash has a
            // different salt.
            guard isRecovered else { return wasTried && stored.passwordHash == new ? stored.account : nil }
            _ = try session.run(.endSessions, .text("\(stored.account.id)"), by: deadline)
            try session.forget(guess, by: deadline)
            return stored.account
        }
    }
}

extension PostgreSQLRequest<Void> {
    static func takingBack(_ guess: Guess) -> PostgreSQLRequest {
        .change(nil as Int64?) { (session, latest, deadline) throws(PostgreSQLFailure) in
            let (name, network) = (PostgreSQLValue.text(guess.name.rawValue), PostgreSQLValue.text(guess.network))
            _ = try session.run(.lockGuesses, name, network, by: deadline)
            if latest == nil {
                let result = try session.run(.latestGuess, name, network, by: deadline)
                latest = result.rowCount == 0 ? nil : result.bigInteger(row: 0, column: 0)
            }
            if let latest { _ = try session.run(.removeGuess, .bigInteger(latest), by: deadline) }
        }
    }
}

extension PostgreSQLRequest<Bool> {
    static func beginning(
        _ new: StoredSession, of account: StoredAccount, rehashed: PasswordHash?, forgetting guess: Guess
    ) -> PostgreSQLRequest {
        .change(false) { (session, isRepeated, deadline) throws(PostgreSQLFailure) in
            let id = account.account.id
            let hash = try session.hold(id, by: deadline)
            if isRepeated {
                let sessions = try session.sessions(under: [new.digest.bytes], by: deadline)
                if try sessions[0].get()?.session.id == new.session.id { return true }
            }
            isRepeated = true
            guard hash == account.passwordHash else { return false }
            if let rehashed {
                _ = try session.run(.setPassword, .text("\(id)"), .text(rehashed.reveal()), by: deadline)
            }
            try session.add(new, by: deadline)
            try session.forget(guess, by: deadline)
            return true
        }
    }

    static func replacingPassword(
        of account: StoredAccount, with new: PasswordHash, replacing former: UUIDv7, by next: StoredSession,
        forgetting guess: Guess
    ) -> PostgreSQLRequest {
        .change(false) { (session, isRepeated, deadline) throws(PostgreSQLFailure) in
            let id = account.account.id
            let hash = try session.hold(id, by: deadline)
            // No other request has this hash, because each hash has a different salt.
            if isRepeated, hash == new { return true }
            isRepeated = true
            guard hash == account.passwordHash,
                try session.sessions(of: id, by: deadline).contains(where: {
                    $0.id == former && $0.lasts(at: next.session.beganAt)
                })
            else { return false }
            _ = try session.run(.setPassword, .text("\(id)"), .text(new.reveal()), by: deadline)
            // The new session keeps the name of a former one, so it begins first.
            try session.add(next, by: deadline)
            _ = try session.remove(.others(than: next.session.id), of: id, by: deadline)
            try session.forget(guess, by: deadline)
            return true
        }
    }

    /// A repeated request sets the name again.
    static func naming(
        _ device: DeviceName, of named: UUIDv7, of account: UUIDv7, at now: Timestamp
    ) -> PostgreSQLRequest {
        .change(()) { (session, _, deadline) throws(PostgreSQLFailure) in
            _ = try session.hold(account, by: deadline)
            return try session.run(
                .nameDevice, .text(device.rawValue), .text("\(named)"), .text("\(account)"),
                .bigInteger(now.begunSince.milliseconds), .bigInteger(now.idleSince.milliseconds), by: deadline
            ).rowCount == 1
        }
    }

    static func erasing(_ account: StoredAccount, by own: UUIDv7, at now: Timestamp) -> PostgreSQLRequest {
        .change(false) { (session, isRepeated, deadline) throws(PostgreSQLFailure) in
            let id = account.account.id
            let hash = try session.hold(id, by: deadline)
            // The account existed at the first attempt, because its owner was logged in.
            if isRepeated, try session.account(.accountWithID, "\(id)", by: deadline) == nil { return true }
            isRepeated = true
            guard hash == account.passwordHash,
                try session.sessions(of: id, by: deadline).contains(where: { $0.id == own && $0.lasts(at: now) })
            else { return false }
            try session.erase(account.account, by: deadline)
            return true
        }
    }
}

extension PostgreSQLRequest<Int> {
    static func ending(
        _ sessions: SessionSelection, of account: UUIDv7, at now: Timestamp
    ) -> PostgreSQLRequest {
        .change(Set<UUIDv7>()) { (session, ended, deadline) throws(PostgreSQLFailure) in
            _ = try session.hold(account, by: deadline)
            // Sessions that an earlier attempt found and that no longer exist have ended since this request arrived.
            let removed = try session.remove(sessions, of: account, by: deadline)
            ended.formUnion(removed.filter { $0.lasts(at: now) }.map(\.id))
            return ended.count
        }
    }
}
#endif
