#if PostgreSQL
import Domain
import Synchronization

/// A session that is set up to register devices. Its lock is what lets it go from one thread to another; nobody waits
/// for it.
final class PostgreSQLConnection: Sendable {
    /// What an operator has to know of the server.
    let warnings: [String]
    private let session: Mutex<PostgreSQLSession>

    private init(_ session: consuming sending PostgreSQLSession, warnings: [String]) {
        self.session = Mutex(session)
        self.warnings = warnings
    }

    /// Blocks its thread until the server is ready, and has the tables.
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

    /// As one transaction, which is on disk, here and wherever the server is told to have it, when it returns.
    func perform(
        _ batch: RegistrationBatch, _ limits: PostgreSQLDeviceRegistry.Limits, by deadline: Duration
    ) throws(PostgreSQLFailure) -> [RegistrationBatch.Outcome] {
        try session.withLock { (session) throws(PostgreSQLFailure) in
            try session.wait(as: batch.isPart ? limits.part : limits.whole, by: deadline)
            if batch.hasChecks { try session.check(by: deadline) }
            guard let statement = batch.statement else { return batch.outcomes([:], [:]) }
            let result = try session.run(prepared: statement.rawValue, batch.parameters, by: deadline)
            let (found, recorded) = try RegistrationBatch.read(result)
            // What a statement records waits for the standby servers, and all that was visible to it with it.
            if recorded.isEmpty, !found.isEmpty { try session.confirm(by: deadline) }
            return batch.outcomes(found, recorded)
        }
    }
}
#endif
