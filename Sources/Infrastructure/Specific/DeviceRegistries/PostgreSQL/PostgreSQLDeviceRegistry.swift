#if PostgreSQL
package import CoreMetrics
package import Domain
package import Logging

/// Keeps the registrations in a PostgreSQL database, for any number of servers: what it has recorded survives whatever
/// the database is set up to survive.
package struct PostgreSQLDeviceRegistry: BatchedDeviceRegistry {
    package struct Limits: Sendable {
        /// How many connections there are at most, and batches under way.
        package var connections = 4
        /// How long a batch may take, with all its attempts.
        package var batch = Duration.seconds(3)
        /// How long the tables may take to be brought up to date.
        package var migration = Duration.seconds(600)
        /// How long a new connection waits for the standby servers to have all that is seen on it.
        package var replication = Duration.seconds(60)

        package init() {}

        /// Less than a batch, so that the server says what is in the way before the connection is given up.
        var statement: Duration { batch * 2 / 3 }
        /// Less again, so that a statement can be repeated.
        var lock: Duration { batch / 3 }

        var whole: PostgreSQLTimeouts { PostgreSQLTimeouts(statement: statement, lock: lock) }
        /// For what was refused together with others: there may be many such parts.
        var part: PostgreSQLTimeouts { PostgreSQLTimeouts(statement: lock / 2, lock: lock / 50) }
    }

    package let batches: Batches<RegistryOperation, Registration?>
    private let pool: PostgreSQLPool
    private let work: Batches<RegistryOperation, Registration?>.Work

    /// Connects when it is first asked for something, and again whenever it has to.
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

    /// At once: a batch that is under way goes on to its end, and its connection is closed then.
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
