#if Server
import Domain
import GRDB

/// The table of guesses, within a transaction.
struct SQLiteGuesses {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// When one more is accepted; `nil` if it is now.
    func nextPlace(for guess: Guess, at now: Timestamp) throws -> Timestamp? {
        let select = try db.cachedStatement(
            sql: """
                SELECT at FROM guesses WHERE name = ? AND network = ? AND at > ?
                ORDER BY at DESC LIMIT 1 OFFSET \(GuessRules.limit - 1)
                """)
        return try Int64.fetchOne(
            select, arguments: [guess.name.rawValue, guess.network, now.guessesSince.milliseconds]
        ).map { Timestamp(milliseconds: $0).guessEnd }
    }

    func add(_ guess: Guess, at now: Timestamp) throws {
        try removeOld(at: now)
        try db.cachedStatement(sql: "INSERT INTO guesses (name, network, at) VALUES (?, ?, ?)")
            .execute(arguments: [guess.name.rawValue, guess.network, now.milliseconds])
    }

    func forget(_ guess: Guess) throws {
        try db.cachedStatement(sql: "DELETE FROM guesses WHERE name = ? AND network = ?")
            .execute(arguments: [guess.name.rawValue, guess.network])
    }

    /// A few of all guessers at a time, so that the table does not grow for ever.
    private func removeOld(at now: Timestamp) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM guesses WHERE rowid IN (
                    SELECT rowid FROM guesses WHERE at <= ? ORDER BY at LIMIT \(Sweep.size))
                """
        ).execute(arguments: [now.guessesSince.milliseconds])
    }
}
#endif
