#if Server
import ArgumentParser
import Domain
import Foundation
import Hummingbird
import Infrastructure
import Logging
import Metrics
import ServiceLifecycle

extension CompositionRoot {
    /// Checks everything about the settings that can be checked before anything is started.
    static func prepare(_ configuration: ServerConfiguration) -> ServerPreparation {
        ServerPreparation(configuration.settings, except: configuration.spoilt) { database in
            switch database {
            case .sqlite(let path):
                SQLitePlace(path).problem.map {
                    Sentence(
                        en: "database is 'sqlite:\(path)': \($0.text(in: .en)).",
                        ja: "databaseの「sqlite:\(path)」は使えません: \($0.text(in: .ja))。")
                }
            case .postgreSQL(let address):
                postgreSQLProblem(of: address).map {
                    Sentence(
                        en: "database cannot be used: \($0.text(in: .en)).",
                        ja: "databaseは使えません: \($0.text(in: .ja))。")
                }
            }
        }
    }

    /// What should be known about the settings now.
    static func remarks(on preparation: ServerPreparation) -> [Sentence] {
        preparation.remarks(at: SystemClock().now)
    }

    /// Serves until it is told to stop, and then until the accepted requests are finished.
    ///
    /// Throws an exit status if anything else ends the service, after that has been reported.
    static func serve(_ settings: ServerSettings, _ preparation: ServerPreparation) async throws {
        let clock = SystemClock()
        let metrics = PrometheusMetrics(help: metricsHelp)
        let log = ServerLog(settings, clock: clock, metrics: metrics)
        let failure: ServerFailure
        do {
            for remark in preparation.remarks(at: clock.now) { log.logger.warning("\(remark.text(in: .en))") }
            try await serve(settings, preparation, clock: clock, metrics: metrics, log: log)
            return log.flush()
        } catch let error as ErrorWrapper {
            failure = ServerFailure(error)
        } catch let error as CannotListen {
            failure = ServerFailure(error)
        } catch {
            log.flush()
            throw error
        }
        if !Console.isErrorTerminal { log.logger.critical("\(failure.message)", metadata: failure.metadata) }
        log.flush()
        if Console.isErrorTerminal { Console.note(failure.text) }
        throw ExitCode(failure.exitStatus.rawValue)
    }

    private static func serve(
        _ settings: ServerSettings, _ preparation: ServerPreparation, clock: any Clock, metrics: PrometheusMetrics,
        log: ServerLog
    ) async throws {
        let randomSource = SystemRandomSource()
        let logger = log.logger
        let settings = settings.withinLimits(ofFiles: FileLimit.raise(), logger: logger)
        if let tls = preparation.tls {
            Gauge(label: "\(Product.name)_tls_certificate_expiry_timestamp_seconds", factory: metrics)
                .record(tls.validity.end.milliseconds / 1000)
        }
        let database = try database(
            for: settings, clock: clock, randomSource: randomSource, metrics: metrics, logger: logger)
        let server = UdidServer(
            settings: settings,
            dependencies: Dependencies(
                clock: clock, randomSource: randomSource, deviceRegistry: database.deviceRegistry,
                accountRegistry: database.accountRegistry,
                credentialHasher: ScryptHasher(randomSource: randomSource, niceness: ScryptHasher.usualNiceness)),
            telemetry: .init(
                logger: logger, requestLogger: log.requestLogger, metrics: metrics, metricsText: { metrics.text },
                tracer: SpanLog(logger: log.requestLogger, randomSource: randomSource, samplesRoots: false)),
            tls: preparation.tls?.configuration)
        let application = server.application { port in
            logger.notice("listening", metadata: ["host": "\(settings.host)", "port": "\(port)"])
        }
        try await run(application, settings, log: log) { try database.close(within: .seconds(1)) }
        logger.notice("stopped")
    }

    /// Runs until the end, which comes at most a second after the shutdown timeout of the settings.
    private static func run(
        _ application: any Service, _ settings: ServerSettings, log: ServerLog, close: () throws -> Void
    ) async throws {
        let logger = log.logger
        var configuration = ServiceGroupConfiguration(
            services: [application], gracefulShutdownSignals: [], logger: logger)
        configuration.maximumGracefulShutdownDuration = settings.shutdownTimeout
        let group = ServiceGroup(configuration: configuration)
        let ending = ServerEnding(limit: settings.shutdownTimeout) {
            logger.notice("stopping")
            Task { await group.triggerGracefulShutdown() }
        } giveUp: { reason in
            logger.critical("gave up what was under way", metadata: ["reason": "\(reason)"])
            log.flush(within: .milliseconds(500))
            _exit(ExitStatus.systemError.rawValue)
        }
        let signals = ending.start()
        defer { for signal in signals { signal.cancel() } }
        do {
            try await group.run()
        } catch  where !ending.hasRunOut {
            throw CannotListen(address: "\(settings.host):\(settings.port)", cause: error)
        } catch {
            logger.error("what was under way was cancelled", metadata: ["error": "\(error)"])
        }
        let isCancelled = ending.hasRunOut
        try close()
        ending.finish()
        if isCancelled {
            logger.critical("gave up what was under way", metadata: ["reason": "it took longer than it may"])
            log.flush()
            throw ExitCode(ExitStatus.systemError.rawValue)
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
                at: address, connections: settings.databaseConnections, clock: clock, randomSource: randomSource,
                metrics: metrics, logger: logger)
        }
    }

    /// The meaning of each metric, in one line; `docs/operating.md` has more.
    private static let metricsHelp = [
        "\(Product.name)_log_lines_dropped_total": "Lines that the log had to do without, by why.",
        "\(Product.name)_registrations_total": "Registrations, by how they ended.",
        "\(Product.name)_registry_batch_duration_seconds": "How long the database took for a batch.",
        "\(Product.name)_registry_batch_failures_total": "Batches that the database did not take.",
        "\(Product.name)_registry_batch_size": "How many requests of the registry went to the database together.",
        "\(Product.name)_registry_connections": "Connections to the database.",
        "\(Product.name)_registry_reconnects_total": "Connections to the database that were made anew.",
        "\(Product.name)_registry_retries_total": "Batches that were tried again.",
        "\(Product.name)_tls_certificate_expiry_timestamp_seconds": "When the certificate ends, in seconds since 1970.",
        "http_connections": "Connections that are open.",
        "http_connections_refused_total": "Connections that were closed at once, by why there was no place for them.",
        "http_request_duration_seconds": "How long a request took from its head to its answer.",
        "http_requests_total": "Requests that were answered.",
        "http_unreadable_requests_total": "Requests that were not HTTP, too large in their heads, or too slow.",
    ]
}
#endif
