#if PostgreSQL
import Domain

/// Gives a batch to the database, again if need be. That is safe: a registration that was recorded, although its answer
/// was lost, is what it is answered with the second time.
struct PostgreSQLAttempts: Sendable {
    /// Enough for a server whose connections are cut again and again, and few for one that fails at once each time.
    private static let count = 8

    let pool: PostgreSQLPool
    let limits: PostgreSQLDeviceRegistry.Limits
    let clock: any Clock
    let instruments: PostgreSQLInstruments

    func perform(_ batch: RegistrationBatch) throws(PostgreSQLFailure) -> [Registration?] {
        let deadline = clock.uptime + limits.batch
        for _ in 1..<Self.count {
            let connection = try pool.connection(by: deadline)
            do throws(PostgreSQLFailure) {
                return try perform(batch, on: connection, by: deadline)
            } catch {
                guard mayGoBetter(after: error, by: deadline) else { throw error }
                instruments.countRetry()
            }
        }
        return try perform(batch, on: try pool.connection(by: deadline), by: deadline)
    }

    private func perform(
        _ batch: RegistrationBatch, on connection: PostgreSQLConnection, by deadline: Duration
    ) throws(PostgreSQLFailure) -> [Registration?] {
        do throws(PostgreSQLFailure) {
            let answers = try connection.perform(batch, by: deadline)
            pool.giveBack(connection)
            return answers
        } catch {
            switch error.kind {
            case .lost, .unresponsive: pool.drop(because: error)
            case .conflict, .refused, .unusable: pool.giveBack(connection)
            }
            throw error
        }
    }

    private func mayGoBetter(after failure: PostgreSQLFailure, by deadline: Duration) -> Bool {
        let rest = deadline - clock.uptime
        return switch failure.kind {
        case .lost, .unresponsive: rest > .zero
        // The server must have the time to say that it went no better.
        case .conflict: rest > limits.statement
        case .refused, .unusable: false
        }
    }
}
#endif
