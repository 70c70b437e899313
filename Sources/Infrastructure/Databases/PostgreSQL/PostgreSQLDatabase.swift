#if PostgreSQL
package import CoreMetrics
package import Logging
package import Usecases

/// A PostgreSQL database, for any number of servers: what it has acknowledged is as durable as it is configured to be.
/// All registries share its connections.
package struct PostgreSQLDatabase: RegistryDatabase {
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

    let registrations: RegistrationQueue
    let accounts: AccountQueue
    private let pool: PostgreSQLPool

    /// Connects on first use, and again whenever necessary.
    package init(
        address: PostgreSQLAddress, limits: Limits = Limits(), clock: any Clock, randomSource: any RandomSource,
        metrics: any MetricsFactory, logger: Logger
    ) {
        var logger = logger
        logger[metadataKey: "database"] = "\(address)"
        let instruments = PostgreSQLInstruments(metrics: metrics)
        pool = PostgreSQLPool(
            limits: limits, clock: clock, randomSource: randomSource, instruments: instruments, logger: logger,
            open: { () throws(PostgreSQLFailure) in
                try PostgreSQLConnection.open(address, limits: limits, clock: clock)
            })
        let attempts = PostgreSQLAttempts(pool: pool, limits: limits, clock: clock, instruments: instruments)
        registrations = RegistrationQueue(attempts: attempts, address: address, metrics: metrics)
        accounts = AccountQueue(attempts: attempts, address: address, metrics: metrics)
    }

    package var deviceRegistry: PostgreSQLDeviceRegistry { PostgreSQLDeviceRegistry(database: self) }
    package var accountRegistry: PostgreSQLAccountRegistry { PostgreSQLAccountRegistry(database: self) }

    /// Returns at once: a batch in progress is completed, and its connection is closed then.
    package func close(within limit: Duration) {
        registrations.close()
        accounts.close()
        pool.close()
    }
}
#endif
