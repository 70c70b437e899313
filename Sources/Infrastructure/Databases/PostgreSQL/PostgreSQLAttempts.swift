#if PostgreSQL
import Usecases
import UsecasesAPIClient

/// Has work done on a connection to the database, and again on another one if necessary. The work must be such that it
/// may be repeated although it was done, if its answer was lost.
struct PostgreSQLAttempts: Sendable {
    /// Enough for a server whose connections are cut repeatedly, and not too many for one that fails at once each time.
    private static let count = 8
    /// The number of these attempts that may follow a temporary conflict.
    private static let conflicts = 2

    let pool: PostgreSQLPool
    let limits: PostgreSQLDatabase.Limits
    let clock: any Clock
    let instruments: PostgreSQLInstruments

    /// Blocks its thread until the deadline at most. Without `retriesConflicts`, a conflict is not waited for either.
    func perform<Answer: Sendable>(
        by deadline: Duration, retryingConflicts retriesConflicts: Bool = true,
        _ work: (inout PostgreSQLSession) throws(PostgreSQLFailure) -> Answer
    ) throws(PostgreSQLFailure) -> Answer {
        let timeouts = retriesConflicts ? limits.whole : limits.part
        var conflicts = 0
        for _ in 1..<Self.count {
            let connection = try pool.connection(by: deadline)
            do throws(PostgreSQLFailure) {
                return try perform(work, on: connection, timeouts, by: deadline)
            } catch {
                let mayGoBetter =
                    switch error.kind {
                    case .lost, .unresponsive: deadline - clock.uptime > .zero
                    // There must be enough time left for the server to report another failure.
                    case .conflict:
                        retriesConflicts && conflicts < Self.conflicts && deadline - clock.uptime > limits.statement
                    case .content, .refused, .unusable: false
                    }
                guard mayGoBetter else { throw error }
                if error.kind == .conflict { conflicts += 1 }
                instruments.countRetry()
            }
        }
        return try perform(work, on: try pool.connection(by: deadline), timeouts, by: deadline)
    }

    private func perform<Answer: Sendable>(
        _ work: (inout PostgreSQLSession) throws(PostgreSQLFailure) -> Answer, on connection: PostgreSQLConnection,
        _ timeouts: PostgreSQLTimeouts, by deadline: Duration
    ) throws(PostgreSQLFailure) -> Answer {
        do throws(PostgreSQLFailure) {
            let answer = try connection.perform(timeouts, by: deadline, work)
            pool.giveBack(connection)
            return answer
        } catch {
            switch error.kind {
            case .lost, .unresponsive: pool.drop(because: error)
            case .conflict, .content, .refused, .unusable: pool.giveBack(connection)
            }
            throw error
        }
    }
}
#endif
