#if PostgreSQL
package import CoreMetrics
package import Domain
package import Logging

/// Keeps the registrations in a PostgreSQL database, for any number of servers: recorded registrations are as durable
/// as the database is configured to be.
package struct PostgreSQLDeviceRegistry: BatchedDeviceRegistry {
    package struct Limits: Sendable {
        /// The maximum number of connections, and of batches in progress.
        package var connections = 4
        /// The maximum duration of a batch, including all attempts.
        package var batch = Duration.seconds(3)
        /// The maximum duration of a schema migration.
        package var migration = Duration.seconds(600)
        /// How long a new connection waits for the standby servers to have everything that is visible on it.
        package var replication = Duration.seconds(60)

        package init() {}

        /// Shorter than a batch, so that the server reports what is blocking it before the connection is given up.
        var statement: Duration { batch * 2 / 3 }
        /// Shorter still, so that a statement can be repeated.
        var lock: Duration { batch / 3 }

        var whole: PostgreSQLTimeouts { PostgreSQLTimeouts(statement: statement, lock: lock) }
        /// For parts of a batch that was refused as a whole: there may be many of them.
        var part: PostgreSQLTimeouts { PostgreSQLTimeouts(statement: lock / 2, lock: lock / 50) }
    }

    package let batches: Batches<RegistryOperation, Registration?>
    private let pool: PostgreSQLPool
    private let work: Batches<RegistryOperation, Registration?>.Work

    /// Connects on first use, and again whenever necessary.
    package init(
        address: PostgreSQLAddress, limits: Limits = Limits(), clock: any Clock, randomSource: any RandomSource,
        metrics: any MetricsFactory, logger: Logger
    ) {
        var logger = logger
        logger[metadataKey: "database"] = "\(address)"
        let instruments = PostgreSQLInstruments(metrics: metrics)
        let pool = PostgreSQLPool(
            limits: limits, clock: clock, randomSource: randomSource, instruments: instruments, logger: logger,
            open: { () throws(PostgreSQLFailure) in
                try PostgreSQLConnection.open(address, limits: limits, clock: clock)
            })
        let division = PostgreSQLDivision(
            attempts: PostgreSQLAttempts(pool: pool, limits: limits, clock: clock, instruments: instruments))
        let work: Batches<RegistryOperation, Registration?>.Work = { operations throws(ErrorWrapper) in
            zip(operations, division.perform(operations)).map { operation, outcome in
                outcome.mapError { Self.wrap($0, writes: operation.writes, address) }
            }
        }
        self.pool = pool
        self.work = work
        batches = Batches(
            limits: .init(lanes: limits.connections), clock: clock, metrics: metrics, work: work)
    }

    package func perform(
        _ operations: [RegistryOperation]
    ) throws(ErrorWrapper) -> [Result<Registration?, ErrorWrapper>] {
        try work(operations)
    }

    /// Returns at once: a batch in progress is completed, and its connection is closed then.
    package func close(within limit: Duration) {
        batches.close()
        pool.close()
    }

    package func close() {
        close(within: .zero)
    }

    private static func wrap(
        _ failure: PostgreSQLFailure, writes: Bool, _ address: PostgreSQLAddress
    ) -> ErrorWrapper {
        let location = address.description
        let error: SystemErrors.DataStore =
            switch failure.kind {
            case .unusable: .内容が壊れています(location: location)
            case .lost, .unresponsive, .conflict, .content, .refused:
                writes ? .書き込みに失敗(location: location) : .読み込みに失敗(location: location)
            }
        return .system(
            error: .dataStore(error), args: ["database": location],
            causedBy: failure.isAlone ? RefusedAlone(causedBy: failure) : failure)
    }
}
#endif
