#if PostgreSQL
import Synchronization
import Usecases
import UsecasesAPIClient

/// A session that is set up for the registries. Its lock allows it to move from one thread to another; no thread ever
/// waits for the lock.
final class PostgreSQLConnection: Sendable {
    /// Problems of the server that an operator should know.
    let warnings: [String]
    private let session: Mutex<PostgreSQLSession>

    private init(_ session: consuming sending PostgreSQLSession, warnings: [String]) {
        self.session = Mutex(session)
        self.warnings = warnings
    }

    /// Blocks its thread until the server is ready and the tables exist.
    static func open(
        _ address: PostgreSQLAddress, limits: PostgreSQLDatabase.Limits, clock: any Clock
    ) throws(PostgreSQLFailure) -> PostgreSQLConnection {
        var session = try PostgreSQLSession.open(address, clock: clock)
        guard session.serverVersion >= 12_00_00 else {
            throw PostgreSQLFailure(
                .unusable, "the server is PostgreSQL \(session.serverVersion / 10000), and this program needs 12")
        }
        let warnings = try session.configure(limits, by: clock.uptime + limits.batch)
        try PostgreSQLSchema.prepare(&session, by: clock.uptime + limits.migration)
        try session.prepareStatements(by: clock.uptime + limits.batch)
        try session.waitForReplicas(by: clock.uptime + limits.replication)
        return PostgreSQLConnection(session, warnings: warnings)
    }

    /// Has work done on the session.
    func perform<Answer: Sendable>(
        _ timeouts: PostgreSQLTimeouts, by deadline: Duration,
        _ work: (inout PostgreSQLSession) throws(PostgreSQLFailure) -> Answer
    ) throws(PostgreSQLFailure) -> Answer {
        try session.withLock { (session) throws(PostgreSQLFailure) in
            try session.wait(as: timeouts, by: deadline)
            return try work(&session)
        }
    }
}
#endif
