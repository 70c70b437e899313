#if Server
import UsecasesEngine
import UsecasesStorage

/// The requests with passwords of each site, in a table for all servers. The clock of the database decides.
struct PostgreSQLPasswordRates: SharedRates {
    let database: PostgreSQLDatabase

    func take(for site: String, interval: Duration, burst: Duration) async throws(ErrorWrapper) -> Duration? {
        try await database.answer(writes: true) { attempts throws(PostgreSQLFailure) in
            try attempts.perform { session throws(PostgreSQLFailure) in
                try session.take(for: site, interval: interval, burst: burst)
            }
        }
    }

    func sweep(limit: Int) async throws(ErrorWrapper) -> Int {
        try await database.answer(writes: true) { attempts throws(PostgreSQLFailure) in
            try attempts.perform { session throws(PostgreSQLFailure) in
                try session.run(.sweepPasswordRates, PostgreSQLParameters([.integer(Int64(limit))])).rowCount
            }
        }
    }
}

extension PostgreSQLSession {
    /// Takes a token of the site in one statement, or returns the time until one is available.
    func take(for site: String, interval: Duration, burst: Duration) throws(PostgreSQLFailure) -> Duration? {
        let times = [interval, max(interval, burst)].map { SQLValue.integer($0.microseconds) }
        let rows = try run(.takePasswordRate, PostgreSQLParameters([.text(site)] + times))
        if rows.integer(row: 0, column: 0) == 1 { return nil }
        // Other servers may have taken the last token after the statement began.
        return max(.zero, .microseconds(rows.integer(row: 0, column: 1) ?? 0))
    }
}
#endif
