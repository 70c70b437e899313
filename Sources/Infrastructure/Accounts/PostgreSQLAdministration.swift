#if Server
package import CalearningDomain
package import Usecases
import UsecasesStorage

extension PostgreSQLAccountRegistry: Administration {
    package func accounts(after name: AccountName?, at now: Timestamp) async throws(ErrorWrapper) -> AccountPage {
        try await database.accounts.answer(
            to: .lookUp { (session, deadline) throws(PostgreSQLFailure) in
                AccountPage(
                    following: try session.overviews(.overviewsAfter, name?.rawValue ?? "", at: now, by: deadline))
            })
    }

    package func account(named name: AccountName, at now: Timestamp) async throws(ErrorWrapper) -> AccountOverview? {
        try await database.accounts.answer(
            to: .lookUp { (session, deadline) throws(PostgreSQLFailure) in
                try session.overview(of: name, at: now, by: deadline)
            })
    }

    package func setLock(
        _ isLocked: Bool, of name: AccountName, at now: Timestamp
    ) async throws(ErrorWrapper) -> AccountOverview? {
        try await database.accounts.answer(
            to: .change(()) { (session, _, deadline) throws(PostgreSQLFailure) in
                let text = PostgreSQLValue.text(name.rawValue)
                let found =
                    isLocked
                    ? try session.run(.lockAccount, text, .bigInteger(now.milliseconds), by: deadline)
                    : try session.run(.unlockAccount, text, by: deadline)
                if isLocked, found.rowCount > 0 {
                    _ = try session.run(.endSessions, .text(found.text(row: 0, column: 0)), by: deadline)
                }
                return try session.overview(of: name, at: now, by: deadline)
            })
    }

    package func allowRecovery(
        of name: AccountName, by code: TokenDigest, until end: Timestamp
    ) async throws(ErrorWrapper) -> Account? {
        try await database.accounts.answer(
            to: .change(()) { (session, _, deadline) throws(PostgreSQLFailure) in
                _ = try session.run(
                    .allowRecovery, .text(name.rawValue), .bytes(code.bytes), .bigInteger(end.milliseconds),
                    by: deadline)
                return try session.account(.accountNamed, name.rawValue, by: deadline)?.account.account
            })
    }

    package func delete(_ name: AccountName) async throws(ErrorWrapper) -> Account? {
        try await database.accounts.answer(
            to: .change(nil as Account?) { (session, deleted, deadline) throws(PostgreSQLFailure) in
                guard let account = try session.account(.accountNamed, name.rawValue, by: deadline)?.account.account
                else { return deleted }
                deleted = account
                _ = try session.run(.holdAccount, .text("\(account.id)"), by: deadline)
                try session.erase(account, by: deadline)
                return account
            })
    }

    package func endSessions(of name: AccountName, at now: Timestamp) async throws(ErrorWrapper) -> Int? {
        try await database.accounts.answer(
            to: .change(0) { (session, ended, deadline) throws(PostgreSQLFailure) in
                guard let account = try session.account(.accountNamed, name.rawValue, by: deadline)?.account.account
                else { return nil }
                let id = PostgreSQLValue.text("\(account.id)")
                _ = try session.run(.holdAccount, id, by: deadline)
                // Sessions that an earlier attempt found and that no longer exist have ended since this request arrived.
                ended = max(
                    ended, try session.sessions(of: account.id, by: deadline).filter { $0.lasts(at: now) }.count)
                _ = try session.run(.endSessions, id, by: deadline)
                return ended
            })
    }

    package func forgetGuesses(of name: AccountName) async throws(ErrorWrapper) -> Int {
        try await database.accounts.answer(
            to: .change(0) { (session, forgotten, deadline) throws(PostgreSQLFailure) in
                forgotten = max(
                    forgotten, try session.run(.forgetName, .text(name.rawValue), by: deadline).rowCount)
                return forgotten
            })
    }

    package func countDevices(at now: Timestamp) async throws(ErrorWrapper) -> DeviceCount {
        try await database.accounts.answer(
            to: .lookUp { (session, deadline) throws(PostgreSQLFailure) in
                let result = try session.run(.countDevices, .text(now.firstUDIDOfLastDay), by: deadline)
                return DeviceCount(
                    total: Int(result.bigInteger(row: 0, column: 0) ?? 0),
                    lastDay: Int(result.bigInteger(row: 0, column: 1) ?? 0))
            })
    }

    package func sweep(at now: Timestamp) async throws(ErrorWrapper) -> SweptRows {
        var swept = SweptRows()
        while true {
            let some = try await database.accounts.answer(
                to: PostgreSQLRequest<SweptRows>.change(()) { (session, _, deadline) throws(PostgreSQLFailure) in
                    SweptRows(
                        sessions: try session.run(
                            .sweepSessions, .bigInteger(now.idleSince.milliseconds), by: deadline
                        ).rowCount,
                        guesses: try session.run(
                            .sweepGuesses, .bigInteger(now.guessesSince.milliseconds), by: deadline
                        ).rowCount)
                })
            swept.add(some)
            guard some.isPartial else { break }
        }
        swept.browsers = try await database.browsers.sweep(at: now)
        return swept
    }

    package func forgetDevices(registeredBefore time: Timestamp) async throws(ErrorWrapper) -> Int {
        var forgotten = 0
        while true {
            let some = try await database.accounts.answer(
                to: PostgreSQLRequest<Int>.change(()) { (session, _, deadline) throws(PostgreSQLFailure) in
                    try session.run(.sweepRegistrations, .text(time.firstUDID), by: deadline).rowCount
                })
            forgotten += some
            guard some == Sweep.many else { return forgotten }
        }
    }
}

extension PostgreSQLSession {
    fileprivate mutating func overview(
        of name: AccountName, at now: Timestamp, by deadline: Duration
    ) throws(PostgreSQLFailure) -> AccountOverview? {
        try overviews(.overviewNamed, name.rawValue, at: now, by: deadline).first
    }

    fileprivate mutating func overviews(
        _ statement: PostgreSQLAccountStatement, _ name: String, at now: Timestamp, by deadline: Duration
    ) throws(PostgreSQLFailure) -> [AccountOverview] {
        let result = try run(
            statement, .text(name), .bigInteger(now.begunSince.milliseconds), .bigInteger(now.idleSince.milliseconds),
            .bigInteger(now.guessesSince.milliseconds), .bigInteger(GuessRules.end(of: now).milliseconds), by: deadline)
        var overviews: [AccountOverview] = []
        for row in 0..<result.rowCount { overviews.append(try result.overview(row: row)) }
        return overviews
    }
}

extension PostgreSQLResult {
    fileprivate func overview(row: Int) throws(PostgreSQLFailure) -> AccountOverview {
        let id = text(row: row, column: 0) ?? ""
        guard let uuid = UUIDv7(id), let name = text(row: row, column: 1).flatMap({ AccountName($0) }) else {
            throw .damagedRow("accounts", id: id)
        }
        return AccountOverview(
            account: Account(id: uuid, name: name),
            lockedAt: bigInteger(row: row, column: 2).map { Timestamp(milliseconds: $0) },
            sessions: Int(bigInteger(row: row, column: 3) ?? 0),
            lastUsedAt: bigInteger(row: row, column: 4).map { Timestamp(milliseconds: $0) },
            guesses: Int(bigInteger(row: row, column: 5) ?? 0))
    }
}
#endif
