#if Server
import CalearningDomain
import CalearningInfrastructure
import Foundation
import Logging
import Metrics
import UsecasesEngine
import UsecasesRuns
import UsecasesService
import UsecasesSystem
import UsecasesTerminal

/// The service, with its routes and its ports.
extension CompositionRoot {
    typealias OwnServiceOptions = DatabaseOptions

    static let serviceSettings: [ServerSetting] = [
        .database, .databaseFile, .databaseConnections, .forgetDevicesAfter, .deletionGrace, .secondFactorKey,
        .databaseDirectory,
    ]
    static var openAPI: [UInt8] { PackageResources.openapi_json }
    /// The maximum number of simultaneous password hashes of the service.
    private static let passwordThreads = ScryptHasher.usualThreads
    /// The time for which a run can be seen after its end.
    private static let endedRuns = Duration.seconds(60)

    static func routes(of service: HTTPService) -> [Route] {
        let udids = UDIDController(
            runner: service.runner(failureMessage: "registration failed"),
            instruments: OutcomeCounters(
                "\(product.name)_registrations_total", metrics: service.telemetry.metrics))
        let accounts = AccountController(
            runner: service.runner(failureMessage: "account request failed"), clock: service.dependencies.clock,
            passwordLimiter: service.passwordLimiter, passwordQueue: passwordQueue(of: service),
            monitor: AccountMonitor(of: service), deletions: service.dependencies.deletionPolicy)
        return udids.routes() + accounts.routes() + [
            service.runner(failureMessage: "the state of a run is not known").durableRun
        ]
    }

    /// Returns the queue of all work with passwords, for requests and for browsers.
    static func passwordQueue(of service: HTTPService) -> FairQueue {
        service.passwordQueue ?? passwordQueue(service.telemetry.metrics)
    }

    private static func passwordQueue(_ metrics: any MetricsFactory) -> FairQueue {
        FairQueue(
            count: passwordThreads, waiting: 32,
            instruments: QueueInstruments(
                counts: { Gauge(label: "\(product.name)_hashes", dimensions: [("state", $0)], factory: metrics) },
                limits: { Gauge(label: "\(product.name)_hashes_limit", dimensions: [("state", $0)], factory: metrics) },
                refused: Counter(label: "\(product.name)_hashes_refused_total", factory: metrics)))
    }

    static func check(_ dependencies: Dependencies) async throws(ErrorWrapper) {
        try await dependencies.deviceRegistry.check()
    }

    static func equipment(
        for settings: ServerSettings, clock: any Clock, randomSource: any RandomSource, metrics: any MetricsFactory,
        logger: Logger
    ) throws -> ServiceEquipment {
        let database = try database(
            for: settings, clock: clock, randomSource: randomSource, metrics: metrics, logger: logger)
        let deletions = DeletionGrace(settings.ofDatabase.deletionGrace)
        let dependencies = Dependencies(clock: clock, randomSource: randomSource) {
            $0.deletionPolicy.adapter = deletions
            $0.deviceRegistry.adapter = database
            $0.accountRegistry.adapter = database.accountRegistry
            $0.durableRuns.adapter = database.runs
            $0.credentialHasher.adapter = MeasuredHasher(
                ScryptHasher(
                    randomSource: randomSource, threads: passwordThreads, niceness: ScryptHasher.usualNiceness),
                clock: clock, metrics: metrics)
            $0.credentialVault.adapter = SealingVault(key: settings.ofDatabase.secondFactorKey)
        }
        Gauge(
            label: "\(product.name)_build_info",
            dimensions: [
                ("version", product.version), ("commit", ProgramVersion.commit),
                ("schema", "\(DatabaseSchema.version)"),
            ], factory: metrics
        ).record(1)
        let instruments = DatabaseInstruments(metrics: metrics)
        let runs = RunInstruments(metrics: metrics)
        let monitor = AccountMonitor(log: SecurityLog(logger, clock: clock), metrics: metrics)
        var limits = RunWorker.Limits()
        limits.runs = 4
        var watched = dependencies
        watched.taps.append(SecurityTap(context: nil, monitor: monitor))
        let days = settings.ofDatabase.deviceDays
        return ServiceEquipment(
            dependencies: dependencies, passwordRates: database.passwordRates, passwordQueue: passwordQueue(metrics),
            storeTable: database.browsers, state: { database.host.map { ["databaseHost": $0] } ?? [:] },
            tasks: [
                PeriodicTask(every: .seconds(10), clock: clock) {
                    await instruments.measure(database)
                    if deletions.hasQueue { await runs.measure(database.runs) }
                },
                PeriodicTask(every: .seconds(60), clock: clock) {
                    do throws(ErrorWrapper) {
                        _ = try await database.accountRegistry.sweep(at: clock.now, keepingDevices: days)
                    } catch {
                        logger.info(
                            "obsolete rows were not removed",
                            metadata: ["error": "\(error.name)", "error.type": "\(error.asciiName)"])
                    }
                },
            ]
                + runTasks(
                    with: watched, limits: limits, keeping: endedRuns, logger: logger,
                    isReady: { await deletions.hasQueue(in: $0, logger: logger) }, report: runs.record)
        ) { try database.close(within: .seconds(1)) }
    }

    static func complete(_ configuration: inout ServerConfiguration, in stateDirectory: String) {
        if let file = configuration.settings.ofDatabase.secondFactorKeyFile {
            do {
                configuration.settings.ofDatabase.secondFactorKey = try DatabaseSettings.secondFactorKey(in: file)
            } catch {
                configuration.settings.ofDatabase.keyProblem = error.sentence
            }
        }
        if let file = configuration.settings.ofDatabase.file {
            return complete(&configuration, from: file)
        }
        guard configuration.given[.database] == nil || configuration.invalid.contains(.database) else { return }
        let directory = configuration.settings.ofDatabase.directory ?? stateDirectory
        configuration.settings.database = .sqlite(directory + "/devices.sqlite")
    }

    static func findings(about configuration: ServerConfiguration) -> ServerPreparation.Findings {
        var findings = ServerPreparation.Findings(
            problem: configuration.settings.ofDatabase.fileProblem ?? configuration.settings.ofDatabase.keyProblem)
        guard findings.problem == nil, configuration.invalid.isDisjoint(with: DatabaseSettings.deciding) else {
            return findings
        }
        switch configuration.settings.database {
        case .sqlite(let path):
            let place = SQLitePlace(path)
            findings.problem = place.problem.map {
                Sentence(
                    en: "database is 'sqlite:\(path)': \($0.text(in: .en)).",
                    ja: "databaseの「sqlite:\(path)」は使えません: \($0.text(in: .ja))。")
            }
            findings.failure = place.failure
            findings.remarks = [place.remark].compactMap(\.self)
        case .postgreSQL(let address):
            findings.problem = postgreSQLProblem(of: address).map {
                Sentence(
                    en: "database cannot be used: \($0.text(in: .en)).", ja: "databaseは使えません: \($0.text(in: .ja))。")
            }
            findings.remarks = [postgreSQLRemark(on: address)].compactMap(\.self)
        }
        findings.remarks += configuration.settings.ofDatabase.fileRemarks
        if findings.failure == nil { findings.failure = ScryptHasher.failure }
        if configuration.settings.web {
            findings.remarks += [
                ServerPreparation.remark(
                    onRequestsOf: Sentence(en: "browsers cannot ask GitHub", ja: "ブラウザからGitHubに問い合わせられません"))
            ].compactMap(\.self)
        }
        return findings
    }

    /// Takes the address of the database from the file.
    private static func complete(_ configuration: inout ServerConfiguration, from file: String) {
        guard configuration.given[.database] == nil else {
            configuration.settings.ofDatabase.fileProblem = Sentence(
                en: "database and database-file are both given. Leave one of them out.",
                ja: "databaseとdatabase-fileの両方があります。どちらか一方にしてください。")
            return
        }
        do {
            configuration.settings.database = try DatabaseSettings.address(in: file)
        } catch {
            configuration.settings.ofDatabase.fileProblem = error.sentence
        }
    }

    /// Returns the adapter that backs up the SQLite database at the path.
    static func backupMaker(of database: String) -> any BackupMaker {
        SQLiteBackupMaker(of: database, clock: SystemClock(), randomSource: SystemRandomSource())
    }

    /// Returns the adapter that migrates the database that the settings choose.
    static func schemaMigrator(for settings: ServerSettings) throws -> any SchemaMigrator {
        switch settings.database {
        case .sqlite(let path): SQLiteSchemaMigrator(of: path, clock: SystemClock())
        case .postgreSQL(let address): try postgreSQLMigrator(at: address, clock: SystemClock())
        }
    }

    /// Returns the operator's side of the database that the settings choose.
    static func administration(for settings: ServerSettings) throws -> OpenedAdministration {
        do throws(ErrorWrapper) {
            if case .sqlite(let path) = settings.database { try SQLitePlace(path).checkExists() }
        } catch {
            return OpenedAdministration(database: .failure(error))
        }
        do {
            return OpenedAdministration(
                database: .success(
                    try database(
                        for: settings, clock: SystemClock(), randomSource: SystemRandomSource(),
                        metrics: NOOPMetricsHandler.instance,
                        logger: Logger(label: product.name) { _ in SwiftLogNoOpLogHandler() })))
        } catch let error as ErrorWrapper {
            return OpenedAdministration(database: .failure(error))
        }
    }

    private static func database(
        for settings: ServerSettings, clock: any Clock, randomSource: any RandomSource, metrics: any MetricsFactory,
        logger: Logger
    ) throws -> any RegistryDatabase {
        switch settings.database {
        case .sqlite(let path):
            try SQLiteDatabase(path: path, clock: clock, metrics: metrics, logger: logger)
        case .postgreSQL(let address):
            try postgreSQLDatabase(
                at: address, connections: settings.ofDatabase.connections, clock: clock,
                randomSource: randomSource, metrics: metrics, logger: logger)
        }
    }

    static let metricsHelp = [
        "\(Product.own.name)_browsers": "The browsers in the database.",
        "\(Product.own.name)_build_info": "The version and the commit of the program, and the version of its tables.",
        "\(Product.own.name)_database_bytes": "The size of the database.",
        "\(Product.own.name)_database_host": "Whether the server at this host is used.",
        "\(Product.own.name)_database_host_changes_total": "How often another host was used.",
        "\(Product.own.name)_database_up": "Whether the last look at the database succeeded.",
        "\(Product.own.name)_disk_free_bytes": "The free space on the disk of the database.",
        "\(Product.own.name)_hash_duration_seconds": "How long one hash of a password took.",
        "\(Product.own.name)_hashes": "Requests with passwords that run or wait for their turn.",
        "\(Product.own.name)_hashes_limit": "The maximum number of such requests.",
        "\(Product.own.name)_hashes_refused_total": "Requests with passwords for which no place was free.",
        "\(Product.own.name)_logins_total": "Attempts to log in, by how they ended.",
        "\(Product.own.name)_registry_queue": "Requests that wait for the database.",
        "\(Product.own.name)_wal_bytes": "The size of the write-ahead log.",
        "\(Product.own.name)_registrations_total": "Registrations, by how they ended.",
        "\(Product.own.name)_registry_batch_duration_seconds": "How long the database took for a batch.",
        "\(Product.own.name)_registry_batch_failures_total": "Batches that the database did not take.",
        "\(Product.own.name)_registry_batch_size": "How many requests of the registry went to the database together.",
        "\(Product.own.name)_registry_connect_failures_total": "Connections to the database that could not be made.",
        "\(Product.own.name)_registry_connections": "Connections to the database.",
        "\(Product.own.name)_registry_reconnects_total": "Connections to the database that were made anew.",
        "\(Product.own.name)_registry_retries_total": "Batches that were tried again.",
        "\(Product.own.name)_run_attempts_total": "Attempts of durable runs, by what happened.",
        "\(Product.own.name)_runs": "Durable runs that have not ended, by their state.",
        "\(Product.own.name)_runs_longest_wait_seconds": "How long the first of the waiting runs has waited.",
    ]
}

/// The database of an operator's command, or the error of its opening.
struct OpenedAdministration {
    let database: Result<any RegistryDatabase, ErrorWrapper>

    /// Sets the adapters. If the database could not be opened, each call of the port throws the error.
    func provide(to dependencies: inout Dependencies) {
        dependencies.credentialHasher.adapter = ScryptHasher(randomSource: SystemRandomSource(), threads: 1)
        switch database {
        case .success(let database):
            dependencies.administration.adapter = database.accountRegistry
            dependencies.durableRuns.adapter = database.runs
        case .failure(let error): dependencies.taps.append(FailedOpening(error: error))
        }
    }

    func close() {
        // An error is ignored, because the command already has its result and no other work is in progress.
        if case .success(let database) = database { try? database.close(within: .seconds(1)) }
    }
}

/// A tap that throws an error instead of calling the database.
private struct FailedOpening: Tap {
    let error: ErrorWrapper

    func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { Run(error: error) }

    private struct Run: RunTap {
        let error: ErrorWrapper

        func answer<Value>(
            _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
        ) async throws(ErrorWrapper) -> Value {
            let ports = [Port<any Administration>.name, Port<any DurableRuns>.name]
            guard ports.contains(operation.port) else { return try await performing() }
            throw error
        }
    }
}
#endif
