#if PostgreSQL
import CalearningDomain
import Usecases

// Each of these recognises what an attempt before it has done, if its commit took effect and only the answer was lost.

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
            // Whatever is in its way is visible now, and stays.
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

extension PostgreSQLRequest<Timestamp?> {
    static func admitting(_ guess: Guess, at now: Timestamp) -> PostgreSQLRequest {
        .change(nil as Int64?) { (session, counted, deadline) throws(PostgreSQLFailure) in
            let (name, network) = (PostgreSQLValue.text(guess.name.rawValue), PostgreSQLValue.text(guess.network))
            let time = PostgreSQLValue.bigInteger(now.milliseconds)
            // All servers count the tries of one guesser one after the other.
            _ = try session.run(.lockGuesses, name, network, by: deadline)
            if let counted {
                let row = try session.run(.guessCounted, .bigInteger(counted), name, network, time, by: deadline)
                if row.rowCount == 1 { return nil }
            }
            let result = try session.run(
                .countGuess, name, network, time, .bigInteger(now.guessesSince.milliseconds),
                .bigInteger(GuessRules.end(of: now).milliseconds), by: deadline)
            counted = result.bigInteger(row: 0, column: 0)
            return result.bigInteger(row: 0, column: 1).map { GuessRules.end(of: Timestamp(milliseconds: $0)) }
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
            // No other request has the same hash, because each has another salt.
            if isRepeated, hash == new { return true }
            isRepeated = true
            guard hash == account.passwordHash,
                try session.sessions(of: id, by: deadline).contains(where: {
                    $0.id == former && $0.lasts(at: next.session.beganAt)
                })
            else { return false }
            _ = try session.run(.setPassword, .text("\(id)"), .text(new.reveal()), by: deadline)
            _ = try session.remove(.others(than: next.session.id), of: id, by: deadline)
            try session.add(next, by: deadline)
            try session.forget(guess, by: deadline)
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
            // What an attempt has found and is gone now has ended since this request came, whoever ended it.
            let removed = try session.remove(sessions, of: account, by: deadline)
            ended.formUnion(removed.filter { $0.lasts(at: now) }.map(\.id))
            return ended.count
        }
    }
}
#endif
