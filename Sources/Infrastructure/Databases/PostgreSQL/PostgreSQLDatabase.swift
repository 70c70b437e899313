#if Server
import CalearningDomain
package import CoreMetrics
package import Logging
import Metrics
package import Usecases
package import UsecasesStorage

/// A PostgreSQL database, for any number of servers. Acknowledged data is as durable as the configuration of the
/// database. All registries share its connections.
package struct PostgreSQLDatabase: RegistryDatabase {
    package struct Limits: Sendable {
        /// The maximum number of connections, and of batches in progress.
        package var connections = 4
        /// The maximum duration of a batch, including all attempts.
        package var batch = Duration.seconds(3)
        /// The maximum duration of a schema migration.
        package var migration = Duration.seconds(600)
        /// The maximum time that a new connection waits for the standby servers to have all data visible on it.
        package var replication = Duration.seconds(60)

        package init() {}

        /// The timeout of a statement. It is shorter than a batch, so the server can report a blocking statement before
        /// the client drops the connection.
        var statement: Duration { batch * 2 / 3 }
        /// The timeout of a lock. It is shorter than the timeout of a statement, so a statement can be repeated.
        var lock: Duration { batch / 3 }

        var whole: PostgreSQLTimeouts { PostgreSQLTimeouts(statement: statement, lock: lock) }
        /// The timeouts for the parts of a refused batch. They are short because a batch may have many parts.
        var part: PostgreSQLTimeouts { PostgreSQLTimeouts(statement: lock / 2, lock: lock / 50) }
    }

    let registrations: RegistrationQueue
    let accounts: AccountQueue
    /// The address without secrets.
    let location: String
    private let pool: PostgreSQLPool

    /// Creates a database. It connects on first use, and again if necessary.
    package init(
        address: PostgreSQLAddress, limits: Limits = Limits(), clock: any Clock, randomSource: any RandomSource,
        metrics: any MetricsFactory, logger: Logger
    ) {
        var logger = logger
        logger[metadataKey: "database"] = "\(address)"
        location = address.description
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
    package var browsers: any StoreTable { PostgreSQLStoreTable(database: self) }

    package func sizes() async throws(ErrorWrapper) -> DatabaseSizes {
        DatabaseSizes(
            database: try await accounts.answer(
                to: .lookUp { (session, deadline) throws(PostgreSQLFailure) in
                    try session.run("SELECT pg_database_size(current_database())", by: deadline)
                        .text(row: 0, column: 0).flatMap { Int($0) } ?? 0
                }))
    }

    /// Returns immediately. A batch in progress is completed before its connection is closed.
    package func close(within limit: Duration) {
        registrations.close()
        accounts.close()
        pool.close()
    }
}

/// A request to a database outside a batch, as a value.
struct PostgreSQLRequest<Answer: Sendable>: Sendable {
    /// Whether the request may write.
    let writes: Bool
    let perform: @Sendable (PostgreSQLAttempts, _ deadline: Duration) throws(PostgreSQLFailure) -> Answer

    private init(
        writes: Bool, perform: @escaping @Sendable (PostgreSQLAttempts, Duration) throws(PostgreSQLFailure) -> Answer
    ) {
        self.writes = writes
        self.perform = perform
    }

    /// Returns a request of a single statement.
    static func lookUp(
        _ perform: @escaping @Sendable (inout PostgreSQLSession, Duration) throws(PostgreSQLFailure) -> Answer
    ) -> PostgreSQLRequest {
        PostgreSQLRequest(writes: false) { attempts, deadline throws(PostgreSQLFailure) in
            try attempts.perform(by: deadline) { (session) throws(PostgreSQLFailure) in
                try perform(&session, deadline)
            }
        }
    }

    /// Returns a request of a transaction. The transaction is repeated if its answer was lost, although it may have
    /// taken effect. Each attempt records its progress in `memory`, so a later attempt recognises its effects.
    static func change<Memory>(
        _ memory: Memory,
        _ perform:
            @escaping @Sendable (
                inout PostgreSQLSession, _ memory: inout Memory, Duration
            ) throws(PostgreSQLFailure) -> Answer
    ) -> PostgreSQLRequest where Memory: Sendable {
        PostgreSQLRequest(writes: true) { attempts, deadline throws(PostgreSQLFailure) in
            var memory = memory
            return try attempts.perform(by: deadline) { (session) throws(PostgreSQLFailure) in
                try session.transaction(by: deadline) { (session) throws(PostgreSQLFailure) in
                    try perform(&session, &memory, deadline)
                }
            }
        }
    }

    /// The request without its type, for a queue of requests with different answers.
    var erased: PostgreSQLRequest<any Sendable> {
        PostgreSQLRequest<any Sendable>(writes: writes) {
            [perform] attempts, deadline throws(PostgreSQLFailure) -> any Sendable in
            ErasedAnswer(value: try perform(attempts, deadline))
        }
    }
}

/// Metrics of the connections to a database.
struct PostgreSQLInstruments: Sendable {
    private let open: Gauge
    private let idle: Gauge
    private let reconnects: Counter
    private let connectFailures: Counter
    private let retries: Counter

    init(metrics: any MetricsFactory) {
        open = Gauge(
            label: "\(Product.own.name)_registry_connections", dimensions: [("state", "open")], factory: metrics)
        idle = Gauge(
            label: "\(Product.own.name)_registry_connections", dimensions: [("state", "idle")], factory: metrics)
        reconnects = Counter(label: "\(Product.own.name)_registry_reconnects_total", factory: metrics)
        connectFailures = Counter(label: "\(Product.own.name)_registry_connect_failures_total", factory: metrics)
        retries = Counter(label: "\(Product.own.name)_registry_retries_total", factory: metrics)
    }

    func record(open: Int, idle: Int) {
        self.open.record(open)
        self.idle.record(idle)
    }

    /// Counts a lost connection that was replaced.
    func countReconnect() { reconnects.increment() }

    func countConnectFailure() { connectFailures.increment() }

    /// Counts a batch that was sent to the server again.
    func countRetry() { retries.increment() }
}
#endif
