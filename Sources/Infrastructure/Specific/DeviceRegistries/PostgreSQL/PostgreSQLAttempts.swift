#if PostgreSQL
import Domain

/// Sends a batch to the database, and retries if necessary. That is safe: if a registration was recorded but its answer
/// was lost, the retry is answered with that registration.
struct PostgreSQLAttempts: Sendable {
    /// Enough for a server whose connections are cut repeatedly, and not too many for one that fails at once each time.
    private static let count = 8
    /// The number of these attempts that may follow a temporary conflict.
    private static let conflicts = 2

    let pool: PostgreSQLPool
    let limits: PostgreSQLDeviceRegistry.Limits
    let clock: any Clock
    let instruments: PostgreSQLInstruments

    func perform(
        _ batch: RegistrationBatch, by deadline: Duration
    ) throws(PostgreSQLFailure) -> [RegistrationBatch.Outcome] {
        var conflicts = 0
        for _ in 1..<Self.count {
            let connection = try pool.connection(by: deadline)
            do throws(PostgreSQLFailure) {
                return try perform(batch, on: connection, by: deadline)
            } catch {
                guard mayGoBetter(batch, after: error, conflicts, by: deadline) else { throw error }
                if error.kind == .conflict { conflicts += 1 }
                instruments.countRetry()
            }
        }
        return try perform(batch, on: try pool.connection(by: deadline), by: deadline)
    }

    private func perform(
        _ batch: RegistrationBatch, on connection: PostgreSQLConnection, by deadline: Duration
    ) throws(PostgreSQLFailure) -> [RegistrationBatch.Outcome] {
        do throws(PostgreSQLFailure) {
            let outcomes = try connection.perform(batch, limits, by: deadline)
            pool.giveBack(connection)
            return outcomes
        } catch {
            switch error.kind {
            case .lost, .unresponsive: pool.drop(because: error)
            case .conflict, .content, .refused, .unusable: pool.giveBack(connection)
            }
            throw error
        }
    }

    private func mayGoBetter(
        _ batch: RegistrationBatch, after failure: PostgreSQLFailure, _ conflicts: Int, by deadline: Duration
    ) -> Bool {
        let rest = deadline - clock.uptime
        return switch failure.kind {
        case .lost, .unresponsive: rest > .zero
        // There must be enough time left for the server to report another failure.
        case .conflict: !batch.isPart && conflicts < Self.conflicts && rest > limits.statement
        case .content, .refused, .unusable: false
        }
    }
}
#endif
