#if PostgreSQL
import Domain
import Synchronization

/// A session that is set up to register devices. Its lock allows it to move from one thread to another; no thread ever
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
        _ address: PostgreSQLAddress, limits: PostgreSQLDeviceRegistry.Limits, clock: any Clock
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

    /// Performs the batch as one transaction, which on return is on disk, both on the server and on the standby servers
    /// that it is configured to wait for.
    func perform(
        _ batch: RegistrationBatch, _ limits: PostgreSQLDeviceRegistry.Limits, by deadline: Duration
    ) throws(PostgreSQLFailure) -> [RegistrationBatch.Outcome] {
        try session.withLock { (session) throws(PostgreSQLFailure) in
            try session.wait(as: batch.isPart ? limits.part : limits.whole, by: deadline)
            if batch.hasChecks { try session.check(by: deadline) }
            guard let statement = batch.statement else { return batch.outcomes([:], [:]) }
            let result = try session.run(prepared: statement.rawValue, batch.parameters, by: deadline)
            let (found, recorded) = try RegistrationBatch.read(result)
            // A statement that records something waits for the standby servers, and so does everything that was visible
            // to it.
            if recorded.isEmpty, !found.isEmpty { try session.confirm(by: deadline) }
            return batch.outcomes(found, recorded)
        }
    }
}
#endif
