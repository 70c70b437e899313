#if Server
import CalearningDomain
import GRDB
import Usecases

/// The table of guesses, within a transaction.
struct SQLiteGuesses {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// When one more is accepted; `nil` if it is now.
    func next(after guess: Guess, at now: Timestamp) throws -> Timestamp? {
        let select = try db.cachedStatement(
            sql: "SELECT at FROM guesses WHERE name = ? AND network = ? AND at > ? AND at < ?")
        let times = try Int64.fetchAll(
            select,
            arguments: [
                guess.name.rawValue, guess.network, now.guessesSince.milliseconds, GuessRules.end(of: now).milliseconds,
            ])
        return GuessRules.next(after: times.map { Timestamp(milliseconds: $0) }, at: now)
    }

    func add(_ guess: Guess, at now: Timestamp) throws {
        try removeOld(at: now)
        try db.cachedStatement(sql: "INSERT INTO guesses (name, network, at) VALUES (?, ?, ?)")
            .execute(arguments: [guess.name.rawValue, guess.network, now.milliseconds])
    }

    func takeBack(_ guess: Guess) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM guesses WHERE rowid IN (
                    SELECT rowid FROM guesses WHERE name = ? AND network = ? ORDER BY at DESC LIMIT 1)
                """
        ).execute(arguments: [guess.name.rawValue, guess.network])
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
