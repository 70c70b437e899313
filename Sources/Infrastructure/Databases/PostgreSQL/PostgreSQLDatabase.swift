#if Server
package import CalearningDomain
package import CoreMetrics
package import Logging
import Metrics
package import UsecasesEngine
package import UsecasesRuns
package import UsecasesStorage

/// A PostgreSQL database, for any number of servers. Acknowledged data is as durable as the configuration of the
/// database. All registries share its connections.
package struct PostgreSQLDatabase: SQLDatabase {
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

    private typealias Use = (digest: [UInt8], time: Timestamp)
    private typealias Request = @Sendable () -> Result<Void, ErrorWrapper>

    /// The address without secrets.
    let location: String
    private let attempts: PostgreSQLAttempts
    private let address: PostgreSQLAddress
    private let hosts: PostgreSQLHosts
    private let registrations: Batches<RegistryOperation, Registration?>
    /// Look-ups of sessions, uses of sessions, and other requests. Each kind uses only a few of the connections, so
    /// registrations never wait for long.
    private let checks: Batches<[UInt8], LoggedIn?>
    private let uses: Batches<Use, Void>
    private let others: Batches<Request, Void>

    /// Creates a database. It connects on first use, and again if necessary.
    package init(
        address: PostgreSQLAddress, limits: Limits = Limits(), clock: any Clock, randomSource: any RandomSource,
        metrics: any MetricsFactory, logger: Logger
    ) {
        var logger = logger
        logger[metadataKey: "database"] = "\(address)"
        let instruments = PostgreSQLInstruments(metrics: metrics)
        let hosts = PostgreSQLHosts(address.hosts) { [logger] former, new in
            instruments.record(host: new.description, after: former?.description)
            guard let former else { return }
            logger.notice(
                "another host of the database is used",
                metadata: ["host": "\(new.description)", "former": "\(former.description)"])
        }
        let pool = PostgreSQLPool(
            limits: limits, clock: clock, randomSource: randomSource, instruments: instruments, logger: logger,
            open: { () throws(PostgreSQLFailure) in
                try PostgreSQLConnection.open(address, hosts: hosts, limits: limits, clock: clock)
            })
        let attempts = PostgreSQLAttempts(pool: pool, limits: limits, clock: clock, instruments: instruments)
        self.address = address
        self.hosts = hosts
        self.attempts = attempts
        location = address.description
        let few = max(1, limits.connections / 4)
        registrations = Batches(limits: .init(lanes: limits.connections), clock: clock, metrics: metrics) {
            operations throws(ErrorWrapper) in
            Self.perform(operations, attempts, address)
        }
        checks = Batches(limits: .init(lanes: few), clock: clock, metrics: metrics) { digests throws(ErrorWrapper) in
            try Self.result(writes: false, address) { () throws(PostgreSQLFailure) in
                try attempts.perform { session throws(PostgreSQLFailure) in try session.sessions(under: digests) }
            }.get().map { found in found.mapError { $0.wrapped(writes: false, address) } }
        }
        uses = Batches(limits: .init(lanes: few), clock: clock, metrics: metrics) { uses throws(ErrorWrapper) in
            try Self.result(writes: true, address) { () throws(PostgreSQLFailure) in
                try attempts.perform { session throws(PostgreSQLFailure) in
                    try session.note(uses.map(\.digest), at: uses.map(\.time))
                }
            }.get()
            return uses.map { _ in .success(()) }
        }
        // Each request is a separate transaction and may use the whole time of a batch.
        others = Batches(limits: .init(lanes: few, size: 1), clock: clock, metrics: metrics) {
            requests throws(ErrorWrapper) in
            requests.map { $0() }
        }
    }

    package var accountRegistry: any AccountRegistry & Administration { DatabaseAccountRegistry(database: self) }
    package var host: String? { hosts.used?.description }
    package var browsers: any StoreTable { DatabaseStoreTable(database: self) }
    package var passwordRates: (any SharedRates)? { PostgreSQLPasswordRates(database: self) }

    package var runs: any RunQueue {
        AbsurdRunQueue(Product.own.name, at: location) { statement, parameters throws(ErrorWrapper) in
            try await answer(writes: true) { attempts throws(PostgreSQLFailure) in
                try attempts.perform { session throws(PostgreSQLFailure) in
                    try session.run(statement, PostgreSQLParameters(parameters.map { .text($0) })).texts
                }
            }
        }
    }

    package func sizes() async throws(ErrorWrapper) -> DatabaseSizes {
        DatabaseSizes(
            database: try await lookUp { session throws(PostgreSQLFailure) in
                try session.run("SELECT pg_database_size(current_database())")
                    .text(row: 0, column: 0).flatMap { Int($0) } ?? 0
            })
    }

    package func answer(to operation: RegistryOperation) async throws(ErrorWrapper) -> Registration? {
        try await registrations.answer(to: operation)
    }

    package func perform(_ operations: [RegistryOperation]) -> [Result<Registration?, ErrorWrapper>] {
        Self.perform(operations, attempts, address)
    }

    private static func perform(
        _ operations: [RegistryOperation], _ attempts: PostgreSQLAttempts, _ address: PostgreSQLAddress
    ) -> [Result<Registration?, ErrorWrapper>] {
        zip(operations, PostgreSQLDivision(attempts: attempts).perform(operations)).map { operation, outcome in
            outcome.mapError { $0.wrapped(writes: operation.writes, address) }
        }
    }

    /// Look-ups do not wait for standby servers. They may find data that was not acknowledged yet, such as a new
    /// session. This is safe because each change waits for all data that it has seen, and only changes are
    /// acknowledged.
    func lookUp<Answer: Sendable>(
        _ work: @escaping @Sendable (PostgreSQLSession) throws(PostgreSQLFailure) -> Answer
    ) async throws(ErrorWrapper) -> Answer {
        try await answer(writes: false) { attempts throws(PostgreSQLFailure) in try attempts.perform(work) }
    }

    func change<Memory: Sendable, Answer: Sendable>(
        _ memory: Memory,
        _ work: @escaping @Sendable (PostgreSQLSession, inout Memory) throws(PostgreSQLFailure) -> Answer
    ) async throws(ErrorWrapper) -> Answer {
        try await answer(writes: true) { attempts throws(PostgreSQLFailure) in
            var memory = memory
            return try attempts.perform { session throws(PostgreSQLFailure) in
                try session.transaction { () throws(PostgreSQLFailure) in try work(session, &memory) }
            }
        }
    }

    func loggedIn(under digest: TokenDigest) async throws(ErrorWrapper) -> LoggedIn? {
        try await checks.answer(to: digest.bytes)
    }

    /// Returns `true`, also if the session has ended.
    func noteUse(of digest: TokenDigest, at now: Timestamp) async throws(ErrorWrapper) -> Bool {
        try await uses.answer(to: (digest.bytes, now))
        return true
    }

    /// Returns immediately. A batch in progress is completed before its connection is closed.
    package func close(within limit: Duration) {
        registrations.close()
        checks.close()
        uses.close()
        others.close()
        attempts.pool.close()
    }

    /// Performs work when its turn comes, without a transaction around it.
    func answer<Answer: Sendable>(
        writes: Bool, _ work: @escaping @Sendable (PostgreSQLAttempts) throws(PostgreSQLFailure) -> Answer
    ) async throws(ErrorWrapper) -> Answer {
        let kept = KeptAnswer<Answer>()
        try await others.answer { [attempts, address] in
            Self.result(writes: writes, address) { () throws(PostgreSQLFailure) in
                kept.keep(try work(attempts))
            }
        }
        return try kept.get()
    }

    private static func result<Answer>(
        writes: Bool, _ address: PostgreSQLAddress, _ work: () throws(PostgreSQLFailure) -> Answer
    ) -> Result<Answer, ErrorWrapper> {
        Result(catching: work).mapError { ($0.isOfRow ? $0.alone : $0).wrapped(writes: writes, address) }
    }
}

/// Metrics of the connections to a database.
struct PostgreSQLInstruments: Sendable {
    private let open: Gauge
    private let idle: Gauge
    private let reconnects: Counter
    private let connectFailures: Counter
    private let retries: Counter
    private let hostChanges: Counter
    private let metrics: any MetricsFactory

    init(metrics: any MetricsFactory) {
        open = Gauge(
            label: "\(Product.own.name)_registry_connections", dimensions: [("state", "open")], factory: metrics)
        idle = Gauge(
            label: "\(Product.own.name)_registry_connections", dimensions: [("state", "idle")], factory: metrics)
        reconnects = Counter(label: "\(Product.own.name)_registry_reconnects_total", factory: metrics)
        connectFailures = Counter(label: "\(Product.own.name)_registry_connect_failures_total", factory: metrics)
        retries = Counter(label: "\(Product.own.name)_registry_retries_total", factory: metrics)
        hostChanges = Counter(label: "\(Product.own.name)_database_host_changes_total", factory: metrics)
        self.metrics = metrics
    }

    func record(open: Int, idle: Int) {
        self.open.record(open)
        self.idle.record(idle)
    }

    /// Records the host that is used now, after another one.
    func record(host: String, after former: String?) {
        if let former {
            gauge(of: former).record(0)
            hostChanges.increment()
        }
        gauge(of: host).record(1)
    }

    private func gauge(of host: String) -> Gauge {
        Gauge(label: "\(Product.own.name)_database_host", dimensions: [("host", host)], factory: metrics)
    }

    /// Counts a lost connection that was replaced.
    func countReconnect() { reconnects.increment() }

    func countConnectFailure() { connectFailures.increment() }

    /// Counts a batch that was sent to the server again.
    func countRetry() { retries.increment() }
}
#endif
